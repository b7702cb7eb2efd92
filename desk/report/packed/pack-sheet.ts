import type { SheetData } from '../sheet-data.js';
import { deltas, fromDeltas } from './deltas.js';
import { packCandles, unpackCandles } from './pack-candles.js';
import { packTrades, unpackTrades } from './pack-trades.js';
import type { PackedSheet } from './packed-sheet.js';

/** The data of a sheet that covers all trades, with no field missing. */
export type WholeSheet = Required<Omit<SheetData, 'slice' | 'chosenRiskPct'>>;

/** Returns the sheet with its trades, points and bars as columns. */
export function packSheet({ stats, excursions, fills, trades, candles, ...rest }: WholeSheet): PackedSheet {
  const places = new Map(trades.map(({ id }, place) => [id, String(place)]));
  const observations = new Map(
    stats.idealRAnalysis.analytics.observations
      .filter(({ status }) => status === 'complete')
      .map(({ tradeId, idealR }) => [tradeId, idealR]),
  );
  const moves = new Map(excursions.trades.map((excursion) => [excursion.tradeId, excursion]));
  const { state, reason, summary } = excursions;
  const analytics = { ...stats.idealRAnalysis.analytics, observations: [] };
  return {
    ...rest,
    fills: {
      ...fills,
      trades: fills.trades.flatMap((trade) => {
        const tradeId = places.get(trade.tradeId);
        return tradeId === undefined ? [] : [{ ...trade, tradeId }];
      }),
    },
    stats: { ...stats, equityCurve: [], idealRAnalysis: { ...stats.idealRAnalysis, analytics } },
    equity: {
      times: deltas(stats.equityCurve.map(({ time }) => time)),
      values: stats.equityCurve.map(({ equity }) => equity),
    },
    idealR: trades.map(({ id }) => observations.get(id) ?? null),
    excursions: {
      state,
      reason,
      summary,
      mfeR: trades.map(({ id }) => moves.get(id)?.mfeR ?? null),
      maeR: trades.map(({ id }) => moves.get(id)?.maeR ?? null),
    },
    trades: packTrades(trades),
    candles: candles.map(packCandles),
  };
}

/** Returns the sheet as before packing, except that the ids of its trades are their indexes. */
export function unpackSheet({
  equity,
  idealR,
  excursions,
  trades,
  candles,
  stats,
  ...rest
}: PackedSheet): SheetData {
  const times = fromDeltas(equity.times);
  const { mfeR, maeR, ...measured } = excursions;
  const observations = idealR.flatMap((value, place) =>
    value === null ? [] : [sheetObservation(place, value)],
  );
  const { idealRAnalysis } = stats;
  return {
    ...rest,
    stats: {
      ...stats,
      equityCurve: equity.values.map((equity, point) => ({ time: times[point]!, equity })),
      idealRAnalysis: { ...idealRAnalysis, analytics: { ...idealRAnalysis.analytics, observations } },
    },
    excursions: {
      ...measured,
      trades: mfeR.flatMap((mfe, place) =>
        mfe === null ? [] : [{ tradeId: String(place), mfeR: mfe, maeR: maeR[place]! }],
      ),
    },
    trades: unpackTrades(trades),
    candles: candles.map(unpackCandles),
  };
}

/** Returns the part of an observation that a sheet shows. */
const sheetObservation = (place: number, idealR: number) => ({
  tradeId: String(place),
  status: 'complete' as const,
  idealR,
  bestPrice: 0,
  windowStartTime: 0,
  targetEndTime: 0,
  observedEndTime: 0,
  couldHaveProfitBreakEven: false,
});
