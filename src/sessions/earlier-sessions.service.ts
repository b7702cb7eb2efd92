import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { equalTo } from '../platform/database/equal-to.js';
import { textsLiteral } from '../platform/database/array-literal.js';
import type { Session } from './session.entity.js';
import { SummariesStore } from './summaries.store.js';
import { type AssetSpan, type Versioned, isSummaryOf } from './summary.js';

/** A session with the first entry and the last exit of each market that it traded. */
export interface TradedMarkets extends Pick<Session, 'id' | 'name'> {
  readonly spans: readonly AssetSpan[];
}

export interface EarlierSessions {
  /** Oldest first. */
  readonly sessions: readonly TradedMarkets[];
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
       ORDER BY position) a) AS spans
  FROM (SELECT id, name, revision, summary_revision, created_at FROM sessions
        WHERE ${equalTo('workspace_id', '$1')} AND (created_at, id) < ($2::bigint, $3::uuid)
        ORDER BY created_at DESC, id DESC LIMIT ${MAX_EARLIER + 1}) s
  ORDER BY created_at DESC, id DESC`;

/** Reads from the summaries which markets the earlier sessions of a workspace traded, and when. */
@Injectable()
export class EarlierSessionsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly summaries: SummariesStore,
  ) {}

  /**
   * Returns the earlier sessions, ordered by createdAt and then id, that traded at least one of the given markets.
   * Spans of other markets may be included if a summary is outdated.
   */
  async before(
    { workspaceId, createdAt, id }: Pick<Session, 'workspaceId' | 'createdAt' | 'id'>,
    markets: readonly Pick<AssetSpan, 'symbol' | 'feed'>[],
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
    const sessions = inMarkets.toReversed().map((row) => ({
      id: row.id,
      name: row.name,
      spans: computed.get(row.id) ?? row.spans!.filter(isTraded),
    }));
    return {
      sessions: sessions.filter(({ spans }) => spans.length > 0),
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
  readonly spans: (Omit<AssetSpan, Times> & { readonly [Time in Times]: number | null })[] | null;
}

type Times = 'firstEntryTime' | 'lastExitTime';

const isTraded = (span: NonNullable<EarlierRow['spans']>[number]): span is AssetSpan =>
  span.firstEntryTime !== null;
