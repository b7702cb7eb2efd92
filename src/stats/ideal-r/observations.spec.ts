import { measured, unmeasured } from './analytics.js';
import { marketsOf } from './market-windows.js';
import { observe } from './observations.js';
import type { RiskedTrades } from './risked-trades.js';

const T = Date.UTC(2024, 0, 10);
const MINUTE = 60_000;
const SETTINGS = { horizonMs: 60 * MINUTE, thresholdR: 1, breakEvenThreshold: 0 };

interface Walked {
  readonly plNet: number;
  /** Best price that a long trade with entry at 100 and stop at 90 reached. */
  readonly best: number;
  readonly complete?: boolean;
}

/**
 * Returns the observations of long trades with entry at 100 and stop at 90, whose walks ended a minute after the entry.
 */
function observed(walked: readonly Walked[], settings = SETTINGS) {
  const { length } = walked;
  const column = (value: (walk: Walked) => number) => Float64Array.from(walked, value);
  const trades: RiskedTrades = {
    count: length,
    idOf: (trade: number) => `trade ${trade}`,
    direction: column(() => 1),
    entryTime: column(() => T),
    entryPrice: column(() => 100),
    stopLoss: column(() => 90),
    plNet: column(({ plNet }) => plNet),
    asset: column(() => 0),
  };
  return observe(
    trades,
    {
      complete: Uint8Array.from(walked, ({ complete = true }) => Number(complete)),
      nextTs: column(() => T + MINUTE),
      usedUntil: column(() => T + MINUTE),
      best: column(({ best }) => best),
    },
    settings,
  );
}

describe('a trade that could have been moved to break-even', () => {
  const check = (walk: Walked, expected: boolean, settings = SETTINGS) =>
    expect(observed([walk], settings).observations[0]!.couldHaveProfitBreakEven).toBe(expected);

  it('is a loss whose ideal R reaches the threshold', () => {
    check({ plNet: -5, best: 110 }, true);
    check({ plNet: -5, best: 109.99 }, false);
    check({ plNet: -5, best: 100 }, false, { ...SETTINGS, thresholdR: 0.01 });
    check({ plNet: -5, best: -Infinity }, true, { ...SETTINGS, thresholdR: 0 });
    check({ plNet: 5, best: 120 }, false);
    check({ plNet: 0, best: 120 }, false);
  });

  it('has a complete walk', () => {
    check({ plNet: -5, best: 120, complete: false }, false);
  });

  it('lost more than the break-even threshold of the request', () => {
    check({ plNet: -5, best: 120 }, false, { ...SETTINGS, breakEvenThreshold: 5 });
    check({ plNet: -5.00000001, best: 120 }, true, { ...SETTINGS, breakEvenThreshold: 5 });
  });

  it('is judged by its rounded ideal R', () => {
    // The ideal R at 109.999999999 is 0.9999999999, which is rounded to 1.
    check({ plNet: -5, best: 109.999999999 }, true);
  });
});

describe('an observation', () => {
  it('has the window of the trade and the time up to which bars were observed', () => {
    expect(observed([{ plNet: 1, best: 123 }]).observations).toEqual([
      {
        tradeId: 'trade 0',
        status: 'complete',
        idealR: 2.3,
        bestPrice: 123,
        windowStartTime: T,
        targetEndTime: T + 60 * MINUTE,
        observedEndTime: T + MINUTE,
        couldHaveProfitBreakEven: false,
      },
    ]);
  });
});

describe('the analytics', () => {
  it('count only measured trades', () => {
    const walked = [
      { plNet: -5, best: 115 }, // 1.5 R: a loss that could have been moved to break-even
      { plNet: -5, best: 104 }, // 0.4 R: a loss that could not have been moved to break-even
      { plNet: 9, best: 133 }, // 3.3 R
      { plNet: -5, best: 102 }, // 0.2 R
      { plNet: -5, best: 190, complete: false },
    ];
    const found = observed(walked);
    expect(measured({ total: 7, eligible: 5 }, SETTINGS, found)).toEqual({
      horizonMs: 60 * MINUTE,
      thresholdR: 1,
      totalTrades: 7,
      eligibleTrades: 5,
      measuredTrades: 4,
      incompleteTrades: 1,
      invalidRiskTrades: 2,
      losingMeasuredTrades: 3,
      averageIdealR: 1.35, // (1.5 + 0.4 + 3.3 + 0.2) / 4
      maxIdealR: 3.3,
      couldHaveProfitBreakEvenCount: 1,
      couldHaveProfitBreakEvenRate: 0.33333333,
      observations: found.observations,
    });
  });

  it('are 0 if no trade is measured', () => {
    const found = observed([{ plNet: -5, best: 190, complete: false }]);
    expect(unmeasured({ total: 3, eligible: 1 }, SETTINGS)).toMatchObject({
      incompleteTrades: 1,
      invalidRiskTrades: 2,
      observations: [],
    });
    expect(measured({ total: 1, eligible: 1 }, SETTINGS, found)).toEqual({
      ...unmeasured({ total: 1, eligible: 1 }, SETTINGS),
      observations: found.observations,
    });
  });
});

describe('the markets', () => {
  const asset = (position: number, symbol: string) =>
    ({ position, symbol, feed: 'venue-spot', timeframe: '5m', calendarCode: '24/7' }) as const;
  const tradesIn = (...assets: number[]): RiskedTrades => ({
    count: assets.length,
    idOf: String,
    direction: new Float64Array(assets.length).fill(1),
    entryTime: Float64Array.from(assets, (_, i) => T + i * 100 * MINUTE),
    entryPrice: new Float64Array(assets.length),
    stopLoss: new Float64Array(assets.length),
    plNet: new Float64Array(assets.length),
    asset: Float64Array.from(assets),
  });

  it('include only assets with trades, in the order of the assets, each with its own windows', () => {
    const hour = (minute: number) => ({ start: T + minute * MINUTE, end: T + (minute + 60) * MINUTE });
    const assets = [asset(0, 'AAA'), asset(1, 'BBB'), asset(2, 'CCC')];
    expect(marketsOf(tradesIn(2, 0, 2), assets, 60 * MINUTE)).toEqual([
      { asset: assets[0], places: Uint32Array.of(1), windows: [hour(100)] },
      { asset: assets[2], places: Uint32Array.of(0, 2), windows: [hour(0), hour(200)] },
    ]);
  });
});
