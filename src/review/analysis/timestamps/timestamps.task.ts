import type { AnalysisTask } from '../tasks/trade-task.js';
import { TIMESTAMP_DEFINITIONS } from './timestamp-definitions.js';

/** It also checks trades that are not stored, so `TimestampsService` computes it. */
export const timestampsTask = {
  name: 'timestamps',
  version: 2,
  definitions: TIMESTAMP_DEFINITIONS,
  showsSlice: false,
} as const satisfies AnalysisTask;
