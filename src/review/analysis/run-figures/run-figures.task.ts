import { tradeTask } from '../tasks/trade-task.js';
import { runFigures } from './run-figures.js';

export const runTask = tradeTask({ name: 'run', version: 1, showsSlice: false, compute: runFigures });
