import type { Pool } from 'pg';
import { textAt } from '../platform/database/copy/copied-columns.js';
import { copyOut, uuidLiteral } from '../platform/database/copy/copy-out.js';
import type { SessionKey } from '../sessions/session.entity.js';

export interface TagCount {
  readonly name: string;
  readonly trades: number;
}

/** Tags of a session with the number of trades of each tag, and the number of all tags. */
export interface CountedTags {
  readonly counts: readonly TagCount[];
  readonly total: number;
}

/**
 * Number of trades per statement. The tags of this many trades are counted in moments, even if all tags are different.
 */
const TRADES_OF_A_PART = 25_000;

/**
 * Returns the most-used tags of a session; ties are sorted by code point. The database counts the tags, because a
 * session may have more tags than fit into memory.
 * @param most maximum number of tags
 * @param tradeCount number of the session's trades, or an estimate
 */
export async function readTagCounts(
  pool: Pool,
  session: SessionKey,
  { most, tradeCount }: { readonly most: number; readonly tradeCount: number },
  signal: AbortSignal,
): Promise<CountedTags> {
  const parts = Math.max(1, Math.ceil(tradeCount / TRADES_OF_A_PART));
  let largest: readonly TagCount[] = [];
  let total = 0;
  for (let part = 0; part < parts; part += 1) {
    const counted = await countPart(pool, session, { most, part, parts }, signal);
    largest = [...largest, ...counted.counts].toSorted(byCount).slice(0, most);
    total += counted.total;
  }
  return { counts: largest, total };
}

/** Counts the tags of one part. Each tag is in exactly one part. The parts keep each statement short. */
async function countPart(
  pool: Pool,
  { workspaceId, id }: SessionKey,
  { most, part, parts }: Readonly<Record<'most' | 'part' | 'parts', number>>,
  signal: AbortSignal,
): Promise<CountedTags> {
  const select = `SELECT tag, count(*)::int8, (count(*) OVER ())::int8
    FROM trades, unnest(tags) AS tag
    WHERE workspace_id = ${uuidLiteral(workspaceId)} AND session_id = ${uuidLiteral(id)}
      AND abs(hashtext(tag)::int8) % ${parts} = ${part}
    GROUP BY tag ORDER BY count(*) DESC, tag COLLATE "C" LIMIT ${most}`;
  const rows = await copyOut(pool, select, ['text', 'int8', 'int8'], { signal });
  const [names, trades, totals] = [rows.texts(0), rows.numbers(1), rows.numbers(2)];
  return {
    counts: Array.from({ length: rows.count }, (_, row) => ({
      name: textAt(names, row),
      trades: trades[row]!,
    })),
    total: totals[0] ?? 0,
  };
}

const byCount = (one: TagCount, other: TagCount): number =>
  other.trades - one.trades || Buffer.compare(Buffer.from(one.name), Buffer.from(other.name));
