import { tradeTask } from '../tasks/trade-task.js';
import { type ExplainSettings, explainInState } from './explain-in-state.js';

export const explainTask = tradeTask({
  name: 'explain',
  version: 3,
  showsSlice: false,
  compute: (trades, settings: ExplainSettings, { idOf }) => explainInState({ ...trades, idOf }, settings),
});
