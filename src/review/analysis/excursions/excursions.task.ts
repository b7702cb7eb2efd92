import type { AnalysisTask } from '../tasks/trade-task.js';
import { EXCURSION_DEFINITIONS } from './excursion-definitions.js';

/** Its response is a page of a table, so `ExcursionsService` computes it. */
export const excursionsTask = {
  name: 'excursions',
  version: 3,
  definitions: EXCURSION_DEFINITIONS,
} as const satisfies AnalysisTask;
