import type { StatisticsSettings } from '../../../shared/figures/calculator/calculate-statistics.js';
import { tradeTask } from '../tasks/trade-task.js';
import { POSITIONS_DEFINITIONS } from './positions-definitions.js';
import { positions } from './positions.js';

export const positionsTask = tradeTask({
  name: 'positions',
  version: 1,
  definitions: POSITIONS_DEFINITIONS,
  columns: ['position'],
  compute: (trades, settings: StatisticsSettings, { compareClientIds }) =>
    positions(trades, settings, compareClientIds),
});
