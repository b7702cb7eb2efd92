import type { SheetData } from '../../sheet-data.js';
import type { SheetBreakdown } from './breakdown.analysis.js';
import { breakdownParts } from './breakdown-parts.js';

const breakdownOf = (counts: Readonly<Record<string, number>>, untagged = 0): SheetBreakdown => ({
  omittedGroups: 0,
  groups: [...Object.entries(counts), ...(untagged > 0 ? [[null, untagged] as const] : [])].map(
    ([key, tradeCount]) => ({
      key,
      tradeCount,
      winrateInterval: null,
      figures: { tradeCount, plNet: 1, expectancy: 1, netProfitFactor: null, winrate: 1 },
    }),
  ),
});

const shown = (data: Partial<SheetData>) =>
  Object.fromEntries(
    breakdownParts(data as SheetData).map(({ title, rows }) => [title, rows.map(({ name }) => name)]),
  );

describe('the breakdowns of a sheet', () => {
  it('keep entry reasons, exit reasons and other tags apart, the most frequent first', () => {
    const byTag = breakdownOf({ 'enter:a': 1, 'enter:b': 3, 'exit:roi': 2, news: 1 }, 4);
    expect(shown({ byTag })).toEqual({
      'Entry reason': ['b', 'a'],
      'Exit reason': ['roi'],
      Tag: ['without a tag', 'news'],
    });
  });

  it('have no table of tags if there are no tags', () => {
    expect(shown({ byTag: breakdownOf({}, 5) })).toEqual({});
    expect(shown({ byTag: breakdownOf({ 'exit:roi': 2 }, 5) })).toEqual({ 'Exit reason': ['roi'] });
  });

  it('include symbols only if there are several symbols, and list the newest month first', () => {
    expect(shown({ bySymbol: breakdownOf({ A: 1 }) })).toEqual({});
    expect(shown({ bySymbol: breakdownOf({ A: 1, B: 2 }) })).toEqual({ Symbol: ['B', 'A'] });
    expect(shown({ byMonth: breakdownOf({ '2024-01': 1, '2024-02': 2 }) })).toEqual({
      Month: ['2024-02', '2024-01'],
    });
  });

  it('name weekdays and durations', () => {
    expect(shown({ byWeekday: breakdownOf({ 1: 1, 7: 0 }) })).toEqual({ Weekday: ['Mon', 'Sun'] });
    expect(shown({ byDuration: breakdownOf({ '<1m': 1, '15m-1h': 1, '>=1w': 1 }) })).toEqual({
      Duration: ['below 1\u00a0m', '15\u00a0m to 1\u00a0h', 'from 1\u00a0w'],
    });
  });

  it('have the keys that filters accept; durations and trades without a tag have no keys', () => {
    const keys = (data: Partial<SheetData>) =>
      breakdownParts(data as SheetData).map(({ by, rows }) => [by, rows.map(({ key }) => key)]);
    expect(keys({ byTag: breakdownOf({ 'enter:a': 1, 'exit:roi': 2, news: 1 }, 4) })).toEqual([
      ['tag', ['enter:a']],
      ['tag', ['exit:roi']],
      ['tag', [undefined, 'news']],
    ]);
    expect(keys({ byWeekday: breakdownOf({ 1: 1, 7: 2 }) })).toEqual([['weekday', ['1', '7']]]);
    expect(keys({ byDuration: breakdownOf({ '<1m': 1 }) })).toEqual([[null, ['<1m']]]);
  });
});
