import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';
import { textsLiteral } from '../platform/database/array-literal.js';
import type { Span } from '../shared/market/spans.js';
import type { SessionKey } from './session.entity.js';
import { joinedSpans } from './joined-spans.js';

const HOUR_MS = 3_600_000;

export interface AssetMarket {
  readonly symbol: string;
  readonly feed: string;
}

/** Maximum number of spans that the deleted sessions of an hour leave for a market. */
const MAX_SPANS = 1_000;

/** The time from the first entry to the last exit of an asset, as a set of spans. */
const TRADED = `CASE WHEN first_entry_time < last_exit_time
  THEN int8multirange(int8range(first_entry_time, last_exit_time)) ELSE '{}' END`;

const IN_MARKETS = '(symbol, feed) IN (SELECT * FROM unnest($2::text[], $3::text[]))';

/** The rows are in order, so that transactions that delete sessions of the same markets do not lock each other. */
const KEEP = `
  INSERT INTO seen_spans AS k (workspace_id, symbol, feed, created_hour, spans)
  SELECT a.workspace_id, a.symbol, a.feed, s.created_at - s.created_at % ${HOUR_MS}, a.traded + coalesce(p.seen, '{}')
  FROM (SELECT workspace_id, session_id, symbol, feed, ${TRADED} AS traded FROM session_assets
        WHERE workspace_id = $1 AND session_id = $2) a
  JOIN sessions s ON s.workspace_id = a.workspace_id AND s.id = a.session_id
  LEFT JOIN playheads p ON p.workspace_id = a.workspace_id AND p.session_id = a.session_id
  WHERE NOT isempty(a.traded + coalesce(p.seen, '{}'))
  ORDER BY a.symbol, a.feed
  ON CONFLICT (workspace_id, symbol, feed, created_hour) DO UPDATE SET spans = k.spans + excluded.spans`;

const LIMIT = `
  UPDATE seen_spans SET spans = ${joinedSpans('spans', MAX_SPANS)}
  WHERE workspace_id = $1 AND (SELECT count(*) FROM unnest(spans)) > ${MAX_SPANS}
    AND (symbol, feed) IN (SELECT symbol, feed FROM session_assets WHERE workspace_id = $1 AND session_id = $2)`;

/** Returns an SQL expression for the spans of an `int8multirange` as JSON, ascending. */
export const spansAsJson = (spans: string): string =>
  `(SELECT json_agg(json_build_object('start', lower(r), 'end', upper(r)) ORDER BY r) FROM unnest(${spans}) r)`;

const SELECT_OF_DELETED = `
  SELECT symbol, feed, ${spansAsJson('spans')} AS spans
  FROM (SELECT symbol, feed, range_agg(spans) AS spans FROM seen_spans
        WHERE workspace_id = $1 AND ${IN_MARKETS} AND created_hour < $4::bigint GROUP BY symbol, feed) k
  ORDER BY symbol, feed`;

/** Each part of the statement names the workspace, so that Citus sends the statement to one shard. */
const SELECT_ALL = `
  SELECT ${spansAsJson('range_agg(seen.spans)')} AS spans
  FROM (
    SELECT ${TRADED} AS spans FROM session_assets WHERE workspace_id = $1 AND ${IN_MARKETS}
    UNION ALL
    SELECT p.seen FROM playheads p WHERE p.workspace_id = $1 AND EXISTS (
      SELECT FROM session_assets a
      WHERE a.workspace_id = $1 AND a.session_id = p.session_id AND ${IN_MARKETS})
    UNION ALL
    SELECT spans FROM seen_spans WHERE workspace_id = $1 AND ${IN_MARKETS}
  ) seen`;

/**
 * The times of markets that the sessions of a workspace have seen: in a replay, or from their first entry to their last
 * exit.
 */
@Injectable()
export class SeenSpansStore {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Keeps the times that a session has seen, in the transaction that deletes the session. */
  async keep(transaction: EntityManager, { workspaceId, id }: SessionKey): Promise<void> {
    await transaction.query(KEEP, [workspaceId, id]);
    await transaction.query(LIMIT, [workspaceId, id]);
  }

  /**
   * Returns the times that deleted sessions have seen, by market.
   * @param before epoch ms: only sessions that were created earlier, or in the same hour
   */
  ofDeleted(
    workspaceId: string,
    before: number,
    markets: readonly AssetMarket[],
  ): Promise<(AssetMarket & { readonly spans: readonly Span[] })[]> {
    return this.dataSource.query(SELECT_OF_DELETED, [workspaceId, ...listsOf(markets), before]);
  }

  /** Returns the times that any session of the workspace has seen in any of the markets, ascending and disjoint. */
  async ofAll(
    transaction: EntityManager,
    workspaceId: string,
    markets: readonly AssetMarket[],
  ): Promise<readonly Span[]> {
    const [{ spans }] = await transaction.query<[{ spans: Span[] | null }]>(SELECT_ALL, [
      workspaceId,
      ...listsOf(markets),
    ]);
    return spans ?? [];
  }
}

const listsOf = (markets: readonly AssetMarket[]) => [
  textsLiteral(markets.map(({ symbol }) => symbol)),
  textsLiteral(markets.map(({ feed }) => feed)),
];
