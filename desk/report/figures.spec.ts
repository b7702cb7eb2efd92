import type { Statistics } from '../../src/stats/document/statistics.dto.js';
import { figureOf } from './figures.js';
import type { SheetData } from './sheet-data.js';

const STATS = { tradeCount: 1, avgRMultiple: 0, maxRMultiple: 0 } as Statistics;
const riskOf = (rMultipleCount: number) => ({ perTrade: { rMultipleCount } }) as SheetData['risk'];

describe('an average R of 0', () => {
  it('is defined where a trade has an R', () => expect(figureOf(STATS, 'avgRMultiple', riskOf(1))).toBe(0));

  it('is undefined where none has', () => expect(figureOf(STATS, 'maxRMultiple', riskOf(0))).toBeNull());

  it('is taken for undefined until the count is there', () =>
    expect(figureOf(STATS, 'avgRMultiple', undefined)).toBeNull());
});
