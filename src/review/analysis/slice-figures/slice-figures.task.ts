import { tradeTask } from '../tasks/trade-task.js';
import { SLICE_FIGURES_DEFINITIONS } from './slice-figures-definitions.js';
import { type SliceFiguresSettings, sliceFigures } from './slice-figures.js';

export const figuresTask = tradeTask({
  name: 'figures',
  version: 1,
  definitions: SLICE_FIGURES_DEFINITIONS,
  // A copy of the slice takes time and memory, and the figures do not need it.
  readsMask: true,
  compute: (trades, settings: SliceFiguresSettings, { mask }) => sliceFigures(trades, mask, settings),
});
