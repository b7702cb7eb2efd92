import { Injectable } from '@nestjs/common';
import { CandlesService } from '../../../candles/candles.service.js';
import { Environment } from '../../../platform/config/environment.js';
import type { Asset } from '../../../sessions/asset.entity.js';
import { READ_WAIT_MS } from '../../../stats/ideal-r/ideal-r.service.js';
import { MarketCandles } from '../../../stats/ideal-r/market-candles.js';
import type { AssetSpans, MarketMinutes } from '../tasks/candle-settings.js';

export interface LoadedMinutes {
  /** The minutes for which bars are stored. */
  readonly minutes: readonly MarketMinutes[];
  /** True if some bars may still change, because the service will request them from the venue again. */
  readonly mayChange: boolean;
}

/** Provides the candles of a session's markets. Analyses read the bars by the ids of the series. */
@Injectable()
export class AnalysisCandles {
  /** Time for which a trade is followed after its entry, ms. */
  readonly horizonMs: number;

  constructor(
    private readonly candles: CandlesService,
    private readonly markets: MarketCandles,
    private readonly environment: Environment,
  ) {
    this.horizonMs = environment.IDEAL_R_HORIZON_MS;
  }

  /** Returns the revision of the candles of these markets. Every write to these candles changes the revision. */
  revisionOf(assets: readonly Asset[]): Promise<string> {
    return this.candles.minutesRevision(assets);
  }

  /**
   * Returns the id of the 1m series of each asset, in the order of the assets. The id is null if no candles are stored.
   */
  async seriesOf(assets: readonly Asset[]): Promise<(number | null)[]> {
    const series: (number | null)[] = [];
    for (const { position, feed, symbol } of assets)
      series[position] = await this.candles.minutesId(feed, symbol);
    return Array.from(series, (id) => id ?? null);
  }

  /**
   * Loads the missing bars of these minutes, in the same way as the ideal-R analysis.
   * @returns null while the bars are loading
   */
  async load(
    sessionId: string,
    assets: readonly Asset[],
    wanted: readonly AssetSpans[],
  ): Promise<LoadedMinutes | null> {
    const byPosition = new Map(assets.map((asset) => [asset.position, asset]));
    const markets = wanted.map(({ asset, spans }) => ({ asset: byPosition.get(asset)!, windows: spans }));
    if (!(await this.markets.load(sessionId, markets, READ_WAIT_MS))) return null;
    const minutes: MarketMinutes[] = [];
    let openMinutes = 0;
    for (const market of markets) {
      const { covered, closesAtTimes, ...known } = await this.markets.known(market);
      openMinutes += known.openMinutes;
      const { position, feed, symbol } = market.asset;
      const seriesId = await this.candles.minutesId(feed, symbol);
      if (seriesId !== null) minutes.push({ asset: position, seriesId, spans: covered, closesAtTimes });
    }
    // Without a venue, only writes change bars.
    return { minutes, mayChange: openMinutes > 0 && this.environment.VENUE_MODE === 'live' };
  }
}
