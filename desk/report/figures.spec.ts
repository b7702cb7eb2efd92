import type { Statistics } from '../../src/stats/document/statistics.dto.js';
import { figureOf } from './figures.js';
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
