import fc from 'fast-check';
import {
  type GivenTrade,
  RECORDED_FEE_PCT,
  givenColumns,
  readRecorded,
} from '../../../../test/support/recorded-columns.js';
import { realData } from '../../../../test/support/real-data.js';
import { EXAMPLE_SETTINGS, WORKED_EXAMPLE } from '../../../../test/support/worked-example.js';
import { describeWith } from '../../../../test/support/with-recordings.js';
import { calculateFigures } from '../../../shared/figures/calculator/calculate-statistics.js';
import { DEFAULT_BASIS_POINTS, DEFAULT_MULTIPLES } from './cost-factors.js';
import { type CostedTrades, costAnalysis } from './costs.js';

const SETTINGS = { initialBalance: 1_000, multiples: DEFAULT_MULTIPLES, basisPoints: DEFAULT_BASIS_POINTS };
const FIGURES = [
  'plNet',
  'plNetPct',
  'expectancy',
  'netProfitFactor',
  'maxDrawdown',
  'maxDrawdownPct',
] as const;

type Trade = Omit<GivenTrade, 'entryTime' | 'exitTime'>;

/** Returns the trades as columns. Each trade opens after the previous trade has closed. */
const columnsOf = (list: readonly Trade[]): CostedTrades =>
  givenColumns(
    list.map((trade, i) => ({ feesPaid: 0, ...trade, entryTime: i * 1_000, exitTime: i * 1_000 + 500 })),
  );

/** Returns the figures that the statistics have for the trades. */
function statisticsOf(trades: CostedTrades, initialBalance: number) {
  const figures = calculateFigures(trades, { initialBalance, breakEvenThreshold: 0 });
  return Object.fromEntries(FIGURES.map((name) => [name, figures[name]]));
}

const W: CostedTrades = {
  ...WORKED_EXAMPLE,
  spreadPaid: new Float64Array(8),
  slippagePaid: new Float64Array(8),
};

describe('costs of the documented trades', () => {
  const costs = costAnalysis(W, SETTINGS);

  it('are compared with the gross result and with the turnover', () => {
    expect(costs).toMatchObject({
      reason: null,
      plGross: 106.5,
      costs: 8,
      turnover: 16106.5,
      costShare: 0.07511737,
      paidBp: 4.96693881,
      breakEvenBp: 66.12237296,
      breakEvenMultiple: 13.3125,
    });
  });

  it('change the result and the greatest drawdown of each row', () => {
    expect(costs.multiples.map(({ multiple }) => multiple)).toEqual([0, 1, 2, 3]);
    expect(costs.multiples[3]).toMatchObject({ plNet: 82.5, maxDrawdown: 45 });
    expect(costs.basisPoints.map(({ basisPoints }) => basisPoints)).toEqual([0, 1, 2, 5, 10]);
    expect(costs.basisPoints[3]).toMatchObject({ plNet: 90.44675, maxDrawdown: 42.9805 });
  });

  it('leave the figures of the statistics unchanged at a multiple of 1 and at 0 additional basis points', () => {
    const { initialBalance } = EXAMPLE_SETTINGS;
    expect(costs.multiples[1]).toEqual({ multiple: 1, ...statisticsOf(W, initialBalance) });
    expect(costs.basisPoints[0]).toEqual({ basisPoints: 0, ...statisticsOf(W, initialBalance) });
  });
});

describe('the break-even multiple', () => {
  const reasonOf = (trade: Partial<Trade>) => {
    const of: Trade = { side: 'long', qty: 1, entryPrice: 100, exitPrice: 101, feesPaid: 0.5, ...trade };
    const { reason, breakEvenMultiple, costShare } = costAnalysis(columnsOf([of]), SETTINGS);
    return [reason, breakEvenMultiple, costShare];
  };

  it('is null if costs or gross profit are not above 0', () => {
    expect(reasonOf({})).toEqual([null, 2, 0.5]);
    expect(reasonOf({ feesPaid: 0 })).toEqual(['no-costs', null, 0]);
    expect(reasonOf({ feesPaid: 0, exitPrice: 99 })).toEqual(['no-costs', null, null]);
    expect(reasonOf({ feesPaid: 0.5, slippagePaid: -1 })).toEqual(['rebates', null, -0.5]);
    expect(reasonOf({ exitPrice: 99 })).toEqual(['no-gross-profit', null, null]);
    expect(reasonOf({ exitPrice: 100 })).toEqual(['no-gross-profit', null, null]);
  });

  it('is null, like every other figure, if there are no trades', () => {
    const { multiples, basisPoints, reason, ...figures } = costAnalysis(columnsOf([]), SETTINGS);
    expect([multiples, basisPoints, reason]).toEqual([[], [], 'no-trades']);
    expect(new Set(Object.values(figures))).toEqual(new Set([null]));
  });
});

describe('a row of costs', () => {
  const price = fc.integer({ min: 1, max: 1_000_000 }).map((cents) => cents / 100);
  const cost = fc.integer({ min: -500_000, max: 5_000_000 }).map((units) => units / 1e5);
  const trade: fc.Arbitrary<Trade> = fc.record({
    side: fc.constantFrom('long', 'short'),
    qty: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.double({ min: 0.001, max: 1e6, noNaN: true })),
    entryPrice: fc.oneof(price, fc.double({ min: 0.001, max: 1e5, noNaN: true })),
    exitPrice: price,
    feesPaid: fc.oneof(cost, fc.double({ min: -10, max: 1e7, noNaN: true })),
    spreadPaid: cost,
    slippagePaid: cost,
  });
  const trades = fc.array(trade, { minLength: 1, maxLength: 12 });
  const factor = fc.integer({ min: 0, max: 30_000 }).map((value) => value / 10_000);

  it('equals the statistics of a copy of the trades whose costs are the costs of the row', () => {
    fc.assert(
      fc.property(trades, factor, (list, multiple) => {
        // Costs and multiples are rounded to multiples of 1/16, so their products have at most 8 decimals and are exact
        // in the copy.
        const exact = Math.round(multiple * 16) / 16;
        const rounded = (value = 0) => Math.round(value * 16) / 16;
        const simple = list.map((one) => ({ ...one, feesPaid: rounded(one.feesPaid) }));
        const given = simple.map((one) => ({
          ...one,
          spreadPaid: rounded(one.spreadPaid),
          slippagePaid: rounded(one.slippagePaid),
        }));
        const scaled = given.map((one) => ({
          ...one,
          feesPaid: one.feesPaid * exact,
          spreadPaid: one.spreadPaid * exact,
          slippagePaid: one.slippagePaid * exact,
        }));
        const [row] = costAnalysis(columnsOf(given), { ...SETTINGS, multiples: [exact] }).multiples;
        expect(row).toEqual({ multiple: exact, ...statisticsOf(columnsOf(scaled), 1_000) });
      }),
    );
  });

  it('equals the statistics at a multiple of 1 and at 0 additional basis points, for any amounts', () => {
    fc.assert(
      fc.property(trades, (list) => {
        const columns = columnsOf(list);
        const { multiples, basisPoints } = costAnalysis(columns, {
          ...SETTINGS,
          multiples: [1],
          basisPoints: [0],
        });
        const expected = statisticsOf(columns, 1_000);
        expect(multiples[0]).toEqual({ multiple: 1, ...expected });
        expect(basisPoints[0]).toEqual({ basisPoints: 0, ...expected });
      }),
    );
  });
});

/* A list of trades that freqtrade exported. */
const file = realData('cases/freqtrade-24-trades.json', 'costs of a real list');

describeWith(file)('the costs of a real list', () => {
  it('are the fees of the list, which are 10 basis points of its turnover', () => {
    const { trades, session } = readRecorded(file!);
    const columns = givenColumns(trades, { feePct: RECORDED_FEE_PCT, symbols: session.symbols });
    expect(costAnalysis(columns, SETTINGS)).toMatchObject({
      paidBp: 10.00000032,
      breakEvenBp: 94.19343795,
      breakEvenMultiple: 9.4193435,
    });
  });
});
