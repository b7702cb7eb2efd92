import { tradeTask } from '../tasks/trade-task.js';
import { SIZING_DEFINITIONS } from './sizing-definitions.js';
import { sizing } from './sizing.js';

export const sizingTask = tradeTask({
  name: 'sizing',
  version: 2,
  definitions: SIZING_DEFINITIONS,
  compute: sizing,
});
