import type { SheetBreakdown } from '../report/analyses/breakdown/breakdown.analysis.js';

/** Maximum number of groups of a breakdown in a report. The groups with the most trades are shown. */
export const MAX_SHOWN_GROUPS = 200;

/** Returns a breakdown with the groups and the figures that a report shows. */
export function shownGroups({ groups, omittedGroups }: SheetBreakdown): SheetBreakdown {
  const least =
    groups.map(({ tradeCount }) => tradeCount).toSorted((a, b) => b - a)[MAX_SHOWN_GROUPS - 1] ?? 0;
  const shown = groups.filter(({ tradeCount }) => tradeCount >= least).slice(0, MAX_SHOWN_GROUPS);
  return {
    omittedGroups: omittedGroups + groups.length - shown.length,
    groups: shown.map(({ key, tradeCount, winrateInterval, figures }) => ({
      key,
      tradeCount,
      winrateInterval,
      figures: {
        tradeCount: figures.tradeCount,
        plNet: figures.plNet,
        expectancy: figures.expectancy,
        netProfitFactor: figures.netProfitFactor,
        winrate: figures.winrate,
      },
    })),
  };
}
