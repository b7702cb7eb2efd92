import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { equalTo } from '../platform/database/equal-to.js';
import { textsLiteral } from '../platform/database/array-literal.js';
import { type Span, mergeSpans } from '../shared/market/spans.js';
import { type AssetMarket, SeenSpansStore, spansAsJson } from './seen-spans.store.js';
import type { Session } from './session.entity.js';
import { SummariesStore } from './summaries.store.js';
import { type AssetSpan, type Versioned, isSummaryOf } from './summary.js';

/**
 * The times that a session has seen in each of its markets: from the first entry to the last exit, and in its replay.
 * The sessions that were deleted are one element without an id.
 */
export interface SeenMarkets {
  readonly id: string | null;
  readonly name: string | null;
  readonly spans: readonly SeenSpan[];
}

export interface SeenSpan extends AssetMarket, Span {}

export interface EarlierSessions {
  /** Oldest first, then the sessions that were deleted. */
  readonly sessions: readonly SeenMarkets[];
  /** True if there are earlier sessions that were not read. */
  readonly hasMore: boolean;
}

/** Maximum number of earlier sessions to read, newest first. Each session costs a look-up of its assets. */
const MAX_EARLIER = 2_000;

/** Number of sessions per statement that computes spans. */
const BATCH = 100;

/** Each part of the statement names the workspace, so that Citus sends the statement to one shard. */
const SELECT_EARLIER = `
  SELECT $1::uuid AS "workspaceId", id, name, revision, summary_revision AS "summaryRevision",
    (SELECT json_agg(a) FROM (
       SELECT symbol, feed, first_entry_time AS "firstEntryTime", last_exit_time AS "lastExitTime"
       FROM session_assets WHERE workspace_id = $1 AND session_id = s.id
         AND (symbol, feed) IN (SELECT * FROM unnest($4::text[], $5::text[]))
       ORDER BY position) a) AS spans,
    (SELECT ${spansAsJson('seen')} FROM playheads WHERE workspace_id = $1 AND session_id = s.id) AS seen
  FROM (SELECT id, name, revision, summary_revision, created_at FROM sessions
        WHERE ${equalTo('workspace_id', '$1')} AND (created_at, id) < ($2::bigint, $3::uuid)
        ORDER BY created_at DESC, id DESC LIMIT ${MAX_EARLIER + 1}) s
  ORDER BY created_at DESC, id DESC`;

/** Reads which times of which markets the earlier sessions of a workspace have seen. */
@Injectable()
export class EarlierSessionsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly summaries: SummariesStore,
    private readonly seen: SeenSpansStore,
  ) {}

  /**
   * Returns the earlier sessions, ordered by createdAt and then id, that have seen at least one of the given markets, and
   * the deleted sessions. Spans of other markets may be included if a summary is outdated.
   */
  async before(
    { workspaceId, createdAt, id }: Pick<Session, 'workspaceId' | 'createdAt' | 'id'>,
    markets: readonly AssetMarket[],
  ): Promise<EarlierSessions> {
    const rows = await this.dataSource.query<EarlierRow[]>(SELECT_EARLIER, [
      workspaceId,
      createdAt,
      id,
      textsLiteral(markets.map(({ symbol }) => symbol)),
      textsLiteral(markets.map(({ feed }) => feed)),
    ]);
    const inMarkets = rows.slice(0, MAX_EARLIER).filter(({ spans }) => spans !== null);
    const computed = await this.compute(workspaceId, inMarkets);
    const sessions = inMarkets.toReversed().map((row): SeenMarkets => {
      const traded = computed.get(row.id) ?? row.spans!.filter(isTraded);
      const spans = row.spans!.flatMap((market) =>
        inMarket(market, mergeSpans([...spansIn(traded, market), ...(row.seen ?? [])])),
      );
      return { id: row.id, name: row.name, spans };
    });
    const deleted = (await this.seen.ofDeleted(workspaceId, createdAt, markets)).flatMap((market) =>
      inMarket(market, market.spans),
    );
    return {
      sessions: [...sessions, { id: null, name: null, spans: deleted }].filter(
        ({ spans }) => spans.length > 0,
      ),
      hasMore: rows.length > MAX_EARLIER,
    };
  }

  /** Computes the spans of sessions whose stored summary is not up to date. */
  private async compute(
    workspaceId: string,
    rows: readonly EarlierRow[],
  ): Promise<Map<string, readonly AssetSpan[]>> {
    const outdated = rows.filter((row) => !isSummaryOf(row)).map(({ id }) => id);
    const computed = new Map<string, readonly AssetSpan[]>(outdated.map((id) => [id, []]));
    for (let start = 0; start < outdated.length; start += BATCH) {
      const spans = await this.summaries.computeSpans(workspaceId, outdated.slice(start, start + BATCH));
      for (const [id, ofSession] of spans) computed.set(id, ofSession);
    }
    return computed;
  }
}

interface EarlierRow extends Versioned, Pick<Session, 'name'> {
  /** The requested markets that the session has. Times are null if the session has no trades. */
  readonly spans: (AssetMarket & { readonly [Time in Times]: number | null })[] | null;
  /** The times that its replay has seen; null if it has no playhead. */
  readonly seen: readonly Span[] | null;
}

type Times = 'firstEntryTime' | 'lastExitTime';

const isTraded = (span: NonNullable<EarlierRow['spans']>[number]): span is AssetSpan =>
  span.firstEntryTime !== null;

const spansIn = (traded: readonly AssetSpan[], { symbol, feed }: AssetMarket): Span[] =>
  traded
    .filter((span) => span.symbol === symbol && span.feed === feed)
    .map(({ firstEntryTime, lastExitTime }) => ({ start: firstEntryTime, end: lastExitTime }));

const inMarket = ({ symbol, feed }: AssetMarket, spans: readonly Span[]): SeenSpan[] =>
  spans.map(({ start, end }) => ({ symbol, feed, start, end }));
