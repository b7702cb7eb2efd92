import { tradeTask } from '../tasks/trade-task.js';
import { CONFIDENCE_DEFINITIONS } from './confidence-definitions.js';
import { confidenceIntervals } from './confidence-intervals.js';

export const confidenceTask = tradeTask({
  name: 'confidence',
  version: 2,
  definitions: CONFIDENCE_DEFINITIONS,
  compute: confidenceIntervals,
});
