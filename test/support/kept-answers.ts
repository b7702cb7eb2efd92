import type { DataSource } from 'typeorm';
import { MINUTE, T } from './factories.js';

const MINUTES_OF = (spans: string) => `(
  SELECT coalesce(json_agg(m ORDER BY m), '[]') FROM unnest(${spans}) r,
    generate_series((lower(r) - ${T}) / ${MINUTE}, (upper(r) - ${T}) / ${MINUTE} - 1) m)`;

const SESSION = `
  SELECT ${MINUTES_OF('shown_before')} AS "shownBefore", ${MINUTES_OF('earlier_shown')} AS "earlierShown",
    earlier_runs AS "earlierRuns",
    json_build_object('firstAnswers', first_answers, 'changedAnswers', changed_answers, 'secondLooks', second_looks,
      'earlierLooks', earlier_looks) AS counts
  FROM sessions WHERE id = $1`;

const CHANGED = `
  SELECT kind, second_look AS mark, side, (entry_time - ${T}) / ${MINUTE} AS entry, (exit_time - ${T}) / ${MINUTE} AS exit,
    exit_price AS "exitPrice", fees_paid AS "feesPaid", stop_loss AS "stopLoss",
    EXISTS (SELECT FROM trades t WHERE t.session_id = $1 AND t.id = f.trade_id AND t.client_id = f.client_id) AS "isStored"
  FROM first_answers f WHERE session_id = $1 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9`;

const MARKS = `SELECT client_id AS "clientId", second_look AS mark FROM trades WHERE session_id = $1`;

/** What is stored of the first answers of a session. Times are minutes from T. */
export interface StoredAnswers {
  readonly shownBefore: readonly number[];
  readonly earlierShown: readonly number[];
  readonly earlierRuns: number;
  readonly counts: Readonly<Record<string, number | null>>;
  readonly changed: readonly Readonly<Record<string, unknown>>[];
  /** Marks of the stored trades by clientId. */
  readonly marks: Readonly<Record<string, string | null>>;
}

export async function storedAnswers(database: DataSource, sessionId: string): Promise<StoredAnswers> {
  const [session] = await database.query<Omit<StoredAnswers, 'changed' | 'marks'>[]>(SESSION, [sessionId]);
  const marks = await database.query<{ clientId: string; mark: string | null }[]>(MARKS, [sessionId]);
  return {
    ...session!,
    changed: await database.query(CHANGED, [sessionId]),
    marks: Object.fromEntries(marks.map(({ clientId, mark }) => [clientId, mark])),
  };
}
