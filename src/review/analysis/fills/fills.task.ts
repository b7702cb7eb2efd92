import type { AnalysisTask } from '../tasks/trade-task.js';
import { FILL_DEFINITIONS } from './fill-definitions.js';

/** Its response is a page of a table, so `FillsService` computes it. */
export const fillsTask = {
  name: 'fills',
  version: 3,
  definitions: FILL_DEFINITIONS,
} as const satisfies AnalysisTask;
