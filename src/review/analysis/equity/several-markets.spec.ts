import {
  type AsynchronousMarkets,
  type MarketsPlan,
  asynchronousMarkets,
} from '../../../../test/support/asynchronous-markets.js';
import { START, trade } from '../../../../test/support/documented-trades.js';
import { fullyKnown, walkedEquity } from '../../../../test/support/marked-equity.js';
import { type Ohlc, ohlcBars } from '../../../../test/support/ohlc-bars.js';
import { propertyRuns } from '../../../../test/support/property-runs.js';
import { givenColumns } from '../../../../test/support/recorded-columns.js';
import { EXACT_STAMPS } from '../minutes/stamp-resolution.js';
import type { EquitySettings, MarkedEquity } from './equity.js';

const MINUTE = 60_000;
const SETTINGS: EquitySettings = { initialBalance: 1_000, timezone: 'UTC', interval: '1m', riskFreeRate: 0 };
const SYMBOLS = ['M0', 'M1', 'M2'];

describe('the equity with two markets', () => {
  const flat = (price: number): Ohlc => [price, price, price, price];
  const bars: readonly (readonly Ohlc[])[] = [
    [flat(100), [110, 110, 100, 100], flat(110), flat(110)],
    [flat(100), [110, 110, 100, 100], flat(90), flat(90)],
  ];
  const trades = givenColumns(
    [
      trade('long', [100, 0], [110, 180], { symbol: 'M0' }),
      trade('long', [100, 0], [90, 180], { symbol: 'M1' }),
    ],
    { symbols: SYMBOLS },
  );
  const stamps = { entryMs: MINUTE, exitMs: MINUTE };
  const known = bars.map((of) => fullyKnown(ohlcBars(of, START)));

  it.each([undefined, 1, 2, 3])(
    'includes the previous closes of the markets, in parts of %s',
    async (part) => {
      const { walk } = await walkedEquity(trades, SETTINGS, stamps, known, part);
      const { points, drawdown, lowest } = walk.result();
      expect(points.map(({ min }) => min)).toEqual([1000, 1000, 990, 1000]);
      expect(points.map(({ max }) => max)).toEqual([1000, 1020, 1010, 1000]);
      expect(points.map(({ close }) => close)).toEqual([1000, 1000, 1000, 1000]);
      expect(lowest).toBe(990);
      const [first, second] = [START + MINUTE, START + 2 * MINUTE];
      expect(drawdown).toMatchObject({
        closes: { money: 0 },
        provable: { money: 10, moneyTime: first, pct: 0.99009901, pctTime: first },
        possible: { money: 30, moneyTime: second, pct: 2.94117647, pctTime: second },
      });
    },
  );

  it('is unknown after a minute whose price is unknown, while a trade of another market is open', async () => {
    const [one, other] = known as [(typeof known)[0], (typeof known)[0]];
    const late = { ...one, covered: [{ start: START + MINUTE, end: START + 4 * MINUTE }] };
    const after = ohlcBars([undefined, ...bars[0]!.slice(1)], START);
    const statusOf = async (of: typeof known) => {
      const { walk } = await walkedEquity(trades, SETTINGS, stamps, of);
      return walk.result().points.map(({ status }) => status);
    };
    expect(await statusOf([{ ...late, bars: after }, other])).toEqual([
      'incomplete',
      'incomplete',
      'complete',
      'complete',
    ]);
  });

  it('is bounded by the low and the high if only one market has trades in the minute', async () => {
    const apart = givenColumns(
      [
        trade('long', [100, 0], [100, 120], { symbol: 'M0' }),
        trade('long', [90, 120], [90, 240], { symbol: 'M1' }),
      ],
      { symbols: SYMBOLS },
    );
    const { walk } = await walkedEquity(apart, SETTINGS, EXACT_STAMPS, known);
    expect(walk.result().points.map(({ min, max }) => [min, max])).toEqual([
      [1000, 1000],
      [1000, 1010],
      [1000, 1000],
      [1000, 1000],
      [1000, 1000],
    ]);
  });
});

describe('the true equity of markets that trade at moments of their own', () => {
  const TOLERANCE = 1e-6;
  const STAMPS = [0, MINUTE, 5 * MINUTE];

  /** Returns what is wrong with the bounds of a tape; null if nothing is. */
  async function faultOf(plan: MarketsPlan): Promise<string | null> {
    const tape = asynchronousMarkets(plan);
    const columns = givenColumns(tape.trades, { symbols: SYMBOLS });
    const resolution = { entryMs: plan.stampMs, exitMs: plan.stampMs };
    const walked = (partMinutes?: number) =>
      walkedEquity(columns, SETTINGS, resolution, tape.known, partMinutes);
    const { walk } = await walked();
    const equity = walk.result();
    const { walk: inParts } = await walked(3);
    if (JSON.stringify(inParts.result()) !== JSON.stringify(equity)) return 'differs in parts';
    return faultOfBounds(plan, tape, equity, walk.timeline);
  }

  function faultOfBounds(
    { initialBalance }: MarketsPlan,
    tape: AsynchronousMarkets,
    { points, drawdown }: MarkedEquity,
    { start, end }: { start: number; end: number },
  ): string | null {
    let [peak, fall] = [initialBalance, 0];
    const starts = points.map(({ time }) => time).filter((time) => areTwoOpen(tape, time));
    for (const time of [...tape.moments, ...starts].toSorted((a, b) => a - b)) {
      if (time < start || time >= end) continue;
      const value = tape.equityAt(time);
      const { min, max } = points[Math.floor((time - start) / MINUTE)]!;
      if (min !== null && value < min - TOLERANCE) return `${value} is below ${min} at ${time}`;
      if (max !== null && value > max + TOLERANCE) return `${value} is above ${max} at ${time}`;
      peak = Math.max(peak, value);
      fall = Math.max(fall, peak - value);
    }
    if (drawdown.provable!.money > fall + TOLERANCE)
      return `${drawdown.provable!.money} is not proven: ${fall}`;
    if (drawdown.possible && fall > drawdown.possible.money + TOLERANCE) return `${fall} was not possible`;
    return null;
  }

  /** Returns whether trades of two markets are open from before a time. */
  const areTwoOpen = ({ trades }: AsynchronousMarkets, time: number): boolean =>
    new Set(trades.filter((of) => of.trueEntry < time && time < of.trueExit).map(({ market }) => market))
      .size >= 2;

  it.each([
    [1, false],
    [2, false],
    [3, false],
    [2, true],
    [3, true],
  ])(
    'lies within the bounds at each instant: %s markets, some minutes unknown: %s',
    async (markets, hasUnknown) => {
      const faults: string[] = [];
      for (let seed = 1; seed <= propertyRuns(400); seed += 1) {
        const stampMs = STAMPS[seed % STAMPS.length]!;
        const plan = { seed, markets, start: START, minutes: 30, initialBalance: 1_000, stampMs, hasUnknown };
        const fault = await faultOf(plan);
        if (fault !== null) faults.push(`seed ${seed}: ${fault}`);
      }
      expect(faults).toEqual([]);
    },
  );
});
