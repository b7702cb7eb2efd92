import { Injectable } from '@nestjs/common';
import { Environment } from '../../platform/config/environment.js';
import { isReplay } from '../../sessions/is-replay.js';
import { SessionState, SessionsService } from '../../sessions/sessions.service.js';
import type { TradeCounts } from '../../trades/trade-figures.js';
import { TradesService } from '../../trades/trades.service.js';
import { measured, unmeasured } from './analytics.js';
import { IdealRAnalysisDto, IdealRMarketDto } from './ideal-r.dto.js';
import { MarketCandles, type WalkedMarket } from './market-candles.js';
import { type MarketWindows, marketsOf } from './market-windows.js';
import { type IdealRSettings, observe } from './observations.js';
import { RISK_COLUMNS, type RiskedTrades, riskedTrades } from './risked-trades.js';
import { newWalks } from './walk-minutes.js';
import { isOffTheMinute } from './windows.js';

/** Maximum time that a request to finish a session waits for missing candles, ms. */
export const FINISH_WAIT_MS = 3_000;

/**
 * Maximum time that a request for statistics waits for missing candles, ms. The time is short, because the client can
 * repeat the request.
 */
export const READ_WAIT_MS = 1_000;

export interface IdealRResult {
  readonly analysis: IdealRAnalysisDto;
  /** True if some bars may still change. The analysis may then change although the session stays the same. */
  readonly mayChange: boolean;
}

@Injectable()
export class IdealRService {
  constructor(
    private readonly environment: Environment,
    private readonly sessions: SessionsService,
    private readonly tradesService: TradesService,
    private readonly candles: MarketCandles,
  ) {}

  /**
   * Returns the ideal-R analysis of a session in any state.
   * @param counts numbers of the session's trades, read together with this state of the session
   * @param breakEvenThreshold |plNet| up to which a trade is not a loss
   * @param waitMs maximum time to wait for missing candles
   */
  async analyse(
    session: SessionState,
    counts: TradeCounts,
    breakEvenThreshold: number,
    waitMs: number,
  ): Promise<IdealRResult> {
    const { IDEAL_R_HORIZON_MS: horizonMs, IDEAL_R_THRESHOLD: thresholdR } = this.environment;
    const settings = { horizonMs, thresholdR, breakEvenThreshold };
    const blank = { analytics: unmeasured(counts, settings), markets: [] };
    const final = (analysis: IdealRAnalysisDto) => ({ analysis, mayChange: false });
    if (isReplay(session)) return final({ state: 'deferred', reason: 'session-active', ...blank });
    if (counts.total === 0) return final({ state: 'unavailable', reason: 'no-trades', ...blank });
    if (counts.eligible === 0) return final({ state: 'unavailable', reason: 'no-valid-stops', ...blank });

    const [figures, assets] = await Promise.all([
      this.tradesService.readColumns(session, RISK_COLUMNS, { isRisked: true, expected: counts.eligible }),
      this.sessions.getAssets(session.workspaceId, session.id),
    ]);
    const trades = riskedTrades(figures);
    // Trades may have been added to an active session since they were counted.
    const added = figures.count - counts.eligible;
    const read = { total: counts.total + added, eligible: figures.count };
    const markets = marketsOf(trades, assets, horizonMs);
    if (!(await this.candles.load(session.id, markets, waitMs))) {
      return { analysis: { state: 'pending', reason: 'candles-loading', ...blank }, mayChange: true };
    }
    const reason = session.status === 'active' ? 'session-active' : 'session-finished';
    return this.walk(trades, markets, read, { ...settings, reason });
  }

  /** Walks through the markets one after another, so that only the bars of one market are in memory. */
  private async walk(
    trades: RiskedTrades,
    markets: readonly MarketWindows[],
    counts: TradeCounts,
    { reason, ...settings }: IdealRSettings & Pick<IdealRAnalysisDto, 'reason'>,
  ): Promise<IdealRResult> {
    const walks = newWalks(trades);
    const answers: IdealRMarketDto[] = [];
    let openMinutes = 0;
    for (const market of markets) {
      const walked = await this.candles.walk(market, { trades, walks, ...settings });
      answers.push(toMarketDto(trades, market, walked));
      openMinutes += walked.openMinutes;
    }
    const mayChange = openMinutes > 0;
    if (answers.every(({ loadedBars }) => loadedBars === 0)) {
      const blank = { analytics: unmeasured(counts, settings), markets: [] };
      return { analysis: { state: 'unavailable', reason: 'candles-unavailable', ...blank }, mayChange };
    }
    const analytics = measured(counts, settings, observe(trades, walks, settings));
    return {
      analysis: { state: 'ready', reason, analytics, markets: answers },
      mayChange,
    };
  }
}

const toMarketDto = (
  { entryTime }: RiskedTrades,
  { asset, places }: MarketWindows,
  { requestedBars, loadedBars }: WalkedMarket,
): IdealRMarketDto => ({
  symbol: asset.symbol,
  feed: asset.feed,
  sourceTimeframe: asset.timeframe,
  analysisTimeframe: '1m',
  approximateEntryBar: places.some((trade) => isOffTheMinute(entryTime[trade]!)),
  requestedBars,
  loadedBars,
});
