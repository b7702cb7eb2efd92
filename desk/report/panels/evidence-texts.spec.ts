import { EVIDENCE_TEXTS } from './evidence-questions.js';
import { measuredText, reasonText } from './evidence-texts.js';

type Answer = Parameters<typeof measuredText>[0];

const answer = (fields: Partial<Answer>): Answer => ({
  question: 'survives-costs',
  verdict: 'supports',
  figure: '',
  value: 1,
  threshold: 0,
  source: 'costs',
  reason: null,
  sentence: null,
  ...fields,
});

const textOf = (fields: Partial<Answer>) => measuredText(answer(fields), 'USDT', 2);

describe('the words of the evidence', () => {
  it('cover each of eleven questions once', () => {
    expect(new Set(EVIDENCE_TEXTS.map(({ question }) => question)).size).toBe(11);
    expect(new Set(EVIDENCE_TEXTS.map(({ words }) => words)).size).toBe(11);
  });

  it.each([
    [
      { question: 'expectancy-above-zero', value: 0.79458204, threshold: 0.95 },
      'probability 79.5 %, at least 95.0 %',
    ],
    [{ question: 'first-answers-kept', value: 0.0016, threshold: 0.05 }, 'p 0.002, at most 0.050'],
    [{ question: 'better-than-random-entries', value: 0.42, threshold: 0.05 }, 'p 0.420, at most 0.050'],
    [
      { question: 'better-than-buy-and-hold', value: -1.5, threshold: 3.25 },
      'return −1.50 %, holding +3.25 %',
    ],
    [{ question: 'better-than-buy-and-hold', value: 9.85, threshold: null }, 'return +9.85 %'],
    [{ question: 'survives-costs', value: 90.5 }, '+90.50 USDT at 2 times the costs'],
    [{ question: 'survives-tries', value: 0.31, threshold: 0.95 }, 'deflated Sharpe 31.0 %, at least 95.0 %'],
    [{ question: 'fills-possible', value: 0 }, 'none is known to be impossible'],
    [{ question: 'fills-possible', value: 2 }, '2 impossible fills'],
    [
      { question: 'drawdown-seen', value: 10.79, threshold: 10.89 },
      '10.79 % at market prices, at most 10.89 %',
    ],
    [
      { question: 'market-unseen', value: 0.5, threshold: 0.2 },
      '50.0 % of the entries seen before, at most 20.0 %',
    ],
    [{ question: 'not-few-trades', value: 18.5 }, '+18.50 USDT without the best 5 %'],
    [{ question: 'not-few-trades', value: null }, ''],
  ] as const)('express the figure of %j', (fields, text) => {
    expect(textOf(fields).replaceAll('\u202f', ' ').replaceAll('\u00a0', ' ')).toBe(text);
  });

  it.each([
    [{ verdict: 'supports' }, ''],
    [{ question: 'times-fit', verdict: 'supports', value: null }, 'they do'],
    [{ question: 'times-fit', verdict: 'doubts', reason: 'shifted' }, 'all are shifted by the same time'],
    [{ verdict: 'cannot-say', reason: 'no-costs' }, 'the trades have no costs'],
    [{ verdict: 'cannot-say', reason: 'computing' }, 'is computed'],
  ] as const)('give the reason for the verdict in %j', (fields, text) => {
    expect(reasonText(answer(fields))).toBe(text);
  });
});
