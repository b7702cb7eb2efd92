import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Environment } from '../../config/environment.js';
import { SessionState, SessionsService } from '../../sessions/sessions.service.js';
import type { TradeCounts } from '../../trades/trade-figures.js';
import { measured, unmeasured } from './analytics.js';
import { IdealRAnalysisDto, IdealRMarketDto } from './ideal-r.dto.js';
import { MarketCandles, type WalkedMarket } from './market-candles.js';
import { type MarketWindows, marketsOf } from './market-windows.js';
import { type IdealRSettings, observe } from './observations.js';
import { readRiskedTrades } from './read-risked-trades.js';
import type { RiskedTrades } from './risked-trades.js';
import { newWalks } from './walk-minutes.js';
import { isOffTheMinute } from './windows.js';

/** How long a client that finishes a session is kept waiting for candles. */
export const IDEAL_R_PATIENCE_MS = 3_000;

/** How long one that reads statistics is: it can read again. */
export const READ_PATIENCE_MS = 1_000;

export interface IdealRResult {
  readonly analysis: IdealRAnalysisDto;
  /** Whether the same session, unchanged, may be answered otherwise later: some bar is still unknown to the store. */
  readonly mayChange: boolean;
}

@Injectable()
export class IdealRService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly environment: Environment,
    private readonly sessions: SessionsService,
    private readonly candles: MarketCandles,
  ) {}

  /**
   * The analysis of a session, in whatever state it is.
   * @param counts of its trades, which belong to the same state of the session
   * @param breakEvenThreshold |plNet| up to which a trade is no loss
   * @param patienceMs how long missing candles are waited for
   */
  async analyse(
    session: SessionState,
    counts: TradeCounts,
    breakEvenThreshold: number,
    patienceMs: number,
  ): Promise<IdealRResult> {
    const { IDEAL_R_HORIZON_MS: horizonMs, IDEAL_R_THRESHOLD: thresholdR } = this.environment;
    const settings = { horizonMs, thresholdR, breakEvenThreshold };
    const blank = { analytics: unmeasured(counts, settings), markets: [] };
    const settled = (analysis: IdealRAnalysisDto) => ({ analysis, mayChange: false });
    if (session.status === 'active')
      return settled({ state: 'deferred', reason: 'session-active', ...blank });
    if (counts.total === 0) return settled({ state: 'unavailable', reason: 'no-trades', ...blank });
    if (counts.eligible === 0) return settled({ state: 'unavailable', reason: 'no-valid-stops', ...blank });

    const [trades, assets] = await Promise.all([
      readRiskedTrades(this.dataSource, session),
      this.sessions.assetsOf(session),
    ]);
    const markets = marketsOf(trades, assets, horizonMs);
    const hasAll = await this.candles.bring(session.id, markets, patienceMs);
    if (!hasAll) {
      return { analysis: { state: 'pending', reason: 'candles-loading', ...blank }, mayChange: true };
    }
    return this.walk(trades, markets, counts, settings);
  }

  /** One market after the other, so that the bars of only one are in memory. */
  private async walk(
    trades: RiskedTrades,
    markets: readonly MarketWindows[],
    counts: TradeCounts,
    settings: IdealRSettings,
  ): Promise<IdealRResult> {
    const walks = newWalks(trades);
    const answers: IdealRMarketDto[] = [];
    let unknownMinutes = 0;
    for (const market of markets) {
      const walked = await this.candles.walk(market, { trades, walks, ...settings });
      answers.push(toMarketDto(trades, market, walked));
      unknownMinutes += walked.unknownMinutes;
    }
    const mayChange = unknownMinutes > 0;
    if (answers.every(({ loadedBars }) => loadedBars === 0)) {
      const blank = { analytics: unmeasured(counts, settings), markets: [] };
      return { analysis: { state: 'unavailable', reason: 'candles-unavailable', ...blank }, mayChange };
    }
    const analytics = measured(counts, settings, observe(trades, walks, settings));
    return {
      analysis: { state: 'ready', reason: 'session-finished', analytics, markets: answers },
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
