import type { EquityAnswer } from '../../src/review/analysis/equity/equity.dto.js';
import type { ExcursionsAnswer } from '../../src/review/analysis/excursions/excursions.dto.js';
import type { ExitsAnswer } from '../../src/review/analysis/exits/exits.dto.js';
import type { FillsAnswer } from '../../src/review/analysis/fills/fills.dto.js';
import type { TimingAnswer } from '../../src/review/analysis/timing/timing.dto.js';
import type { TimestampsAnswer } from '../../src/review/analysis/timestamps/timestamps.dto.js';
import type { Candle } from '../../src/candles/store/bar-columns.js';
import type { Caller, TestApp } from './app.js';
import { type Answered, MINUTE, T, aSessionWith, aSymbol, aTrade } from './factories.js';
import { storeBars } from './ideal-r.js';
import { EXAMPLE_BARS } from './ohlc-bars.js';

interface Id {
  readonly id: string;
}

const analysisOf =
  <Answer>(name: string) =>
  async (call: Caller, { id }: Id, query = ''): Promise<Answered<Answer>> =>
    (await call.get(`/sessions/${id}/analysis/${name}${query}`).expect(200)).body;

export const excursionsOf = analysisOf<ExcursionsAnswer>('excursions');
export const exitsOf = analysisOf<ExitsAnswer>('exits');
export const equityOf = analysisOf<EquityAnswer>('equity');
export const fillsOf = analysisOf<FillsAnswer>('fills');
export const timingOf = analysisOf<TimingAnswer>('timing');
export const timestampsOf = analysisOf<TimestampsAnswer>('timestamps');

/** The five bars of the documented example, from T on. */
export const exampleCandles = (): Candle[] =>
  EXAMPLE_BARS.map(([open, high, low, close], minute) => ({
    ts: T + minute * MINUTE,
    open,
    high,
    low,
    close,
    volume: 1,
  }));

const SECOND = 1_000;

/** Returns a trade with these prices, at times in seconds after T. */
export const tradeAt = (
  side: 'long' | 'short',
  [entryPrice, entry]: readonly [number, number],
  [exitPrice, exit]: readonly [number, number],
  risk?: number,
) =>
  aTrade({
    side,
    entryPrice,
    entryTime: T + entry * SECOND,
    exitPrice,
    exitTime: T + exit * SECOND,
    ...(risk !== undefined && { stopLoss: side === 'long' ? entryPrice - risk : entryPrice + risk }),
  });

/** Returns the trades of the documentation. */
export const exampleTrades = () => [
  tradeAt('long', [101, 10], [102, 50]),
  tradeAt('long', [102, 30], [104, 150], 8),
  tradeAt('long', [100, 0], [104, 180], 5),
  tradeAt('short', [104, 135], [97, 240], 5),
];

/** Creates an active session with the trades and the bars of the documentation. */
export async function anExampleWithCandles(app: TestApp) {
  const symbol = aSymbol();
  await storeBars(app, symbol, exampleCandles());
  return aSessionWith(app.call, exampleTrades(), { assets: [{ symbol }] });
}
