import fc from 'fast-check';
import {
  type MarketMinute,
  barsOfMinutes,
  knownSpans,
  marketMinutes,
  partsOfMinutes,
} from '../../../../test/support/closed-minutes.js';
import { analysedTrades } from '../../../../test/support/analysed-trades.js';
import { type Ohlc, ohlcBars } from '../../../../test/support/ohlc-bars.js';
import { propertyRuns } from '../../../../test/support/property-runs.js';
import { NEVER_CLOSED, closedMinutes } from '../../../stats/ideal-r/closed-minutes.js';
import { observe } from '../../../stats/ideal-r/observations.js';
import { newWalks, walkMinutes } from '../../../stats/ideal-r/walk-minutes.js';
import { MarkedEquityWalk } from '../equity/equity.js';
import { followEquity } from '../equity/follow-equity.js';
import { type Bounds, excursionOf } from '../excursions/excursion.js';
import { newExcursionWalks, walkExcursions } from '../excursions/walk-excursions.js';
import { exitGrid } from '../exits/exit-grid.js';
import { exitOutcomes } from '../exits/exit-outcomes.js';
import { newExitWalks } from '../exits/exit-walks.js';
import { walkExits } from '../exits/walk-exits.js';
import { addFillBars, decimalsByAsset, newFillBars } from '../fills/fill-bars.js';
import { fillsOf } from '../fills/fill-number.js';
import { judgeFill } from '../fills/judge-fill.js';
import { newLevelWalks, walkLevels } from '../fills/level-walks.js';
import { type OhlcMinutes, type WalkableOhlc, walkableOhlc } from '../minutes/ohlc-minutes.js';
import { EXACT_STAMPS } from '../minutes/stamp-resolution.js';

const T = Date.UTC(2024, 0, 10);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const PLACE = Uint32Array.of(0);

interface Trade {
  readonly side: 1 | -1;
  /** Times in seconds after the first minute, which may be before it or after the last minute. */
  readonly entry: number;
  readonly exit: number;
  readonly entryPrice: number;
  readonly exitPrice: number;
  readonly risk: number;
}

const columnsOf = ({ side, entry, exit, entryPrice, exitPrice, risk }: Trade) => ({
  count: 1,
  idOf: String,
  direction: Float64Array.of(side),
  entryTime: Float64Array.of(T + entry * SECOND),
  exitTime: Float64Array.of(T + exit * SECOND),
  entryPrice: Float64Array.of(entryPrice),
  exitPrice: Float64Array.of(exitPrice),
  stopLoss: Float64Array.of(entryPrice - side * risk),
  target: Float64Array.of(NaN),
  quantity: Float64Array.of(1),
  qty: Float64Array.of(1),
  plNet: Float64Array.of(-1),
  plGross: Float64Array.of(-1),
  plPct: Float64Array.of(-1),
  feesPaid: Float64Array.of(0),
  rMultiple: Float64Array.of(NaN),
  asset: Float64Array.of(0),
});

const seconds = fc.oneof(
  fc.integer({ min: -120, max: 6_000 }),
  fc.integer({ min: -2, max: 100 }).map((minute) => minute * 60),
);
const trades: fc.Arbitrary<Trade> = fc
  .record({
    side: fc.constantFrom<1 | -1>(1, -1),
    times: fc.tuple(seconds, seconds),
    // No open of a bar has this price.
    entryPrice: fc.integer({ min: 94, max: 106 }).map((price) => price + 0.5),
    exitPrice: fc.integer({ min: 90, max: 110 }),
    risk: fc.integer({ min: 1, max: 8 }),
  })
  .map(({ times, ...trade }) => ({ ...trade, entry: Math.min(...times), exit: Math.max(...times) }));
const stamps = fc.constantFrom(0, MINUTE, 5 * MINUTE);
const horizons = fc.integer({ min: 1, max: 6_000 }).map((second) => second * SECOND);
const sizes = fc.integer({ min: 1, max: 40 });

/** Returns a minute by its open time. */
const minuteAt = (minutes: readonly MarketMinute[], ts: number): MarketMinute =>
  minutes[(ts - T) / MINUTE] ?? 'unknown';

const floorOf = (time: number) => Math.floor(time / MINUTE) * MINUTE;

function idealR(trade: Trade, parts: readonly WalkableOhlc[], horizonMs: number) {
  const columns = columnsOf(trade);
  const walks = newWalks(columns);
  for (const part of parts) walkMinutes({ trades: columns, places: PLACE, horizonMs, walks }, part);
  const settings = { horizonMs, thresholdR: 1, breakEvenThreshold: 0 };
  const { status, bestPrice, observedEndTime } = observe(columns, walks, settings).observations[0]!;
  return { status, bestPrice, observedEndTime };
}

/** Returns the same as `idealR`, minute by minute from its definition. */
function definedIdealR(
  { side, entry, entryPrice, risk }: Trade,
  minutes: readonly MarketMinute[],
  horizonMs: number,
) {
  const entryTime = T + entry * SECOND;
  let bestPrice: number | null = null;
  let observedEndTime = entryTime;
  const found = (status: string) => ({ status, bestPrice: bestPrice ?? entryPrice, observedEndTime });
  for (let ts = floorOf(entryTime); ts < entryTime + horizonMs; ts += MINUTE) {
    const minute = minuteAt(minutes, ts);
    if (minute === 'closed') continue;
    if (minute === 'unknown') return found('incomplete');
    const [, high, low, close] = minute;
    const [best, worst] = ts < entryTime ? [close, close] : side === 1 ? [high, low] : [low, high];
    observedEndTime = ts + MINUTE;
    if (side * (worst - entryPrice) <= -risk) return found('complete');
    if (bestPrice === null || side * (best - bestPrice) > 0) bestPrice = best;
  }
  return found('complete');
}

describe('the ideal R in a market that closes at times', () => {
  it('steps over closed minutes, as its definition does', () => {
    fc.assert(
      fc.property(trades, marketMinutes(true), horizons, sizes, (trade, minutes, horizonMs, size) => {
        const parts = partsOfMinutes(minutes, T, size);
        expect(idealR(trade, parts, horizonMs)).toEqual(definedIdealR(trade, minutes, horizonMs));
      }),
      { numRuns: propertyRuns(3_000) },
    );
  });

  it.each([
    ['a stop that the gap jumps over', { entry: 0 }, 60, [103, 41], 'complete'],
    ['a horizon that ends while the market is closed', { entry: 0 }, 20, [103, 10], 'complete'],
    [
      'an entry while the market is closed',
      { entry: 1_230, entryPrice: 90, risk: 3 },
      25,
      [94, 46],
      'complete',
    ],
    ['a stop in the first bar after such an entry', { entry: 1_230 }, 25, [100, 41], 'complete'],
    ['a window within the closed time', { entry: 1_200 }, 15, [100, 20], 'complete'],
    ['a window after the last minute', { entry: 2_700, entryPrice: 92, risk: 9 }, 6, [94, 50], 'incomplete'],
  ] as const)('has the result worked out by hand: %s', (_, fields, horizon, [best, end], status) => {
    // Ten bars, thirty closed minutes, and ten bars at a lower price.
    const minutes: MarketMinute[] = [
      ...Array.from({ length: 10 }, (): Ohlc => [100, 103, 99, 100]),
      ...Array.from({ length: 30 }, () => 'closed' as const),
      ...Array.from({ length: 10 }, (): Ohlc => [93, 94, 92, 93]),
    ];
    const trade: Trade = { side: 1, exit: 0, entryPrice: 100, exitPrice: 100, risk: 5, ...fields };
    for (const size of [1, 7, 10, 25, 60]) {
      const found = idealR(trade, partsOfMinutes(minutes, T, size), horizon * MINUTE);
      expect(found).toEqual({ status, bestPrice: best, observedEndTime: T + end * MINUTE });
    }
  });
});

describe('excursions in a market that closes at times', () => {
  it('need no closed minutes, as their definition says', () => {
    fc.assert(
      fc.property(trades, marketMinutes(true), stamps, sizes, (trade, minutes, w, size) => {
        const columns = columnsOf(trade);
        const resolution = { entryMs: w, exitMs: w };
        const walks = newExcursionWalks(columns);
        const level = newLevelWalks(columns);
        for (const part of partsOfMinutes(minutes, T, size)) {
          walkExcursions({ trades: columns, places: PLACE, resolution, walks }, part);
          walkLevels({ trades: columns, places: PLACE, resolution, decimals: 1, walks: level }, part);
        }
        const { status, price } = excursionOf(columns, walks, 0, resolution);
        expect({ status, ...price }).toEqual(definedExcursion(trade, minutes, w));
        // Fills count the same minutes.
        expect(level.seen).toEqual(walks.seen);
      }),
      { numRuns: propertyRuns(3_000) },
    );
  });
});

function definedExcursion(
  { side, entry, exit, entryPrice, exitPrice }: Trade,
  minutes: readonly MarketMinute[],
  w: number,
) {
  const [entryTime, exitTime] = [T + entry * SECOND, T + exit * SECOND];
  const certain = [entryPrice, exitPrice];
  const possible = [entryPrice, exitPrice];
  let isComplete = true;
  for (let open = floorOf(entryTime); open < exitTime + w; open += MINUTE) {
    const minute = minuteAt(minutes, open);
    if (minute === 'closed') continue;
    if (minute === 'unknown') {
      isComplete = false;
      continue;
    }
    const [first, high, low, last] = minute;
    const close = open + MINUTE;
    possible.push(high, low);
    if (open >= entryTime + w && close <= exitTime) certain.push(high, low);
    if (entryTime + w < close && close <= exitTime) certain.push(last);
    if (entryTime + w <= open && open < exitTime) certain.push(first);
  }
  const move = (prices: readonly number[], sign: number) =>
    Math.max(0, ...prices.map((price) => sign * (price - entryPrice)));
  const bounds = (sign: number): Bounds => ({
    min: move(certain, sign),
    max: isComplete ? move(possible, sign) : null,
  });
  return { status: isComplete ? 'complete' : 'incomplete', mfe: bounds(side), mae: bounds(-side) };
}

describe('a fill in a market that closes at times', () => {
  /** Judges the exit of a trade on a bar at minute 10, before which the market was closed. */
  function judged(exit: number, exitPrice: number, isClosed: boolean) {
    const trade: Trade = { side: 1, entry: 0, exit, entryPrice: 100, exitPrice, risk: 5 };
    const trades = columnsOf(trade);
    const bars = newFillBars(trades);
    const minutes = { ...ohlcBars([[100, 100, 100, 100]], T + 10 * MINUTE), volume: Float64Array.of(1) };
    const closed = closedMinutes([{ start: T, end: T + 11 * MINUTE }], minutes);
    const walkers = { trades, asset: 0, places: PLACE, resolution: EXACT_STAMPS, bars };
    addFillBars(walkers, minutes, isClosed ? closed : NEVER_CLOSED);
    const decimals = decimalsByAsset(trades, bars);
    return judgeFill({ trades, bars, decimals, resolution: EXACT_STAMPS }, fillsOf(0)[1]).verdict;
  }

  it.each([
    ['in the first bar after the market opens, at its price', 600, 100, true, 'possible'],
    ['in this bar, at another price', 600, 99, true, 'impossible'],
    ['in this bar, at another price, if the bar before is missing', 600, 99, false, 'unknown'],
    ['while the market is closed', 330, 100, true, 'unknown'],
  ] as const)('is judged by the bars that exist: %s', (_, exit, price, isClosed, verdict) => {
    expect(judged(exit, price, isClosed)).toBe(verdict);
  });
});

const GRID = exitGrid([0.5, 1, 2], [0.5, 1, 2], 0.7);

/** Returns the outcomes of all cells; null if the walk is incomplete. */
function exitsOver(trade: Trade, parts: readonly WalkableOhlc[], horizonMs: number, entryMs: number) {
  const columns = columnsOf(trade);
  const walks = newExitWalks(columns, GRID);
  for (const part of parts)
    walkExits({ trades: columns, places: PLACE, horizonMs, grid: GRID, entryMs, decimals: 2, walks }, part);
  if (walks.complete[0] === 0) return null;
  return GRID.targets.flatMap((_, target) =>
    GRID.stops.map((__, stop) => {
      const { worst, best } = exitOutcomes(GRID, walks, { target, stop }, PLACE);
      return [worst[0]!, best[0]!];
    }),
  );
}

/**
 * Returns the outcomes over the same bars without the closed minutes, which a walk over unbroken bars computes. An
 * entry at a closed time gets a minute of its own without a move, after which all bars are whole.
 */
function exitsWithoutGaps(
  trade: Trade,
  minutes: readonly MarketMinute[],
  horizonMs: number,
  entryMs: number,
) {
  const entryTime = T + trade.entry * SECOND;
  const start = floorOf(entryTime);
  const window: { readonly ts: number; readonly minute: MarketMinute }[] = [];
  for (let ts = start; ts < entryTime + horizonMs; ts += MINUTE)
    if (minuteAt(minutes, ts) !== 'closed') window.push({ ts, minute: minuteAt(minutes, ts) });
  const partial = window.filter(({ ts }) => ts < entryTime + entryMs).length;
  const isClosed = minuteAt(minutes, start) === 'closed';
  const still: Ohlc = [trade.entryPrice, trade.entryPrice, trade.entryPrice, trade.entryPrice];
  const bars = window.map(({ minute }) => (typeof minute === 'string' ? undefined : minute));
  if (isClosed && partial === 0) bars.unshift(still);
  if (bars.length === 0) return GRID.targets.flatMap(() => GRID.stops.map(() => [0, 0]));
  const offset = isClosed ? 0 : entryTime - start;
  const parts = [walkableOhlc(ohlcBars(bars, T))];
  return exitsOver(
    { ...trade, entry: offset / SECOND },
    parts,
    bars.length * MINUTE - (offset > 0 ? MINUTE : 0),
    Math.max(0, partial * MINUTE - offset),
  );
}

describe('exits in a market that closes at times', () => {
  it('are those over the same bars without the closed minutes', () => {
    fc.assert(
      fc.property(
        trades,
        marketMinutes(true),
        horizons,
        stamps,
        sizes,
        (trade, minutes, horizonMs, w, size) => {
          const found = exitsOver(trade, partsOfMinutes(minutes, T, size), horizonMs, w);
          expect(found).toEqual(exitsWithoutGaps(trade, minutes, horizonMs, w));
        },
      ),
      { numRuns: propertyRuns(3_000) },
    );
  });
});

describe('the equity in a market that closes at times', () => {
  it('stands at the last close while the market is closed', async () => {
    const property = fc.asyncProperty(
      marketMinutes(false),
      fc.tuple(fc.nat(80), fc.nat(80)),
      fc.integer({ min: 1, max: 40 }),
      async (minutes, times, size) => {
        const [entry, exit] = [Math.min(...times), Math.max(...times) + 1];
        const trades = analysedTrades([
          { entryTime: T + entry * MINUTE, exitTime: T + exit * MINUTE, plNet: 3, entryPrice: 100 },
        ]);
        const settings = { initialBalance: 1_000, timezone: 'UTC', interval: '1m', riskFreeRate: 0 } as const;
        const walk = new MarkedEquityWalk(trades, settings, EXACT_STAMPS);
        const closesAt = (minute: number) => closeBefore(minutes, minute);
        const followed = await followEquity(
          walk,
          trades,
          EXACT_STAMPS,
          {
            coveredOf: () => knownSpans(minutes, T),
            closesBefore: (_, spans) =>
              Promise.resolve(new Map(spans.map(({ start }) => [start, closesAt((start - T) / MINUTE)]))),
            read: (_, spans) =>
              Promise.resolve(
                barsIn(
                  minutes,
                  spans.map(({ start, end }) => [(start - T) / MINUTE, (end - T) / MINUTE]),
                ),
              ),
          },
          size,
        );
        const open = Array.from({ length: exit - entry }, (_, i) => entry + i);
        const known = open.filter((minute) => minute < minutes.length);
        const bars = known.filter((minute) => minutes[minute] !== 'closed').length;
        expect(followed).toEqual({ requested: open.length - known.length + bars, loaded: bars });
        const closes = walk.result().points.map(({ close }) => close);
        const expected = open.map((minute) => {
          const price = minute < minutes.length ? closesAt(minute + 1) : NaN;
          return Number.isNaN(price) ? null : 1_000 + price - 100;
        });
        expect(closes).toEqual([...expected, 1_003]);
      },
    );
    await fc.assert(property, { numRuns: propertyRuns(600) });
  });
});

/** Returns the close of the last bar before a minute; NaN if there is none. */
function closeBefore(minutes: readonly MarketMinute[], minute: number): number {
  const last = minutes.slice(0, minute).findLast((one) => typeof one !== 'string');
  return last === undefined ? NaN : last[3];
}

/** Returns the bars of the minutes within ranges of numbers of minutes. */
const barsIn = (
  minutes: readonly MarketMinute[],
  ranges: readonly (readonly [number, number])[],
): OhlcMinutes =>
  barsOfMinutes(
    minutes.map((minute, i) => (ranges.some(([from, to]) => from <= i && i < to) ? minute : 'unknown')),
    T,
  );
