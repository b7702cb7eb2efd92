import { idAt, idOrder, textAt, textOrder } from '../../../platform/database/copy/copied-columns.js';
import type { Done } from '../../../platform/worker/serve-jobs.js';
import { type AnswerRows, readAnswerRows } from '../../../trades/read-answer-rows.js';
import type { TradesWithCount } from '../../../trades/with-trade-count.js';
import type { AnswerContext, AnswerTask } from '../tasks/answer-task.js';
import { jsonDone } from './json-done.js';
import type { DetailReads } from './sliced-details.js';

/** Reads the answers of a session, and computes a task. The answers are not cached. */
export async function doAnswerTask(
  { pool, signal, last }: DetailReads,
  session: TradesWithCount,
  task: AnswerTask,
  settings: unknown,
): Promise<Done> {
  last.makeRoomFor(session);
  const rows = await readAnswerRows(pool, session, { expected: session.tradeCount, signal });
  return jsonDone(task.compute(rows.answers, settings, contextOf(rows)), rows.answers.count);
}

const contextOf = ({ ids, clientIds }: AnswerRows): AnswerContext => ({
  idOf: (row) => idAt(ids, row),
  clientIdOf: (row) => textAt(clientIds, row),
  compareIds: idOrder(ids),
  compareClientIds: textOrder(clientIds),
});
