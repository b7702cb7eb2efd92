import { Injectable } from '@nestjs/common';
import { DataSource, EntityManager } from 'typeorm';
import { textsLiteral } from '../platform/database/array-literal.js';
import { binaryArray } from '../platform/database/binary-array.js';
import { type AnswerDelta, addedAnswers, answersIn } from './answer-counts.js';
import type { SessionKey } from './session.entity.js';
import { type AssetSpan, type LostEnds, type Summary, type SummaryChange, lostEnds } from './summary.js';

/**
 * Figures of all trades of sessions. A double is first converted to text, its shortest decimal form, and then to
 * `numeric`, because a direct cast keeps only 15 digits. (From 2^53 on, PostgreSQL may print one digit more than
 * JavaScript.)
 */
const AGGREGATES = `
  count(*)::int AS trade_count,
  count(*) FILTER (WHERE pl_net > 0)::int AS win_count,
  count(*) FILTER (WHERE pl_net < 0)::int AS loss_count,
  count(*) FILTER (WHERE pl_net = 0)::int AS break_even_count,
  coalesce(sum(pl_gross::text::numeric), 0) AS pl_gross,
  coalesce(sum(fees_paid::text::numeric), 0) AS fees_paid,
  coalesce(sum(pl_net::text::numeric), 0) AS pl_net,
  min(entry_time) AS first_entry_time,
  max(exit_time) AS last_exit_time`;

const SUMMARY_COLUMNS = [
  'trade_count',
  'win_count',
  'loss_count',
  'break_even_count',
  'pl_gross',
  'fees_paid',
  'pl_net',
  'first_entry_time',
  'last_exit_time',
];

/** Column values for sessions without trades, which have no row of figures. */
const SUMMARIZED = SUMMARY_COLUMNS.map((column) =>
  column.endsWith('_time') ? `f.${column}` : `coalesce(f.${column}, 0)`,
);

const SELECT_COMPUTED = `
  SELECT session_id AS id, trade_count AS "tradeCount", win_count AS "winCount", loss_count AS "lossCount",
    break_even_count AS "breakEvenCount", pl_gross AS "plGross", fees_paid AS "feesPaid", pl_net AS "plNet",
    first_entry_time AS "firstEntryTime", last_exit_time AS "lastExitTime"
  FROM (SELECT session_id, ${AGGREGATES} FROM trades
        WHERE workspace_id = $1 AND session_id = ANY($2::uuid[]) GROUP BY session_id) f`;

const ADD_ANSWERS = `UPDATE sessions SET ${addedAnswers(3)} WHERE workspace_id = $1 AND id = $2`;

/**
 * Adds the changes of trades to a summary, and keeps the last exit before the change in `front`. The second part of the
 * statement does not see what the first part wrote, so both parts use LEAST and GREATEST.
 */
const ADD_DELTA = `
  WITH widened AS (
    UPDATE session_assets a
    SET first_entry_time = LEAST(a.first_entry_time, v.first), last_exit_time = GREATEST(a.last_exit_time, v.last)
    FROM unnest($3::text[], $4::text[], $5::bigint[], $6::bigint[]) AS v (symbol, feed, first, last)
    WHERE a.workspace_id = $1 AND a.session_id = $2 AND a.symbol = v.symbol AND a.feed = v.feed
      AND (a.first_entry_time IS NULL OR v.first < a.first_entry_time OR v.last > a.last_exit_time)
  )
  UPDATE sessions
  SET revision = revision + 1, summary_revision = revision + 1,
    trade_count = trade_count + $7::int, win_count = win_count + $8::int, loss_count = loss_count + $9::int,
    break_even_count = break_even_count + $10::int, pl_gross = pl_gross + $11::numeric,
    fees_paid = fees_paid + $12::numeric, pl_net = pl_net + $13::numeric,
    first_entry_time = LEAST($14::bigint, (SELECT min(first_entry_time) FROM session_assets
                                           WHERE workspace_id = $1 AND session_id = $2)),
    last_exit_time = GREATEST($15::bigint, (SELECT max(last_exit_time) FROM session_assets
                                            WHERE workspace_id = $1 AND session_id = $2)),
    trades_changed_at = $16::bigint, front = GREATEST(front, last_exit_time), ${addedAnswers(17)}
  WHERE workspace_id = $1 AND id = $2`;

/**
 * Finds the new bound of an asset's span if the trade at the bound was removed. CASE limits the search to this case. An
 * index supports the search for the last exit. No index supports the search for the first entry: it would slow every
 * ingest, while this rare search takes only 0.3 s in a session of a million trades.
 */
const NARROW_ASSETS = `
  UPDATE session_assets a
  SET first_entry_time = CASE WHEN a.first_entry_time >= v.first THEN
        (SELECT min(entry_time) FROM trades t WHERE t.workspace_id = $1 AND t.session_id = $2 AND t.symbol = a.symbol
         AND t.feed = a.feed) ELSE a.first_entry_time END,
    last_exit_time = CASE WHEN a.last_exit_time <= v.last THEN
        (SELECT exit_time FROM trades t WHERE t.workspace_id = $1 AND t.session_id = $2 AND t.symbol = a.symbol
         AND t.feed = a.feed ORDER BY t.exit_time DESC LIMIT 1) ELSE a.last_exit_time END
  FROM unnest($3::text[], $4::text[], $5::bigint[], $6::bigint[]) AS v (symbol, feed, first, last)
  WHERE a.workspace_id = $1 AND a.session_id = $2 AND a.symbol = v.symbol AND a.feed = v.feed
    AND (a.first_entry_time >= v.first OR a.last_exit_time <= v.last)`;

const SPANS_BY_ASSET = `
  SELECT symbol, feed, min(entry_time) AS first, max(exit_time) AS last
  FROM trades WHERE workspace_id = $1 AND session_id = $2 GROUP BY symbol, feed`;

const RECOMPUTE_ASSETS = `
  UPDATE session_assets a
  SET first_entry_time = f.first, last_exit_time = f.last
  FROM session_assets b LEFT JOIN (${SPANS_BY_ASSET}) f ON f.symbol = b.symbol AND f.feed = b.feed
  WHERE b.workspace_id = $1 AND b.session_id = $2
    AND a.workspace_id = $1 AND a.session_id = $2 AND a.position = b.position`;

const SELECT_SPANS = `
  SELECT session_id AS id, symbol, feed, min(entry_time) AS "firstEntryTime", max(exit_time) AS "lastExitTime"
  FROM trades WHERE workspace_id = $1 AND session_id = ANY($2::uuid[]) GROUP BY session_id, symbol, feed`;

/** $3 is 1 if trades have changed at $4, and 0 if only the summary is recomputed. */
const RECOMPUTE = `
  UPDATE sessions s
  SET revision = s.revision + $3::int, summary_revision = s.revision + $3::int,
    trade_count = f.trade_count, win_count = f.win_count, loss_count = f.loss_count,
    break_even_count = f.break_even_count, pl_gross = f.pl_gross, fees_paid = f.fees_paid, pl_net = f.pl_net,
    first_entry_time = f.first_entry_time, last_exit_time = f.last_exit_time,
    trades_changed_at = CASE WHEN $3::int = 1 THEN $4::bigint ELSE s.trades_changed_at END
  FROM (SELECT ${AGGREGATES} FROM trades WHERE workspace_id = $1 AND session_id = $2) f
  WHERE s.workspace_id = $1 AND s.id = $2`;

/**
 * Recomputes the summaries of a whole workspace. A row whose recomputed values equal the stored values is not written,
 * so its sums keep their number of decimals.
 */
const RECOMPUTE_ALL = `
  UPDATE sessions s
  SET summary_revision = s.revision, (${SUMMARY_COLUMNS.join(', ')}) = ROW (${SUMMARIZED.join(', ')})
  FROM sessions b LEFT JOIN (
    SELECT session_id, ${AGGREGATES} FROM trades WHERE workspace_id = $1 GROUP BY session_id
  ) f ON f.session_id = b.id
  WHERE b.workspace_id = $1 AND s.workspace_id = $1 AND s.id = b.id
    AND (s.summary_revision, ${SUMMARY_COLUMNS.map((column) => `s.${column}`).join(', ')})
      IS DISTINCT FROM (s.revision, ${SUMMARIZED.join(', ')})`;

const RECOMPUTE_ALL_ASSETS = `
  UPDATE session_assets a
  SET first_entry_time = f.first, last_exit_time = f.last
  FROM session_assets b LEFT JOIN (
    SELECT session_id, symbol, feed, min(entry_time) AS first, max(exit_time) AS last
    FROM trades WHERE workspace_id = $1 GROUP BY session_id, symbol, feed
  ) f ON f.session_id = b.session_id AND f.symbol = b.symbol AND f.feed = b.feed
  WHERE b.workspace_id = $1 AND a.workspace_id = $1 AND a.session_id = b.session_id AND a.position = b.position
    AND (a.first_entry_time, a.last_exit_time) IS DISTINCT FROM (f.first, f.last)`;

/** Reads all workspaces, in the order of the primary key. */
const SELECT_OUTDATED = `
  SELECT workspace_id AS "workspaceId", id FROM sessions
  WHERE summary_revision IS DISTINCT FROM revision AND (workspace_id, id) > ($1::uuid, $2::uuid)
  ORDER BY workspace_id, id LIMIT $3`;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** The summaries of sessions. All writes happen in the transaction that locks the session. */
@Injectable()
export class SummariesStore {
  constructor(private readonly dataSource: DataSource) {}

  /** Raises the revision of a session whose summary is up to date, and adds the changes of trades to the summary. */
  async addChange(
    transaction: EntityManager,
    owner: SessionKey,
    change: SummaryChange,
    answers: AnswerDelta,
  ): Promise<void> {
    const { delta, added } = change;
    const key = [owner.workspaceId, owner.id];
    const lost = lostEnds(change);
    if (lost.length > 0) await transaction.query(NARROW_ASSETS, [...key, ...spanColumns(lost)]);
    await transaction.query(ADD_DELTA, [
      ...key,
      ...spanColumns(added),
      delta.tradeCount,
      delta.winCount,
      delta.lossCount,
      delta.breakEvenCount,
      delta.plGross,
      delta.feesPaid,
      delta.plNet,
      added.length === 0 ? null : Math.min(...added.map(({ firstEntryTime }) => firstEntryTime)),
      added.length === 0 ? null : Math.max(...added.map(({ lastExitTime }) => lastExitTime)),
      Date.now(),
      ...answersIn(answers),
    ]);
  }

  async addAnswers(
    transaction: EntityManager,
    { workspaceId, id }: SessionKey,
    answers: AnswerDelta,
  ): Promise<void> {
    await transaction.query(ADD_ANSWERS, [workspaceId, id, ...answersIn(answers)]);
  }

  /** Computes the summary of a session from all its trades, stores the summary, and raises the revision by `raised`. */
  async recompute(transaction: EntityManager, { workspaceId, id }: SessionKey, raised: 0 | 1): Promise<void> {
    await transaction.query(RECOMPUTE_ASSETS, [workspaceId, id]);
    await transaction.query(RECOMPUTE, [workspaceId, id, raised, Date.now()]);
  }

  /**
   * Computes the summaries of all sessions of a workspace from all its trades, and stores the summaries that differ.
   */
  async recomputeAll(transaction: EntityManager, workspaceId: string): Promise<void> {
    await transaction.query(RECOMPUTE_ALL_ASSETS, [workspaceId]);
    await transaction.query(RECOMPUTE_ALL, [workspaceId]);
  }

  /**
   * Computes the first entry and the last exit of each asset from all trades of sessions. The map is keyed by session;
   * its assets are in no particular order. Assets without trades are left out.
   */
  async computeSpans(workspaceId: string, ids: readonly string[]): Promise<Map<string, AssetSpan[]>> {
    const rows = await this.dataSource.query<(AssetSpan & { readonly id: string })[]>(SELECT_SPANS, [
      workspaceId,
      ids,
    ]);
    const spans = new Map<string, AssetSpan[]>(rows.map(({ id }) => [id, []]));
    for (const { id, ...span } of rows) spans.get(id)!.push(span);
    return spans;
  }

  /** Returns sessions whose summary is not up to date: the first `most` after the given session. */
  outdated(after: SessionKey | undefined, most: number): Promise<SessionKey[]> {
    return this.dataSource.query(SELECT_OUTDATED, [
      after?.workspaceId ?? FIRST_ID,
      after?.id ?? FIRST_ID,
      most,
    ]);
  }

  /**
   * Computes the summaries of sessions from all their trades. The map is keyed by session; sessions without trades are
   * left out.
   */
  async compute(
    workspaceId: string,
    ids: readonly string[],
    database: Pick<EntityManager, 'query'> = this.dataSource,
  ): Promise<Map<string, Summary>> {
    const rows = await database.query<(Summary & { readonly id: string })[]>(SELECT_COMPUTED, [
      workspaceId,
      ids,
    ]);
    return new Map(rows.map(({ id, ...summary }) => [id, summary]));
  }
}

const spanColumns = (spans: readonly LostEnds[]) => [
  ...(['symbol', 'feed'] as const).map((name) => textsLiteral(spans.map((span) => span[name]))),
  ...(['firstEntryTime', 'lastExitTime'] as const).map((name) =>
    binaryArray(
      spans.map((span) => span[name]),
      'bigint',
    ),
  ),
];
