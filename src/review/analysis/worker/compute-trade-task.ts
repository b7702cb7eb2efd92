import { idAt, textOrder } from '../../../platform/database/copy/copied-columns.js';
import type { MoreColumn, TradeTask } from '../tasks/trade-task.js';
import type { SlicedDetails } from './sliced-details.js';
import type { SortedDetails, TaggedDetails } from './sorted-details.js';

/** Computes a task on the given trades. This function can run in any thread. */
export function computeTradeTask<Settings, More extends MoreColumn>(
  task: TradeTask<Settings, string, More>,
  sliced: SlicedDetails<SortedDetails<More>>,
  settings: Settings,
): object {
  const { whole, mask } = sliced;
  // The trades of the slice are copied when they are read.
  const details = task.readsMask ? whole : sliced.details;
  const tags = 'tags' in details ? (details as TaggedDetails).tags : null;
  const idOf = (trade: number) => idAt(details.ids, trade);
  const compareClientIds = textOrder(details.clientIds);
  const context = { idOf, compareClientIds, tags, mask: task.readsMask ? mask : null };
  return task.compute(details.trades, settings, context);
}
