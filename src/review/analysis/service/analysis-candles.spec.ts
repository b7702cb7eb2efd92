import type { CandlesService } from '../../../candles/candles.service.js';
import type { Environment } from '../../../platform/config/environment.js';
import type { Asset } from '../../../sessions/asset.entity.js';
import type { MarketCandles } from '../../../stats/ideal-r/market-candles.js';
import { AnalysisCandles } from './analysis-candles.js';

const ASSET = { position: 0, feed: 'venue-spot', symbol: 'BTCUSDT' } as Asset;
const COVERED = [{ start: 0, end: 60_000 }];

/** Loads the minutes of one market, of which the service will request the given number again. */
async function loaded(VENUE_MODE: Environment['VENUE_MODE'], openMinutes: number) {
  const candles = { minutesId: () => Promise.resolve(7) } as unknown as CandlesService;
  const markets = {
    load: () => Promise.resolve(true),
    known: () => Promise.resolve({ covered: COVERED, openMinutes }),
  } as unknown as MarketCandles;
  const analysis = new AnalysisCandles(candles, markets, { VENUE_MODE } as Environment);
  return analysis.load('session', [ASSET], [{ asset: 0, spans: [] }]);
}

it.each([
  ['live', 0, false],
  ['live', 1, true],
  ['offline', 1, false],
] as const)(
  'in the mode "%s" with %s open minutes, bars may change: %s',
  async (mode, openMinutes, mayChange) => {
    const minutes = [{ asset: 0, seriesId: 7, spans: COVERED }];
    expect(await loaded(mode, openMinutes)).toEqual({ minutes, mayChange });
  },
);
