import type { TradeEvidence } from '../../analysis/trade-evidence/trade-evidence.js';
import { type EvidenceSources, answerQuestions } from './answer-questions.js';
import { EVIDENCE_DEFAULTS, type EvidenceParameters } from './evidence-parameters.js';
import { QUESTIONS, type Question } from './question.js';

/** Figures of trades. With these figures, every question about trades has the verdict `supports`. */
const TRADES: TradeEvidence = {
  tradeCount: 100,
  plNetPct: 12,
  costs: 40,
  plNetAtCosts: 60,
  plNetWithoutBest: 10,
  skewness: 1,
  probabilisticSharpe: 0.97,
};

const READY = { state: 'ready', reason: 'session-finished' } as const;
const fillsOf = (possible: number, impossible: number, unknown: number) =>
  ({ ...READY, summary: { fills: { possible, impossible, unknown } } }) as EvidenceSources['fills'];
const timingOf = (pValue: number | null, pct: number | null) =>
  ({ ...READY, net: { pValue }, buyAndHold: { pct } }) as EvidenceSources['timing'];
const equityOf = (
  realised: number,
  provable: number | null,
  possible: number | null,
  lowest: number | null = 900,
) =>
  ({
    ...READY,
    lowest,
    drawdown: { realised: { pct: realised }, provable: { pct: provable }, possible: possible === null && lowest === null ? null : { pct: possible } },
  }) as EvidenceSources['equity']; // prettier-ignore
const timesOf = (verdict: string, reason: string | null = null) =>
  ({ verdict, reason }) as EvidenceSources['timestamps'];
const selectionOf = (deflatedSharpe: number | null, more: object = {}) =>
  ({ state: 'ready', reason: null, deflatedSharpe, ...more }) as EvidenceSources['selection'];

const NO_CHANGES = {
  removed: 0,
  edited: 0,
  costs: 0,
  secondLooks: 0,
  retaken: 0,
  helped: 0,
  hurt: 0,
  change: 0,
  pValue: null,
};
const net = (tradeCount: number, plNet: number) => ({ tradeCount, plNet }) as Answers['asFirst'];
type Answers = Exclude<EvidenceSources['firstAnswers'], string>;
const answersOf = (
  changes: Partial<Answers['changes']> = {},
  more: Partial<Answers> = {},
): EvidenceSources['firstAnswers'] => ({
  reason: null,
  asFirst: net(100, -207.42),
  asKept: net(100, 310.38),
  earlierRuns: 0,
  earlierLooks: 0,
  changes: { ...NO_CHANGES, ...changes },
  ...more,
});

/** Results of the analyses. With these results, every question has the verdict `supports`. */
const SOURCES: EvidenceSources = {
  initialBalance: 10_000,
  firstAnswers: answersOf(),
  trades: TRADES,
  seenEntryShare: 0.1,
  timing: timingOf(0.03, 10),
  equity: equityOf(10, 12, 14),
  fills: fillsOf(198, 0, 2),
  timestamps: timesOf('aligned'),
  selection: selectionOf(0.96),
};

function answerTo(
  question: Question,
  sources: Partial<EvidenceSources>,
  parameters: Partial<EvidenceParameters> = {},
) {
  const { questions } = answerQuestions({ ...SOURCES, ...sources }, { ...EVIDENCE_DEFAULTS, ...parameters });
  const { verdict, reason } = questions.find((each) => each.question === question)!;
  return reason === null ? verdict : `${verdict} ${reason}`;
}

const ofTrades = (trades: Partial<TradeEvidence>) => ({ trades: { ...TRADES, ...trades } });

describe('the evidence', () => {
  it('answers each of the eleven questions and gives no total', () => {
    const { questions, pending, ...more } = answerQuestions(SOURCES, EVIDENCE_DEFAULTS);
    expect(questions.map(({ question }) => question)).toEqual(QUESTIONS);
    expect(questions.map(({ verdict }) => verdict)).toEqual(QUESTIONS.map(() => 'supports'));
    expect([pending, more]).toEqual([0, {}]);
  });

  it('states the figure, its value, the threshold and the source of each answer', () => {
    const { questions } = answerQuestions(SOURCES, EVIDENCE_DEFAULTS);
    expect(
      questions.map(({ figure, value, threshold, source }) => [figure, value, threshold, source]),
    ).toEqual([
      ['risk.perTrade.probabilisticSharpe', 0.97, 0.95, 'risk'],
      ['first-answers.changes.pValue', null, 0.05, 'first-answers'],
      ['timing.net.pValue', 0.03, 0.05, 'timing'],
      ['plNetPct', 12, 10, 'timing'],
      ['plGross − costFactor · costs', 60, 0, 'costs'],
      ['selection.sessions.deflatedSharpe', 0.96, 0.95, 'selection'],
      ['fills.summary.fills.impossible', 0, 0, 'fills'],
      ['timestamps.verdict', null, null, 'timestamps'],
      ['equity.drawdown.possible.pct', 14, 15, 'equity'],
      ['hindsight.seenEntryShare', 0.1, 0.2, 'hindsight'],
      ['plNet without the best trades', 10, 0, 'stats'],
    ]);
  });

  it('asks whether the changes of first answers help more than chance', () => {
    const answer = (
      changes: Partial<Answers['changes']>,
      more: Partial<Answers> = {},
      maxFirstAnswersP?: number,
    ) =>
      answerTo(
        'first-answers-kept',
        { firstAnswers: answersOf(changes, more) },
        maxFirstAnswersP === undefined ? {} : { maxFirstAnswersP },
      );
    const removed = { removed: 3, helped: 3, change: 30, pValue: 0.05 };
    expect(answer(removed)).toBe('doubts');
    expect(answer(removed, {}, 0.049)).toBe('cannot-say answers-changed');
    expect(answer({ ...removed, pValue: 0.051 })).toBe('cannot-say answers-changed');
    expect(answer({ ...removed, change: 0 })).toBe('cannot-say answers-changed');
    expect(answer({ ...removed, pValue: null })).toBe('cannot-say answers-changed');
    expect(answer({ ...removed, helped: 0, hurt: 3, change: -30, pValue: 0.9 })).toBe('supports');
    expect(answer({ secondLooks: 1, hurt: 1, change: -2, pValue: 0.5 })).toBe('cannot-say answers-changed');
    expect(answer({ retaken: 1 })).toBe('cannot-say answers-changed');
    expect(answer({}, { earlierRuns: 1 })).toBe('cannot-say earlier-runs');
    expect(answer({}, { earlierLooks: 1 })).toBe('cannot-say earlier-runs');
    expect(answer(removed, { earlierRuns: 1 })).toBe('doubts');
    const tooMany = { reason: 'too-many-trades', asFirst: null, asKept: null } as const;
    expect(answer({ ...removed, change: null, pValue: null }, tooMany)).toBe('cannot-say too-many-trades');
    for (const found of ['computing', 'too-many-trades'] as const)
      expect(answerTo('first-answers-kept', { firstAnswers: found })).toBe(`cannot-say ${found}`);
  });

  it('names the numbers of first answers in a sentence', () => {
    const sentenceOf = (firstAnswers: EvidenceSources['firstAnswers'], initialBalance = 10_000) =>
      answerQuestions({ ...SOURCES, firstAnswers, initialBalance }, EVIDENCE_DEFAULTS).questions.flatMap(
        ({ sentence }) => sentence ?? [],
      );
    expect(sentenceOf(answersOf({ removed: 31, secondLooks: 31 }))).toEqual([
      '31 of 100 answers were removed or changed after they were stored, and 31 were given again with the outcome ' +
        'known: net −207.42 as first answered, +310.38 as kept.',
    ]);
    const one = answersOf({ edited: 1, retaken: 1 }, { asFirst: net(2, 0), asKept: net(2, 1234.5) });
    expect(sentenceOf(one)).toEqual([
      '1 of 2 answers was removed or changed after it was stored, and 1 was given again with the outcome known: ' +
        'net 0.00 as first answered, +1,234.50 as kept.',
    ]);
    const small = answersOf({ costs: 2, removed: 1 }, { asFirst: net(9, -0.00012), asKept: net(9, 0.5) });
    expect(sentenceOf(small, 0.5)[0]).toMatch(
      /^3 of 9 .* net −0\.00012 as first answered, \+0\.50000 as kept\.$/,
    );
    expect(sentenceOf('computing')).toEqual([]);
    expect(sentenceOf(answersOf({}, { reason: 'no-trades' }))).toEqual([]);
  });

  it('counts the questions whose analyses are still being computed', () => {
    const computing = { timing: 'computing', equity: 'computing' } as const;
    const { questions, pending } = answerQuestions({ ...SOURCES, ...computing }, EVIDENCE_DEFAULTS);
    expect(pending).toBe(3);
    expect(questions.filter(({ reason }) => reason === 'computing').map(({ verdict }) => verdict)).toEqual([
      'cannot-say',
      'cannot-say',
      'cannot-say',
    ]);
  });

  it('has the verdict `cannot-say` for every question if there are no trades', () => {
    const none = { ...TRADES, tradeCount: 0, skewness: null, probabilisticSharpe: null };
    const unavailable = { state: 'unavailable', reason: 'no-trades' };
    const { questions, pending } = answerQuestions(
      {
        initialBalance: 10_000,
        trades: none,
        firstAnswers: answersOf({}, { reason: 'no-trades' }),
        seenEntryShare: null,
        timing: unavailable as EvidenceSources['timing'],
        equity: unavailable as EvidenceSources['equity'],
        fills: unavailable as EvidenceSources['fills'],
        timestamps: timesOf('unknown', 'no-trades'),
        selection: { ...unavailable, deflatedSharpe: null } as EvidenceSources['selection'],
      },
      EVIDENCE_DEFAULTS,
    );
    expect(questions.map(({ verdict, reason }) => `${verdict} ${reason}`)).toEqual(
      QUESTIONS.map(() => 'cannot-say no-trades'),
    );
    expect(pending).toBe(0);
  });
});

describe('the verdict on expectancy-above-zero', () => {
  const answer = (trades: Partial<TradeEvidence>, parameters: Partial<EvidenceParameters> = {}) =>
    answerTo('expectancy-above-zero', ofTrades(trades), parameters);

  it('is `supports` if the probability is at least the required confidence', () => {
    expect([answer({ probabilisticSharpe: 0.95 }), answer({ probabilisticSharpe: 0.9499 })]).toEqual([
      'supports',
      'doubts',
    ]);
    expect(answer({ probabilisticSharpe: 0.9 }, { confidence: 0.9 })).toBe('supports');
    expect(answer({ probabilisticSharpe: null })).toBe('cannot-say undefined');
    expect(answer({ skewness: null })).toBe('cannot-say undefined');
  });

  it('requires a minimum number of trades, which is higher for skewed results', () => {
    expect([answer({ tradeCount: 30 }), answer({ tradeCount: 29 })]).toEqual([
      'supports',
      'cannot-say too-few-trades',
    ]);
    expect(answer({ tradeCount: 8, skewness: 0.5 }, { minTrades: 8 })).toBe('supports');
    // 25 · 2² = 100.
    expect([answer({ skewness: -2 }), answer({ tradeCount: 99, skewness: -2 })]).toEqual([
      'supports',
      'cannot-say too-few-trades',
    ]);
    // 25 · 0.2² is exactly 1, but as doubles it is more than 1. A session of 2 trades has no skewness.
    expect(answer({ tradeCount: 36, skewness: 1.2 })).toBe('supports');
    expect(answer({ tradeCount: 36, skewness: 1.20000001 })).toBe('cannot-say too-few-trades');
  });
});

describe('the evidence about entries', () => {
  it('supports better-than-random-entries if the p-value is small', () => {
    const answer = (timing: EvidenceSources['timing'], maxPValue = 0.05) =>
      answerTo('better-than-random-entries', { timing }, { maxPValue });
    expect([answer(timingOf(0.05, 0)), answer(timingOf(0.0501, 0)), answer(timingOf(0.1, 0), 0.1)]).toEqual([
      'supports',
      'doubts',
      'supports',
    ]);
    expect(answer(timingOf(null, 0))).toBe('cannot-say undefined');
    const tooMany = { state: 'unavailable', reason: 'too-many-trades' } as EvidenceSources['timing'];
    expect(answer(tooMany)).toBe('cannot-say too-many-trades');
    expect(answer('too-many-trades')).toBe('cannot-say too-many-trades');
    const loading = { state: 'pending', reason: 'candles-loading' } as EvidenceSources['timing'];
    expect(answer(loading)).toBe('cannot-say candles-loading');
  });

  it('supports better-than-buy-and-hold if the result is better than the result of the markets', () => {
    const answer = (timing: EvidenceSources['timing']) => answerTo('better-than-buy-and-hold', { timing });
    expect([answer(timingOf(1, 11.99)), answer(timingOf(1, 12)), answer(timingOf(1, null))]).toEqual([
      'supports',
      'doubts',
      'cannot-say undefined',
    ]);
    expect(answer('computing')).toBe('cannot-say computing');
  });
});

describe('the verdict on survives-costs', () => {
  it('is `supports` if there is a profit at higher costs', () => {
    const answer = (trades: Partial<TradeEvidence>) => answerTo('survives-costs', ofTrades(trades));
    expect([answer({ plNetAtCosts: 0.01 }), answer({ plNetAtCosts: 0 })]).toEqual(['supports', 'doubts']);
    expect([answer({ costs: 0 }), answer({ costs: -1 })]).toEqual([
      'cannot-say no-costs',
      'cannot-say rebates',
    ]);
  });
});

describe('the verdict on survives-tries', () => {
  it('is `supports` if the deflated Sharpe ratio reaches the required confidence', () => {
    const answer = (selection: EvidenceSources['selection'], confidence = 0.95) =>
      answerTo('survives-tries', { selection }, { confidence });
    expect([answer(selectionOf(0.95)), answer(selectionOf(0.94)), answer(selectionOf(0.94), 0.94)]).toEqual([
      'supports',
      'doubts',
      'supports',
    ]);
    expect(answer(selectionOf(null))).toBe('cannot-say undefined');
    expect(answer(selectionOf(null, { reason: 'no-variance' }))).toBe('cannot-say no-variance');
    expect(answer(selectionOf(null, { state: 'pending' }))).toBe('cannot-say pending');
    expect(answer('computing')).toBe('cannot-say computing');
  });
});

describe('the evidence about candles', () => {
  it('doubts fills-possible if one fill is impossible, and supports it if at least 95 % of the fills are known', () => {
    const answer = (fills: EvidenceSources['fills']) => answerTo('fills-possible', { fills });
    expect([answer(fillsOf(95, 0, 5)), answer(fillsOf(94, 0, 6))]).toEqual([
      'supports',
      'cannot-say too-few-known-fills',
    ]);
    expect([answer(fillsOf(0, 1, 99)), answer(fillsOf(99, 1, 0))]).toEqual(['doubts', 'doubts']);
    expect(answer('computing')).toBe('cannot-say computing');
  });

  it('supports times-fit if the verdict on the times is `aligned`', () => {
    const answer = (timestamps: EvidenceSources['timestamps']) => answerTo('times-fit', { timestamps });
    expect(
      ['aligned', 'shifted', 'zone', 'no-fit', 'unit', 'unknown'].map((of) => answer(timesOf(of))),
    ).toEqual([
      'supports',
      'doubts shifted',
      'doubts zone',
      'doubts no-fit',
      'doubts unit',
      'cannot-say unknown',
    ]);
    expect(answer('too-many-trades')).toBe('cannot-say too-many-trades');
  });

  it('compares the bounds of the true drawdown with the realised drawdown to answer drawdown-seen', () => {
    const answer = (equity: EvidenceSources['equity'], maxHidden = 1.5) =>
      answerTo('drawdown-seen', { equity }, { maxHidden });
    expect([answer(equityOf(10, 12, 15)), answer(equityOf(10, 15.1, 16))]).toEqual(['supports', 'doubts']);
    expect([answer(equityOf(10, 15, 15.1)), answer(equityOf(10, 15, 15.1), 2)]).toEqual([
      'cannot-say between',
      'supports',
    ]);
    expect(answer(equityOf(0, 1, 2))).toBe('cannot-say no-realised-drawdown');
    expect(answer(equityOf(10, null, null, null))).toBe('cannot-say incomplete');
    expect(answer(equityOf(10, null, null, -1))).toBe('cannot-say equity-not-positive');
    // 1.1 · 30 is exactly 33, but as doubles it is more than 33.
    expect(answer(equityOf(30, null, 33), 1.1)).toBe('supports');
    expect(answer({ state: 'unavailable', reason: 'too-many-minutes' } as EvidenceSources['equity'])).toBe(
      'cannot-say too-many-minutes',
    );
  });
});

describe('the evidence about other questions', () => {
  it('supports market-unseen if earlier sessions saw only few of the entries', () => {
    const answer = (seenEntryShare: number | null, maxSeen = 0.2) =>
      answerTo('market-unseen', { seenEntryShare }, { maxSeen });
    expect([answer(0.2), answer(0.21), answer(0.21, 0.21), answer(null)]).toEqual([
      'supports',
      'doubts',
      'supports',
      'cannot-say no-trades',
    ]);
  });

  it('supports not-few-trades if there is a profit without the best trades', () => {
    const answer = (plNetWithoutBest: number) => answerTo('not-few-trades', ofTrades({ plNetWithoutBest }));
    expect([answer(0.01), answer(0)]).toEqual(['supports', 'doubts']);
  });
});
