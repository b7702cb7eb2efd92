import { Injectable } from '@nestjs/common';
import { Environment } from '../../../platform/config/environment.js';
import { type EarlierSessions, EarlierSessionsService } from '../../../sessions/earlier-sessions.service.js';
import { isReplay } from '../../../sessions/is-replay.js';
import { PlayheadsStore } from '../../../sessions/playheads.store.js';
import type { AssetMarket } from '../../../sessions/seen-spans.store.js';
import type { Session } from '../../../sessions/session.entity.js';
import { SessionsService } from '../../../sessions/sessions.service.js';
import { closesAtTimes } from '../../../shared/market/calendars.js';
import { SummariesService } from '../../../sessions/summaries.service.js';
import { type SliceParameters, filtersIn } from '../slices/slice-filters.js';

/**
 * The facts, besides the query, on which the settings of an analysis may depend. Facts that are not needed are not
 * read.
 */
export interface RequestFacts {
  readonly session: Session;
  /** Time for which a trade is followed after its entry, ms. */
  readonly horizonMs: number;
  /** Returns the market of each asset, by position of the asset. */
  readonly markets: () => Promise<readonly AssetMarket[]>;
  /** Returns whether a market of the session closes at times. */
  readonly hasClosingMarket: () => Promise<boolean>;
  /**
   * Returns the number of trades, which is stored with the session, so that a request for too much work is refused
   * before any work begins. Returns null for a slice, because only the thread that reads the trades can count how many
   * of them meet the filters.
   */
  readonly tradeCount: () => Promise<number | null>;
  /** Returns the earlier sessions that traded at least one of these markets. */
  readonly earlierIn: (markets: readonly AssetMarket[]) => Promise<EarlierSessions>;
}

/** Reads the facts about a session on which the settings of an analysis depend. */
@Injectable()
export class RequestFactsService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly summaries: SummariesService,
    private readonly earlier: EarlierSessionsService,
    private readonly playheads: PlayheadsStore,
    private readonly environment: Environment,
  ) {}

  of(session: Session, query: SliceParameters): RequestFacts {
    const assetsOf = () => this.sessions.getAssets(session.workspaceId, session.id);
    return {
      session,
      horizonMs: this.environment.IDEAL_R_HORIZON_MS,
      markets: async () => (await assetsOf()).map(({ symbol, feed }) => ({ symbol, feed })),
      hasClosingMarket: async () =>
        (await assetsOf()).some(({ calendarCode }) => closesAtTimes(calendarCode)),
      tradeCount: async () => (filtersIn(query) === null ? this.tradeCountOf(session) : null),
      earlierIn: (markets) => this.earlier.before(session, markets),
    };
  }

  /**
   * Returns the latest instant that an active replay by hand has shown; null without a playhead, and for other
   * sessions.
   */
  async furthestOf(session: Session): Promise<number | null> {
    return isReplay(session) ? ((await this.playheads.find(session))?.furthest ?? null) : null;
  }

  /** Returns the number of all trades of a session. */
  async tradeCountOf(session: Session): Promise<number> {
    const [summary] = await this.summaries.list(session.workspaceId, [session]);
    return summary!.tradeCount;
  }
}
