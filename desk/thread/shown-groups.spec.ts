import type { SheetBreakdown } from '../report/analyses/breakdown/breakdown.analysis.js';
import { MAX_SHOWN_GROUPS, shownGroups } from './shown-groups.js';

const FIGURES = { plNet: 1, expectancy: 1, netProfitFactor: null, winrate: 1 };

const breakdownOf = (...counts: number[]): SheetBreakdown => ({
  omittedGroups: 3,
  groups: counts.map((tradeCount, place) => ({
    key: String(place),
    tradeCount,
    winrateInterval: null,
    figures: { ...FIGURES, tradeCount, extra: 5 } as SheetBreakdown['groups'][number]['figures'],
  })),
});

describe('the groups of a breakdown in a report', () => {
  it('have only the figures that the report shows', () => {
    const { groups, omittedGroups } = shownGroups(breakdownOf(2, 0));
    expect(groups.map(({ figures }) => figures)).toEqual([
      { ...FIGURES, tradeCount: 2 },
      { ...FIGURES, tradeCount: 0 },
    ]);
    expect(omittedGroups).toBe(3);
  });

  it('are the groups with the most trades, in the order of the breakdown', () => {
    const many = Array.from({ length: MAX_SHOWN_GROUPS + 2 }, (_, place) =>
      place === 1 || place === 3 ? 1 : 2,
    );
    const { groups, omittedGroups } = shownGroups(breakdownOf(...many));
    expect(groups).toHaveLength(MAX_SHOWN_GROUPS);
    expect(groups.slice(0, 3).map(({ key }) => key)).toEqual(['0', '2', '4']);
    expect(omittedGroups).toBe(5);
  });
});
