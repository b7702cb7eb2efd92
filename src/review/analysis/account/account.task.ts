import { tradeTask } from '../tasks/trade-task.js';
import { account } from './account.js';

export const accountTask = tradeTask({
  name: 'account',
  version: 2,
  showsSlice: false,
  compute: account,
});
