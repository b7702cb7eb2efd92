import { fullyKnown, walkedEquity } from '../../../../test/support/marked-equity.js';
import { DOCUMENTED, START, trade } from '../../../../test/support/documented-trades.js';
import { EXAMPLE_BARS, ohlcBars } from '../../../../test/support/ohlc-bars.js';
import {
  type GivenTrade,
  RECORDED_FEE_PCT,
  givenColumns,
  readRecorded,
} from '../../../../test/support/recorded-columns.js';
import { recordedMinutes } from '../../../../test/support/recorded-lists.js';
import { realData } from '../../../../test/support/real-data.js';
import { type Stamping, simulatedTape, tapeTrades } from '../../../../test/support/simulated-tape.js';
import { describeWith } from '../../../../test/support/with-recordings.js';
import { minutesIn } from '../../../stats/ideal-r/windows.js';
import { EXACT_STAMPS, type StampResolution, resolutionOf } from '../minutes/stamp-resolution.js';
import { hasTooManyMinutes, openSpan, timelineOf } from './equity-limits.js';
import type { EquitySettings, MarkedEquity } from './equity.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const SETTINGS: EquitySettings = { initialBalance: 1_000, timezone: 'UTC', interval: '1m', riskFreeRate: 0 };

const walk = async (
  trades: readonly GivenTrade[],
  resolution: StampResolution | null = EXACT_STAMPS,
  settings: Partial<EquitySettings> = {},
  known = fullyKnown(ohlcBars(EXAMPLE_BARS, START)),
): Promise<MarkedEquity> =>
  (await walkedEquity(givenColumns(trades), { ...SETTINGS, ...settings }, resolution, [known])).walk.result();

const column = (equity: MarkedEquity, name: 'realised' | 'close' | 'min' | 'max') =>
  equity.points.map((point) => point[name]);

describe('the equity of the documented trades', () => {
  let equity: MarkedEquity;
  beforeAll(async () => {
    equity = await walk(DOCUMENTED);
  });

  it('has a lower and an upper bound in every minute', () => {
    expect(column(equity, 'close')).toEqual([1001, 1009, 1007, 1014, 1014]);
    expect(column(equity, 'realised')).toEqual([1001, 1001, 1003, 1007, 1014]);
    expect(column(equity, 'min')).toEqual([991, 999, 1001, 999, 1014]);
    expect(column(equity, 'max')).toEqual([1006, 1011, 1016, 1016, 1014]);
    expect(equity.points.map(({ time }) => (time - START) / MINUTE)).toEqual([0, 1, 2, 3, 4]);
    expect(equity).toMatchObject({ barsPerPoint: 1, lowest: 991 });
  });

  it('falls further than the realised equity', () => {
    const { realised, closes, provable, possible } = equity.drawdown;
    expect([realised.money, realised.moneyTime]).toEqual([0, null]);
    expect([closes.money, closes.moneyTime]).toEqual([2, START + 2 * MINUTE]);
    expect(provable).toMatchObject({ money: 12 });
    expect(possible).toMatchObject({ money: 17, moneyTime: START + 3 * MINUTE, pct: 1.67322835 });
  });

  it('has the same figures in larger bars, but other points', async () => {
    const hourly = await walk(DOCUMENTED, EXACT_STAMPS, { interval: '1h' });
    expect(hourly.points).toEqual([
      { time: START, realised: 1014, close: 1014, min: 991, max: 1016, status: 'complete' },
    ]);
    expect([hourly.drawdown, hourly.lowest, hourly.returns]).toEqual([
      equity.drawdown,
      equity.lowest,
      equity.returns,
    ]);
  });

  it('has no provable fall if the times do not fit the candles', async () => {
    expect((await walk(DOCUMENTED, null)).drawdown).toMatchObject({
      provable: null,
      possible: { money: 17 },
    });
  });
});

describe('minutes without a bar', () => {
  const held = [trade('long', [100, 0], [104, 300])];
  const bars = ohlcBars([...EXAMPLE_BARS.slice(0, 2), undefined, ...EXAMPLE_BARS.slice(3)], START);
  const spans = (...covered: readonly (readonly [number, number])[]) => ({
    bars,
    covered: covered.map(([start, end]) => ({ start: START + start * MINUTE, end: START + end * MINUTE })),
  });

  it('have the price of the previous close if it is known that no bar exists', async () => {
    const equity = await walk(held, EXACT_STAMPS, {}, spans([0, 6]));
    expect(column(equity, 'close')).toEqual([1001, 1005, 1005, 997, 998, 1004]);
    expect(equity.points[2]).toMatchObject({ min: 1005, max: 1005, status: 'complete' });
  });

  it('have an unknown price if a bar may exist, or if they come before the first bar of a span that is covered', async () => {
    const incomplete = { close: null, min: null, max: null, status: 'incomplete' };
    const equity = await walk(held, EXACT_STAMPS, {}, spans([0, 2], [3, 6]));
    expect(equity.points[2]).toMatchObject(incomplete);
    expect(equity.points[3]).toMatchObject({ close: 997, status: 'complete' });
    expect([equity.lowest, equity.drawdown.possible]).toEqual([null, null]);
    expect(equity.drawdown.closes.money).toBe(8);
    const late = await walk(held, EXACT_STAMPS, {}, spans([2, 6]));
    expect(late.points.slice(0, 3).map(({ status }) => status)).toEqual(Array(3).fill('incomplete'));
    expect(late.points[3]!.status).toBe('complete');
    expect(late.returns.marked).toMatchObject({ reason: null });
  });

  it('make the daily returns unknown if a day ends with a minute without a known price', async () => {
    const overnight = [trade('long', [100, 0], [104, 86_400 + 60])];
    const known = spans([0, 6]);
    expect((await walk(overnight, EXACT_STAMPS, {}, known)).returns.marked).toEqual({
      reason: 'incomplete',
      days: 2,
      sharpe: null,
      sortino: null,
      volatilityPct: null,
      valueAtRisk95Pct: null,
      expectedShortfall95Pct: null,
    });
  });
});

describe('an account that loses everything', () => {
  it('has no fall in percent and no returns', async () => {
    const ruined = [trade('short', [100, 0], [104, 300], { qty: 100 })];
    const { drawdown, lowest, returns } = await walk(ruined);
    expect(lowest).toBe(-200);
    expect(drawdown.provable!.pct).toBeNull();
    expect(drawdown.possible).toMatchObject({ pct: null, pctTime: null });
    expect(returns.marked.reason).toBeNull();
    const twoDays = [trade('short', [100, 0], [200, 86_400], { qty: 100 })];
    const bars = ohlcBars([...EXAMPLE_BARS, [97, 150, 97, 150]], START);
    const covered = [{ start: START, end: START + 3 * 24 * HOUR }];
    expect((await walk(twoDays, EXACT_STAMPS, {}, { bars, covered })).returns.marked).toMatchObject({
      reason: 'equity-not-positive',
      days: 2,
      sharpe: null,
    });
  });
});

describe('many bars', () => {
  it('are combined into at most 2,000 points', async () => {
    const at = (minutes: number) => trade('long', [100, 0], [101, minutes * 60]);
    const pointsFor = async (minutes: number) => {
      const { barsPerPoint, points } = await walk([at(minutes)]);
      return [barsPerPoint, points.length];
    };
    // The minute that starts at the exit counts, too.
    expect(await pointsFor(1_999)).toEqual([1, 2_000]);
    expect(await pointsFor(2_000)).toEqual([2, 1_001]);
  });

  it('exceed the limits if there is a single minute too many', () => {
    const columns = givenColumns([trade('long', [100, 0], [101, 600])]);
    const resolution = { entryMs: MINUTE, exitMs: 2 * MINUTE };
    const minutes = minutesIn([timelineOf(columns, resolution)]);
    const open = [[openSpan(columns, 0, resolution)]];
    const check = (limits: { minutes: number; partialMinutes: number }) =>
      hasTooManyMinutes(columns, resolution, open, limits);
    expect(minutes).toBe(12);
    expect(check({ minutes: 12, partialMinutes: 3 })).toBe(false);
    expect(check({ minutes: 11, partialMinutes: 3 })).toBe(true);
    expect(check({ minutes: 12, partialMinutes: 2 })).toBe(true);
    expect(
      hasTooManyMinutes(columns, resolution, [...open, ...open], { minutes: 23, partialMinutes: 3 }),
    ).toBe(true);
    expect(
      hasTooManyMinutes(columns, resolution, [...open, ...open], { minutes: 24, partialMinutes: 3 }),
    ).toBe(false);
  });
});

describe('the true equity of a simulated market', () => {
  const stampings: readonly Stamping[] = [
    { by: 'exact' },
    ...[MINUTE, 5 * MINUTE, 30 * MINUTE].map((lengthMs): Stamping => ({ by: 'open', lengthMs })),
  ];

  it.each(stampings)('lies within the bounds at each instant: %j', async (stamping) => {
    for (const seed of [1, 2, 3]) {
      const tape = simulatedTape(seed, 600, START);
      const list = tapeTrades(tape, 12, seed + 50, stamping).map((one) => ({ ...one, feesPaid: seed / 4 }));
      const trades = givenColumns(list);
      const known = [fullyKnown(tape.bars)];
      const walked = (await walkedEquity(trades, SETTINGS, resolutionOf(trades), known)).walk;
      const equity = walked.result();
      const parts = await walkedEquity(trades, SETTINGS, resolutionOf(trades), known, 37);
      expect(parts.walk.result()).toEqual(equity);
      const valueAt = (tick: number) =>
        list.reduce((sum, one) => {
          const direction = one.side === 'long' ? 1 : -1;
          if (tick < one.entryTick) return sum;
          const price = tick < one.exitTick ? tape.prices[tick]! : one.exitPrice;
          const gross = direction * (price - one.entryPrice) * one.qty!;
          return sum + gross - (tick < one.exitTick ? 0 : one.feesPaid);
        }, SETTINGS.initialBalance);
      let [peak, fall] = [SETTINGS.initialBalance, 0];
      const { start, end } = walked.timeline;
      for (let time = start; time < end; time += MINUTE / tape.ticks) {
        const value = valueAt(Math.round(((time - START) * tape.ticks) / MINUTE));
        const point = equity.points[Math.floor((time - start) / MINUTE)]!;
        expect(value).toBeGreaterThanOrEqual(point.min! - 1e-6);
        expect(value).toBeLessThanOrEqual(point.max! + 1e-6);
        expect(point.close).toBeGreaterThanOrEqual(point.min! - 1e-6);
        expect(point.close).toBeLessThanOrEqual(point.max! + 1e-6);
        peak = Math.max(peak, value);
        fall = Math.max(fall, peak - value);
      }
      const { provable, possible, closes, realised } = equity.drawdown;
      expect(provable!.money).toBeLessThanOrEqual(fall + 1e-6);
      expect(fall).toBeLessThanOrEqual(possible!.money + 1e-6);
      expect(closes.money).toBeLessThanOrEqual(possible!.money);
      expect(realised.money).toBeLessThanOrEqual(possible!.money);
      expect(equity.points.at(-1)!.close).toBe(equity.points.at(-1)!.realised);
    }
  });
});

/* A list of trades that freqtrade exported, with recorded candles. */
const MISSED = 'the equity of a real list';
const file = realData('cases/freqtrade-24-trades.json', MISSED);

describeWith(file)('the equity of a real list', () => {
  it('falls further than the equity of the closed trades', async () => {
    const { trades: list, session } = readRecorded(file!);
    const bars = await Promise.all(session.symbols.map((symbol) => recordedMinutes(symbol, MISSED)));
    const known = list.filter(({ symbol }) => bars[session.symbols.indexOf(symbol)]);
    const trades = givenColumns(known, { feePct: RECORDED_FEE_PCT, symbols: session.symbols });
    const resolution = resolutionOf(trades);
    const barsOf = bars.map((of) => (of ? fullyKnown(of) : undefined));
    const { walk: walked, minutes } = await walkedEquity(
      trades,
      { ...SETTINGS, initialBalance: 25, interval: '1h' },
      resolution,
      barsOf,
    );
    const { drawdown, returns } = walked.result();
    expect(known).toHaveLength(17);
    expect(drawdown).toMatchObject({
      realised: { money: 2.08160112, pct: 7.26241264 },
      closes: { money: 3.1555671, pct: 10.79315443 },
      provable: { money: 3.1790301, pct: 10.86468708 },
      possible: { money: 3.2943151, pct: 11.25381214 },
    });
    expect([returns.marked.sharpe, returns.realised.sharpe]).toEqual([1.58940361, 2.49411299]);
    expect(minutes).toEqual({ requested: 172_159, loaded: 171_999 });
  });
});
