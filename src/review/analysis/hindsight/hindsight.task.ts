import { tradeTask } from '../tasks/trade-task.js';
import { HINDSIGHT_DEFINITIONS } from './hindsight-definitions.js';
import { type HindsightSettings, hindsight } from './hindsight.js';
import type { SeenMarket } from './seen-markets.js';

export interface EarlierSettings extends HindsightSettings {
  readonly earlier: readonly SeenMarket[];
  /** True if more earlier sessions exist than `earlier` contains. */
  readonly moreSessions: boolean;
}

export const hindsightTask = tradeTask({
  name: 'hindsight',
  version: 2,
  definitions: HINDSIGHT_DEFINITIONS,
  compute: (trades, { earlier, moreSessions, ...settings }: EarlierSettings) => ({
    ...hindsight(trades, earlier, settings),
    moreSessions,
  }),
});
