import { judgedFills } from '../../../../test/support/judged-fills.js';
import { DOCUMENTED, type Moment, START, trade } from '../../../../test/support/documented-trades.js';
import { EXAMPLE_BARS, type Ohlc, ohlcBars, partsOf } from '../../../../test/support/ohlc-bars.js';
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
import { EXACT_STAMPS, type StampResolution, resolutionOf } from '../minutes/stamp-resolution.js';
import type { VolumeMinutes } from './fill-bars.js';
import { fillPage } from './fill-page.js';
import type { FillTable } from './fill-table.js';
import { type Finding, findingAt, findingCount, tradeOf } from './findings.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const MINUTE_STAMPS: StampResolution = { entryMs: MINUTE, exitMs: MINUTE };

type Bars = readonly (Ohlc | undefined)[];

const withVolume = (bars: Bars, volume = 100): VolumeMinutes => {
  const minutes = ohlcBars(bars, START);
  return { ...minutes, volume: new Float64Array(minutes.count).fill(volume) };
};

const judge = (
  trades: readonly GivenTrade[],
  resolution: StampResolution | null,
  bars: Bars = EXAMPLE_BARS,
  volume?: number,
): FillTable => judgedFills(givenColumns(trades), [[withVolume(bars, volume)]], resolution);

const findingsOf = (table: FillTable): readonly Finding[] =>
  fillPage(table, null, 500, undefined).trades.flatMap(({ findings }) => findings);

const SIX_BARS: Bars = [...EXAMPLE_BARS, [92, 94, 90, 93]];

describe('fills of the documented trades', () => {
  it('are possible, but the stop of the short trade was touched before its exit', () => {
    const table = judge(DOCUMENTED, EXACT_STAMPS);
    expect(table.summary).toMatchObject({
      tradeCount: 4,
      incomplete: 0,
      fills: { possible: 8, impossible: 0, unknown: 0 },
      stopTouched: { certain: 1, possible: 0 },
      targetTouched: { certain: 0, possible: 0 },
      sameBar: 1,
    });
    expect(findingsOf(table)).toEqual([
      {
        kind: 'stop-touched',
        fill: 'exit',
        certainty: 'certain',
        time: START + 3 * MINUTE,
        price: 109,
        low: null,
        high: null,
        open: null,
        favourable: null,
        money: null,
      },
    ]);
    expect(table.ticks).toEqual([{ asset: 0, tick: 1 }]);
  });
});

describe('an exit at the stop', () => {
  it('is impossible outside the range of its bars, and costs money if the bar opened beyond the stop', () => {
    // 94.5 counts as 95, because the bars have no decimals.
    const exit = trade('long', [100, 0], [94.5, 300], { stopLoss: 94.5, qty: 2 });
    const table = judge([exit], MINUTE_STAMPS, SIX_BARS);
    const time = START + 5 * MINUTE;
    expect(findingsOf(table)).toEqual([
      {
        kind: 'impossible',
        fill: 'exit',
        certainty: 'certain',
        time,
        price: 94.5,
        low: 90,
        high: 94,
        open: null,
        favourable: true,
        money: { min: 1, max: 1 },
      },
      {
        kind: 'gap',
        fill: 'exit',
        certainty: 'certain',
        time,
        price: 94.5,
        low: null,
        high: null,
        open: 92,
        favourable: null,
        money: { min: 5, max: 5 },
      },
    ]);
    expect(table.summary).toMatchObject({
      fills: { possible: 1, impossible: 1, unknown: 0 },
      favourable: 1,
      adverse: 0,
      overstated: 1,
      gaps: { certain: 1, possible: 0, min: 5, max: 5 },
    });
  });

  it('may follow an earlier touch of the stop, and may be in a bar that opened beyond the stop', () => {
    const exit = trade('long', [100, 0], [98.5, 240], { stopLoss: 98.5, qty: 2 });
    const table = judge([exit], MINUTE_STAMPS, SIX_BARS);
    expect(findingsOf(table)).toMatchObject([
      { kind: 'stop-touched', certainty: 'possible', time: START, price: 98.5 },
      { kind: 'gap', certainty: 'possible', money: { min: 0, max: 3 }, open: 97 },
    ]);
    expect(table.summary).toMatchObject({
      gaps: { certain: 0, possible: 1, min: 0, max: 3 },
      stopTouched: { certain: 0, possible: 1 },
    });
  });

  it('does not follow an earlier touch if each bar of the trade may contain the exit', () => {
    const exit = trade('long', [100, 120], [98.5, 300], { stopLoss: 98.5 });
    const stamps = { entryMs: MINUTE, exitMs: 5 * MINUTE };
    expect(judge([exit], stamps, SIX_BARS).summary.stopTouched).toEqual({ certain: 0, possible: 0 });
  });

  it('is not certainly in a bar that opened beyond the stop if an earlier bar is missing', () => {
    const exit = trade('long', [100, 0], [94.5, 240], { stopLoss: 94.5, qty: 2 });
    const stamps = { entryMs: MINUTE, exitMs: 2 * MINUTE };
    const gapOf = (bars: Bars) => findingsOf(judge([exit], stamps, bars)).find(({ kind }) => kind === 'gap');
    const flat: Ohlc = [97, 99, 96, 98];
    expect(gapOf([...EXAMPLE_BARS.slice(0, 3), flat, flat, [92, 96, 90, 93]])).toMatchObject({
      money: { min: 5, max: 5 },
    });
    expect(gapOf([...EXAMPLE_BARS.slice(0, 3), flat, undefined, [92, 96, 90, 93]])).toMatchObject({
      money: { min: 0, max: 5 },
    });
  });
});

describe('a target', () => {
  const reached = (target: number, exit: Moment) =>
    findingsOf(judge([trade('long', [100, 0], exit, { takeProfit: target })], EXACT_STAMPS)).map(
      ({ kind, certainty, time }) => [kind, certainty, (time - START) / MINUTE],
    );

  it('is certainly reached only if price went beyond it', () => {
    expect(reached(107, [104, 180])).toEqual([['target-touched', 'certain', 2]]);
    expect(reached(108, [104, 180])).toEqual([['target-touched', 'possible', 2]]);
    expect(reached(108.5, [104, 180])).toEqual([]);
  });

  it('is not reported as reached if it was reached only in the bar of an exit at the target', () => {
    expect(reached(108, [108, 180])).toEqual([]);
    expect(reached(106, [106, 180])).toEqual([['target-touched', 'possible', 1]]);
  });
});

describe('a fill', () => {
  const one = (exit: Moment, resolution: StampResolution | null, bars: Bars = EXAMPLE_BARS) =>
    judge([trade('long', [100, 0], exit)], resolution, bars).summary.fills;

  it('may lie in the previous bar if its time may be the close of a bar', () => {
    expect(one([112, 240], MINUTE_STAMPS)).toEqual({ possible: 2, impossible: 0, unknown: 0 });
    expect(one([112, 241], EXACT_STAMPS)).toEqual({ possible: 1, impossible: 1, unknown: 0 });
  });

  it('is unknown if a bar is missing or the times do not fit the candles', () => {
    const gap = [...EXAMPLE_BARS.slice(0, 3), undefined, EXAMPLE_BARS[4]];
    expect(one([120, 240], MINUTE_STAMPS, gap)).toEqual({ possible: 1, impossible: 0, unknown: 1 });
    expect(one([120, 240], MINUTE_STAMPS)).toEqual({ possible: 1, impossible: 1, unknown: 0 });
    expect(one([120, 240], null)).toEqual({ possible: 1, impossible: 0, unknown: 1 });
    expect(one([112, 300], MINUTE_STAMPS)).toEqual({ possible: 1, impossible: 0, unknown: 1 });
  });

  it('is adverse if its price is worse than all prices of its bars', () => {
    const summaryOf = (side: 'long' | 'short', entry: number, exit: number) => {
      const { favourable, adverse, overstated } = judge(
        [trade(side, [entry, 1], [exit, 181])],
        EXACT_STAMPS,
      ).summary;
      return [favourable, adverse, overstated];
    };
    expect(summaryOf('long', 97, 113)).toEqual([2, 0, 2]); // 1 below the low, 1 above the high
    expect(summaryOf('long', 104, 94)).toEqual([0, 2, 0]);
    expect(summaryOf('short', 104, 94)).toEqual([2, 0, 2]);
    expect(summaryOf('short', 97, 113)).toEqual([0, 2, 0]);
  });

  it('is reported if its bars have no volume or less volume than its quantity', () => {
    const kinds = (volume: number, qty: number, bars?: Bars) =>
      findingsOf(judge([trade('long', [100, 0], [104, 180], { qty })], EXACT_STAMPS, bars, volume)).map(
        ({ kind, fill }) => `${kind} ${fill}`,
      );
    expect(kinds(3, 3)).toEqual([]);
    expect(kinds(3, 4)).toEqual(['over-volume entry', 'over-volume exit']);
    expect(kinds(0, 4)).toEqual([]); // the candles have no volumes at all
    const minutes = withVolume(EXAMPLE_BARS, 5);
    minutes.volume[3] = 0;
    const table = judgedFills(givenColumns([trade('long', [100, 0], [104, 180])]), [[minutes]], EXACT_STAMPS);
    expect(findingsOf(table)).toMatchObject([{ kind: 'no-volume', fill: 'exit', low: 95, high: 112 }]);
    expect(table.summary).toMatchObject({
      noVolume: 1,
      participation: { fills: 1, max: 0.2, fill: 'entry' },
    });
  });
});

describe('the point value of a trade', () => {
  it('multiplies the money of a finding, but not the quantity that is compared with the volume', () => {
    const impossible = trade('long', [97, 60], [113, 180], { qty: 3 });
    const tableOf = (pointValue: number) =>
      judge([{ ...impossible, pointValue }], EXACT_STAMPS, undefined, 3);
    const [plain, multiplied] = [tableOf(1), tableOf(50)];
    expect(multiplied.summary.participation).toEqual(plain.summary.participation);
    expect(multiplied.summary.overstated).toBe(50 * plain.summary.overstated!);
    expect(findingsOf(multiplied).map(({ kind, money }) => [kind, money])).toEqual(
      findingsOf(plain).map(({ kind, money }) => [
        kind,
        money && { min: 50 * money.min, max: 50 * money.max },
      ]),
    );
  });
});

describe('the list of findings', () => {
  const table = judge(DOCUMENTED, EXACT_STAMPS);

  it('contains the trades with findings or, with a filter, the trades that pass the filter', () => {
    const counts = (filter?: Parameters<typeof fillPage>[3]) =>
      fillPage(table, null, 10, filter).trades.map(({ findings }) => findings.length);
    expect(counts()).toEqual([1]);
    expect(counts('stop-touched')).toEqual([1]);
    expect(counts('gap')).toEqual([]);
    expect(counts('same-bar')).toEqual([0]);
  });

  it('is the same in pages of any size', () => {
    const tape = simulatedTape(5, 900, START);
    const trades = givenColumns(tapeTrades(tape, 60, 6, { by: 'open', lengthMs: MINUTE }, 1));
    const all = judgedFills(trades, [[tape.bars]], MINUTE_STAMPS);
    const whole = fillPage(all, null, 500, undefined).trades;
    expect(whole.length).toBeGreaterThan(10);
    for (const size of [1, 7]) {
      const found: (typeof whole)[number][] = [];
      for (let after: Parameters<typeof fillPage>[1] = null; ;) {
        const page = fillPage(all, after, size, undefined);
        found.push(...page.trades);
        if (page.next === null) break;
        after = page.next;
      }
      expect(found).toEqual(whole);
    }
  });

  it('does not depend on the parts in which the bars are read', () => {
    const tape = simulatedTape(7, 900, START);
    const trades = givenColumns(tapeTrades(tape, 60, 8, { by: 'exact' }, 0.5));
    const parts = (size: number) =>
      partsOf(tape.bars, size).map((part, i) => ({
        ...part,
        volume: tape.bars.volume.subarray(i * size, (i + 1) * size),
      }));
    expect(judgedFills(trades, [parts(7)], EXACT_STAMPS)).toEqual(
      judgedFills(trades, [[tape.bars]], EXACT_STAMPS),
    );
  });
});

describe('true fills of a simulated market', () => {
  const HALF_HOUR = 30 * MINUTE;
  const stampings: readonly Stamping[] = [
    { by: 'exact' },
    ...(['open', 'close'] as const).flatMap((by) =>
      [MINUTE, 5 * MINUTE, HALF_HOUR].map((lengthMs) => ({ by, lengthMs })),
    ),
  ];

  it.each(stampings)('are never impossible, and all their certain findings are true: %j', (stamping) => {
    const seen = { certain: 0, possible: 0 };
    for (const seed of [1, 2, 3, 4]) {
      const tape = simulatedTape(seed, 1_440, START);
      const list = tapeTrades(tape, 150, seed + 100, stamping, 0.5).toSorted(
        (a, b) => a.exitTime - b.exitTime || a.entryTime - b.entryTime,
      );
      const trades = givenColumns(list);
      const table = judgedFills(trades, [[tape.bars]], resolutionOf(trades));
      const { fills, noVolume, overVolume } = table.summary;
      expect(fills.impossible + noVolume + overVolume).toBe(0);
      expect(fills.possible + fills.unknown).toBe(2 * list.length);
      for (const [place, trade] of list.entries()) {
        const direction = trade.side === 'long' ? 1 : -1;
        const path = tape.prices.subarray(trade.entryTick + 1, trade.exitTick);
        const isTrue = (kind: string) =>
          kind === 'stop-touched'
            ? path.some((price) => direction * (price - trade.stopLoss!) <= 0)
            : kind === 'target-touched'
              ? path.some((price) => direction * (price - trade.takeProfit!) > 0)
              : trade.ignoresLevels;
        for (const { kind, certainty } of findingsAt(table, place)) {
          seen[certainty] += 1;
          if (certainty === 'certain') expect([kind, isTrue(kind)]).toEqual([kind, true]);
        }
      }
    }
    expect(seen.possible).toBeGreaterThan(0);
    if (stamping.by === 'exact') expect(seen.certain).toBeGreaterThan(0);
  });

  const findingsAt = (table: FillTable, trade: number): Finding[] =>
    Array.from({ length: findingCount(table.findings) }, (_, finding) => finding)
      .filter((finding) => tradeOf(table.findings, finding) === trade)
      .map((finding) => findingAt(table.findings, finding));
});

/* A list of trades that freqtrade exported, with recorded candles. */
const MISSED = 'fills of a real list';
const file = realData('cases/freqtrade-24-trades.json', MISSED);

describeWith(file)('the fills of a real list', () => {
  it('are possible wherever candles are known', async () => {
    const { trades: list, session } = readRecorded(file!);
    const trades = givenColumns(list, { feePct: RECORDED_FEE_PCT, symbols: session.symbols });
    const bars = await Promise.all(session.symbols.map((symbol) => recordedMinutes(symbol, MISSED)));
    const resolution = resolutionOf(trades);
    const table = judgedFills(
      trades,
      bars.map((of) => (of ? [of] : [])),
      resolution,
    );
    expect(resolution).toEqual(MINUTE_STAMPS);
    expect(table.summary).toMatchObject({
      tradeCount: 24,
      incomplete: 9,
      fills: { possible: 34, impossible: 0, unknown: 14 },
      participation: { fills: 34, max: 0.00076678 },
    });
    expect(findingsOf(table)).toEqual([]);
    expect(table.ticks.map(({ asset, tick }) => [session.symbols[asset], tick])).toEqual([
      ['ADAUSDT', 0.0001],
      ['ATOMUSDT', 0.001],
      ['BTCUSDT', 0.01],
      ['DOGEUSDT', null],
      ['ETHUSDT', 0.01],
      ['LINKUSDT', 0.001],
      ['SOLUSDT', null],
      ['TRXUSDT', 0.00001],
      ['XRPUSDT', 0.0001],
    ]);
  });
});
