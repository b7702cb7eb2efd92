import { tradeTask } from '../tasks/trade-task.js';
import { tradeEvidence } from './trade-evidence.js';

export const evidenceTask = tradeTask({
  name: 'evidence',
  version: 3,
  showsSlice: false,
  columns: ['spreadPaid', 'slippagePaid'],
  compute: tradeEvidence,
});
