import { Decimal } from 'decimal.js';
import * as fc from 'fast-check';
import { derivedFigures, type DerivedFigures, type TradeFacts } from './derived-figures.js';
import type { ExecutionCosts, FeesConfig } from '../market/execution-costs.js';
import { propertyRuns } from '../../../test/support/property-runs.js';

const aTrade = (facts: Partial<TradeFacts> = {}): TradeFacts => ({
  side: 'long',
  qty: 2,
  entryPrice: 100,
  exitPrice: 110,
  stopLoss: null,
  ...facts,
});

const someCosts = (costs: Partial<ExecutionCosts> = {}): ExecutionCosts => ({
  spread: 0,
  slippage: 0,
  fees: { entryFee: 0, exitFee: 0, type: 'percent' },
  ...costs,
});

const check = (
  title: string,
  trade: Partial<TradeFacts>,
  costs: Partial<ExecutionCosts>,
  expected: Partial<DerivedFigures>,
) =>
  it(title, () => {
    expect(derivedFigures(aTrade(trade), someCosts(costs))).toMatchObject(expected);
  });

describe('the derived figures', () => {
  const percent: FeesConfig = { entryFee: 0.1, exitFee: 0.2, type: 'percent' };
  const fixed: FeesConfig = { entryFee: 1.5, exitFee: 0.25, type: 'fixed' };
  const every: Partial<ExecutionCosts> = { spread: 0.05, slippage: 0.01, fees: percent };

  check(
    'include a gain if the price of a long trade rises',
    {},
    {},
    { plGross: (110 - 100) * 2, plNet: 20, plPct: (20 / 200) * 100 },
  );
  check(
    'include a loss if the price of a short trade rises',
    { side: 'short' },
    {},
    { plGross: -20, plNet: -20, plPct: -10 },
  );
  check(
    'are computed in decimals, not in doubles',
    { qty: 1, entryPrice: 0.1, exitPrice: 0.3 },
    {},
    { plGross: 0.2 },
  );
  check(
    'include results of 0 if the price does not move',
    { exitPrice: 100, side: 'short' },
    {},
    { plGross: 0, plNet: 0, plPct: 0 },
  );

  check('include fees in percent of the value of each fill', {}, { fees: percent }, { feesPaid: 0.64 }); // 0.1 % · 200 + 0.2 % · 220
  check('include fixed fees for each fill', {}, { fees: fixed }, { feesPaid: 1.75, plNet: 18.25 });
  check('include the full spread once', {}, { spread: 0.05 }, { spreadPaid: 0.05 * 2, plNet: 19.9 });
  check(
    'include the slippage of both fills',
    {},
    { slippage: 0.01 },
    { slippagePaid: 2 * 0.01 * 2, plNet: 19.96 },
  );
  check('include a net result from which all costs are subtracted', { stopLoss: 95 }, every, {
    plNet: 19.22, // 20 − 0.64 − 0.1 − 0.04
    plPct: 9.61, // 19.22 / 200 · 100
    rMultiple: 1.922, // 19.22 / (5 · 2)
  });

  check('use given fees instead of the configured fees', { feesPaid: 3 }, every, {
    feesPaid: 3,
    spreadPaid: 0.1,
    plNet: 16.86,
  });
  check('use a given spread instead of the configured spread', { spreadPaid: 3 }, every, {
    feesPaid: 0.64,
    spreadPaid: 3,
    plNet: 16.32,
  });
  check('use a given slippage instead of the configured slippage', { slippagePaid: 3 }, every, {
    slippagePaid: 3,
    plNet: 16.26,
  });
  check(
    'use a given cost of 0 instead of the configured cost',
    { feesPaid: 0, spreadPaid: 0, slippagePaid: 0 },
    every,
    {
      feesPaid: 0,
      plNet: 20,
    },
  );
  check('include 0 for a given cost of −0', { feesPaid: -0 }, every, { feesPaid: 0 });
  check(
    'include a rebate, which raises the net result',
    { feesPaid: -0.5 },
    {},
    { feesPaid: -0.5, plNet: 20.5 },
  );
  check(
    'keep all digits of a given cost',
    { feesPaid: 0.123456789012 },
    {},
    {
      feesPaid: 0.123456789012,
      plNet: 19.87654321, // 19.876543210988
    },
  );

  check('include R for a long trade with a stop below the entry', { stopLoss: 90 }, {}, { rMultiple: 1 });
  check(
    'include R for a short trade with a stop above the entry',
    { side: 'short', stopLoss: 110 },
    {},
    { rMultiple: -1 },
  );
  check('have no R for a long trade with a stop above the entry', { stopLoss: 105 }, {}, { rMultiple: null });
  check(
    'have no R for a short trade with a stop below the entry',
    { side: 'short', stopLoss: 95 },
    {},
    { rMultiple: null },
  );
  check('have no R for a long trade with a stop at the entry', { stopLoss: 100 }, {}, { rMultiple: null });
  check(
    'have no R for a short trade with a stop at the entry',
    { side: 'short', stopLoss: 100 },
    {},
    { rMultiple: null },
  );
  check('have no R for a trade without a stop', {}, {}, { rMultiple: null });
  check(
    'include an R of 0 for a break-even with a stop',
    { exitPrice: 100, stopLoss: 90 },
    {},
    { rMultiple: 0 },
  );

  const one = { qty: 1, entryPrice: 1 };
  check('round +5e-9 away from 0', { ...one, exitPrice: 1.000000005 }, {}, { plGross: 0.00000001 });
  check('round +4.9e-9 to 0', { ...one, exitPrice: 1.0000000049 }, {}, { plGross: 0 });
  check('round −5e-9 away from 0', { ...one, exitPrice: 0.999999995 }, {}, { plGross: -0.00000001 });
  check('round −4.9e-9 to 0, not to −0', { ...one, exitPrice: 0.9999999951 }, {}, { plGross: 0, plNet: 0 });
  check(
    'have a plPct of +1e-8 for a gain of 1e-8 on 200',
    { exitPrice: 100.000000005 },
    {},
    { plPct: 0.00000001 },
  ); // 5e-9
  check(
    'have a plPct of −1e-8 for a loss of 1e-8 on 200',
    { exitPrice: 99.999999995 },
    {},
    { plPct: -0.00000001 },
  );

  check('include 0 for each cost below 5e-9', { qty: 1e-12 }, every, {
    feesPaid: 0,
    spreadPaid: 0,
    plNet: 0,
  });
  check(
    'are exact for the smallest trade',
    { qty: 1e-12, entryPrice: 1e-12, exitPrice: 1e12, stopLoss: 5e-13 },
    {},
    {
      plGross: 1, // 1e-12 · (1e12 − 1e-12)
      plPct: 1e26, // 1 / 1e-24 · 100
      rMultiple: 2e24, // 1 / 5e-25
    },
  );
  check(
    'are exact for the largest trade',
    { qty: 1e12, entryPrice: 1e-12, exitPrice: 1e12 },
    {},
    {
      plGross: 1e24, // the double nearest to 1e24 − 1; doubles near 1e24 are 2^27 apart
      plPct: 1e26, // the entry notional is 1
    },
  );
  check(
    'are exact if single costs are far greater than the gross result',
    { slippagePaid: 1e12, spreadPaid: -1e12 },
    {},
    { plNet: 20 },
  );
});

describe('the derived figures of a trade with a point value', () => {
  check(
    'are those of a future with fixed fees',
    { qty: 2, entryPrice: 5000, exitPrice: 5010, stopLoss: 4995, pointValue: 50 },
    { fees: { entryFee: 2.5, exitFee: 2.5, type: 'fixed' } },
    { plGross: 1000, feesPaid: 5, plNet: 995, plPct: 0.199, rMultiple: 1.99 },
  );
  check(
    'are those of a tenth of a lot with percent fees, spread and slippage',
    { side: 'short', qty: 0.1, entryPrice: 1.105, exitPrice: 1.1, stopLoss: 1.1075, pointValue: 100_000 },
    { fees: { entryFee: 0.002, exitFee: 0.002, type: 'percent' }, spread: 0.0001, slippage: 0.00002 },
    {
      plGross: 50,
      feesPaid: 0.441,
      spreadPaid: 1,
      slippagePaid: 0.4,
      plNet: 48.159,
      plPct: 0.43582805,
      rMultiple: 1.92636,
    },
  );
  check(
    'are exact if the point value contains an exchange rate',
    { qty: 0.5, entryPrice: 160.25, exitPrice: 160.75, pointValue: 672.8127 },
    {},
    { plGross: 168.203175, plPct: 0.31201248 },
  );
  check(
    'are exact at the largest values',
    { qty: 1e12, entryPrice: 1e12, exitPrice: 1e-12, pointValue: 1e12 },
    {},
    { plGross: -1e36, plPct: -100 },
  );
  check(
    'are exact at the smallest values',
    { qty: 1e-12, entryPrice: 1e-12, exitPrice: 1e12, pointValue: 1e-12, feesPaid: -1 },
    {},
    { plGross: 0, plNet: 1, plPct: 1e38 },
  );
});

/**
 * A second implementation of the definition, with decimal.js. 200 digits are enough for every product, and for 8
 * decimals of every quotient.
 */
const Exact = Decimal.clone({ precision: 200, rounding: Decimal.ROUND_HALF_UP });
const figure = (value: Decimal) => value.toDecimalPlaces(8).toNumber() + 0;

function referenceFigures(trade: TradeFacts, { spread, slippage, fees }: ExecutionCosts): DerivedFigures {
  const qty = new Exact(trade.qty).times(trade.pointValue ?? 1);
  const entry = new Exact(trade.entryPrice);
  const exit = new Exact(trade.exitPrice);
  const direction = trade.side === 'long' ? 1 : -1;

  const configuredFees =
    fees.type === 'fixed'
      ? new Exact(fees.entryFee).plus(fees.exitFee)
      : entry.times(qty).times(fees.entryFee).plus(exit.times(qty).times(fees.exitFee)).dividedBy(100);
  const feesPaid = (trade.feesPaid ?? figure(configuredFees)) + 0;
  const spreadPaid = (trade.spreadPaid ?? figure(qty.times(spread))) + 0;
  const slippagePaid = (trade.slippagePaid ?? figure(qty.times(slippage).times(2))) + 0;
  const plGross = figure(exit.minus(entry).times(qty).times(direction));
  const plNet = figure(new Exact(plGross).minus(feesPaid).minus(spreadPaid).minus(slippagePaid));
  const plPct = figure(new Exact(plNet).dividedBy(entry.times(qty)).times(100));

  const risk = entry.minus(trade.stopLoss ?? entry).times(direction);
  const rMultiple = risk.greaterThan(0) ? figure(new Exact(plNet).dividedBy(risk.times(qty))) : null;
  return { feesPaid, spreadPaid, slippagePaid, plGross, plNet, plPct, rMultiple };
}

/** Numbers from 1e-12 to 1e12 with 1 to 17 significant digits. */
const magnitude = fc.oneof(
  fc
    .tuple(
      fc.bigInt({ min: 10n ** 16n, max: 10n ** 17n - 1n }),
      fc.integer({ min: 1, max: 17 }),
      fc.integer({ min: -12, max: 11 }),
    )
    .map(([mantissa, digits, exponent]) => {
      const text = String(mantissa).slice(0, digits);
      return Number(`${text}e${exponent - digits + 1}`);
    }),
  fc.integer({ min: 1, max: 10_000_000 }).map((cents) => cents / 100),
  fc.constantFrom(1e-12, 1e-7, 1, 1e12, 0.07361000000000001),
);
const nearby = (price: number) =>
  fc.integer({ min: -5_000, max: 5_000 }).map((step) => price * (1 + step / 10_000));
const withinRange = (price: number) => Math.min(Math.max(price, 1e-12), 1e12);

const givenCost = fc.oneof(
  fc.constantFrom(0, -0, 1e12, -1e12),
  magnitude,
  magnitude.map((cost) => -cost),
);
const configuredCost = fc.oneof(fc.constant(0), magnitude);

const anyTrade = (cost: fc.Arbitrary<number>): fc.Arbitrary<TradeFacts> =>
  magnitude.chain((entryPrice) =>
    fc.record(
      {
        side: fc.constantFrom('long', 'short'),
        qty: magnitude,
        entryPrice: fc.constant(entryPrice),
        exitPrice: fc.oneof(magnitude, nearby(entryPrice)).map(withinRange),
        stopLoss: fc.oneof(
          fc.constantFrom(null, entryPrice),
          fc.oneof(magnitude, nearby(entryPrice)).map(withinRange),
        ),
        pointValue: fc.oneof(fc.constant(1), magnitude),
        feesPaid: cost,
        spreadPaid: cost,
        slippagePaid: cost,
      },
      { requiredKeys: ['side', 'qty', 'entryPrice', 'exitPrice', 'stopLoss'] },
    ),
  );
const anyCosts: fc.Arbitrary<ExecutionCosts> = fc.record({
  spread: configuredCost,
  slippage: configuredCost,
  fees: fc.record({
    entryFee: configuredCost,
    exitFee: configuredCost,
    type: fc.constantFrom('percent', 'fixed'),
  }),
});

describe('derived figures of any trade', () => {
  const RUNS = { numRuns: propertyRuns(2_000) };

  it('equal decimal.js digit for digit', () => {
    fc.assert(
      fc.property(anyTrade(givenCost), anyCosts, (trade, costs) => {
        expect(derivedFigures(trade, costs)).toStrictEqual(referenceFigures(trade, costs));
      }),
      RUNS,
    );
  });

  it('satisfy gross − costs = net exactly if |net| is below 2^26, and otherwise to the nearest double', () => {
    const atMost8Decimals = givenCost.map((cost) => figure(new Exact(cost)));
    fc.assert(
      fc.property(anyTrade(atMost8Decimals), anyCosts, (trade, costs) => {
        const shown = derivedFigures(trade, costs);
        const difference = new Exact(shown.plGross)
          .minus(shown.feesPaid)
          .minus(shown.spreadPaid)
          .minus(shown.slippagePaid);
        expect(difference.equals(shown.plNet) || Math.abs(shown.plNet) >= 2 ** 26).toBe(true);
        expect(difference.toNumber() + 0).toBe(shown.plNet);
      }),
      RUNS,
    );
  });

  it('are those of the quantity times the point value at the point value 1', () => {
    const factor = fc.constantFrom(0.5, 2, 10, 1000);
    fc.assert(
      fc.property(anyTrade(givenCost), anyCosts, factor, (trade, costs, pointValue) => {
        const qty = new Exact(trade.qty).times(pointValue).toNumber();
        fc.pre(new Exact(qty).dividedBy(pointValue).equals(trade.qty));
        expect(derivedFigures({ ...trade, pointValue }, costs)).toStrictEqual(
          derivedFigures({ ...trade, qty, pointValue: 1 }, costs),
        );
      }),
      RUNS,
    );
  });

  // The constraint trades_pl_gross_check computes with the same doubles.
  it('pass the check of the database in doubles', () => {
    fc.assert(
      fc.property(anyTrade(givenCost), magnitude, (trade, pointValue) => {
        const { qty, entryPrice, exitPrice, side } = trade;
        const { plGross } = derivedFigures({ ...trade, pointValue }, someCosts());
        const expected = (side === 'long' ? 1 : -1) * (exitPrice - entryPrice) * qty * pointValue;
        const tolerance = 1e-8 + 1e-12 * (entryPrice + exitPrice) * qty * pointValue;
        expect(Math.abs(plGross - expected)).toBeLessThanOrEqual(tolerance);
      }),
      RUNS,
    );
  });

  it('have the same gross result for a long trade as for the mirrored short trade', () => {
    const ticks = fc.integer({ min: 1, max: 1_000_000_000 });
    fc.assert(
      fc.property(ticks, ticks, fc.nat(12), magnitude, (entry, exit, decimals, qty) => {
        fc.pre(exit < 2 * entry);
        const price = (count: number) => Number(`${count}e-${decimals}`);
        const long = aTrade({ qty, entryPrice: price(entry), exitPrice: price(exit) });
        const short = aTrade({ ...long, side: 'short', exitPrice: price(2 * entry - exit) });
        expect(derivedFigures(short, someCosts()).plGross).toBe(derivedFigures(long, someCosts()).plGross);
      }),
      RUNS,
    );
  });
});
