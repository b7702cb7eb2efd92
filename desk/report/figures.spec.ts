import type { Statistics } from '../../src/stats/document/statistics.dto.js';
import {
  CALCULATED_FIGURES,
  type CalculatedFigureName,
} from '../../src/shared/figures/definitions/figures.js';
import { figureOf, writeFigure } from './figures.js';
import type { SheetData } from './sheet-data.js';

const STATS = { tradeCount: 1, avgRMultiple: 0, maxRMultiple: 0 } as Statistics;
const riskOf = (rMultipleCount: number) => ({ perTrade: { rMultipleCount } }) as SheetData['risk'];

describe('an average R of 0', () => {
  it('is defined if a trade has an R', () => expect(figureOf(STATS, 'avgRMultiple', riskOf(1))).toBe(0));

  it('is undefined if no trade has an R', () =>
    expect(figureOf(STATS, 'maxRMultiple', riskOf(0))).toBeNull());

  it('counts as undefined until the number of trades with an R is loaded', () =>
    expect(figureOf(STATS, 'avgRMultiple', undefined)).toBeNull());
});

describe('the figures of a session without trades', () => {
  const names = Object.keys(CALCULATED_FIGURES) as CalculatedFigureName[];
  const zeros = Object.fromEntries(names.map((name) => [name, 0])) as unknown as Statistics;

  it.each(names)('are undefined if the definition says so: %s', (name) => {
    const isDefined = CALCULATED_FIGURES[name].undefinedWhen === null;
    expect(figureOf(zeros, name, riskOf(0))).toBe(isDefined ? 0 : null);
  });
});

it.each([
  ['plNet', '+1,200.00'],
  ['tradeCount', '1,200'],
  ['plNetPct', '+1,200.00\u00a0%'],
  ['avgRMultiple', '+1,200.00\u00a0R'],
  ['maxDrawdown', '\u22121,200.00'],
  ['maxDrawdownPct', '\u22121,200.00\u00a0%'],
] as const)('%s is written in the format of its definition', (name, text) => {
  expect(writeFigure(name, 1200, 2)).toBe(text);
});
