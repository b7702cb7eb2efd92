import type { StatisticsSettings } from '../../../shared/figures/calculator/calculate-statistics.js';
import { tradeTask } from '../tasks/trade-task.js';
import { BREAKDOWN_DEFINITIONS } from './breakdown-definitions.js';
import { type BreakdownBy, breakdown } from './breakdown.js';
import type { GroupSettings } from './group-trades.js';

export interface BreakdownSettings extends GroupSettings, StatisticsSettings {
  readonly by: BreakdownBy;
}

export const breakdownTask = tradeTask({
  name: 'breakdown',
  version: 2,
  definitions: BREAKDOWN_DEFINITIONS,
  readsTags: ({ by }) => by === 'tag',
  compute: (trades, { by, ...settings }: BreakdownSettings, { tags }) =>
    breakdown({ ...trades, tags }, by, settings),
});
