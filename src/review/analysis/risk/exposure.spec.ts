import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { type AnalysedTrade, analysedTrades } from '../../../../test/support/analysed-trades.js';
import { openTime } from '../../../stats/sample/market-time.js';
import { exposureOf } from './exposure.js';

type Fields = Omit<AnalysedTrade, 'entryTime' | 'exitTime'>;

const trade = (entryTime: number, exitTime: number, fields: Fields = {}): AnalysedTrade => ({
  entryTime,
  exitTime,
  entryPrice: 100,
  ...fields,
});
const exposure = (...list: AnalysedTrade[]) => exposureOf(analysedTrades(list), 1000);

describe('exposure', () => {
  it('includes the share of time in which a trade is open', () => {
    expect(exposure(trade(0, 10))).toMatchObject({ timeInMarket: 1, avgConcurrentTrades: 1 });
    expect(exposure(trade(0, 4), trade(6, 10))).toMatchObject({
      timeInMarket: 0.8,
      avgConcurrentTrades: 0.8,
    });
    expect(exposure(trade(0, 4), trade(2, 10))).toMatchObject({ timeInMarket: 1, avgConcurrentTrades: 1.2 });
    expect(exposure(trade(5, 5), trade(0, 10))).toMatchObject({ timeInMarket: 1 });
  });

  it('has no average if every trade closes at the time at which it opens', () => {
    expect(exposure(trade(5, 5), trade(5, 5))).toEqual({
      timeInMarket: null,
      maxConcurrentTrades: 2,
      avgConcurrentTrades: null,
      maxNotional: 200,
      maxLeverage: 0.2,
    });
  });

  it('does not count two trades as concurrent if one ends when the other begins', () => {
    expect(exposure(trade(0, 5), trade(5, 9))).toMatchObject({ maxConcurrentTrades: 1, maxNotional: 100 });
    expect(exposure(trade(0, 5), trade(4, 9))).toMatchObject({ maxConcurrentTrades: 2, maxNotional: 200 });
  });

  it('counts a trade without a duration as concurrent with trades that begin at its time', () => {
    expect(exposure(trade(0, 5), trade(5, 5), trade(5, 9))).toMatchObject({ maxConcurrentTrades: 2 });
    expect(exposure(trade(0, 5), trade(5, 5), trade(5, 5))).toMatchObject({ maxConcurrentTrades: 2 });
  });

  it('compares the notional with the balance at the same instant', () => {
    // The loss of the first trade has been realised when the second trade begins.
    expect(exposure(trade(0, 5, { plNet: -500 }), trade(5, 9))).toMatchObject({ maxLeverage: 0.2 }); // 100 / 500
    // The second trade is still open when the first trade loses.
    expect(exposure(trade(0, 5, { plNet: -900 }), trade(0, 9))).toMatchObject({
      maxNotional: 200,
      maxLeverage: 1,
    });
    // The trade without a duration ends at the instant at which the other trade begins.
    expect(exposure(trade(5, 5, { plNet: -980 }), trade(5, 9))).toMatchObject({ maxLeverage: 5 });
  });

  it('ignores balances of 0 or less', () => {
    expect(exposure(trade(0, 5, { plNet: -1000 }), trade(0, 9))).toMatchObject({ maxLeverage: 0.2 });
    expect(exposure(trade(0, 5, { plNet: -2000 }), trade(6, 9, { quantity: 50 }))).toMatchObject({
      maxNotional: 5000,
      maxLeverage: 0.1,
    });
  });

  it('adds notionals exactly', () => {
    const dime = { quantity: 0.1, entryPrice: 0.7 };
    expect(exposure(...Array.from({ length: 3 }, () => trade(0, 1, dime))).maxNotional).toBe(0.21);
    // The product is 5e-9, exactly half a unit. The product of doubles would be less.
    expect(exposure(trade(0, 1, { quantity: 0.00000005, entryPrice: 0.1 })).maxNotional).toBe(1e-8);
  });

  it('agrees with the definition at every instant', () => {
    const list = fc.array(
      fc.record({
        entryTime: fc.nat(30),
        lasts: fc.oneof(fc.constant(0), fc.nat(12)),
        quantity: fc.integer({ min: 1, max: 10 ** 9 }).map((units) => units / 1e5),
        entryPrice: fc.integer({ min: 1, max: 10 ** 7 }).map((units) => units / 100),
        plNet: fc.integer({ min: -400_00, max: 400_00 }).map((cents) => cents / 100),
      }),
      { maxLength: 25 },
    );
    fc.assert(
      fc.property(list, (drawn) => {
        const trades = drawn
          .map(({ lasts, ...fields }) => ({ ...fields, exitTime: fields.entryTime + lasts }))
          .toSorted((a, b) => a.exitTime - b.exitTime || a.entryTime - b.entryTime);
        expect(exposure(...trades)).toEqual(byDefinition(trades));
      }),
    );
  });
});

type Full = Required<Omit<AnalysedTrade, 'rMultiple'>>;

/** Returns the exposure by its definition, which checks every trade at every time. */
function byDefinition(trades: readonly Full[]) {
  const Exact = Decimal.clone({ precision: 80, rounding: Decimal.ROUND_HALF_UP });
  const sum = (values: Decimal[]) => values.reduce((all, each) => all.plus(each), new Exact(0));
  const figure = (value: Decimal) => value.toDecimalPlaces(8).toNumber();
  let [most, notional, leverage] = [0, new Exact(0), new Exact(0)];
  const measure = (open: readonly Full[], ended: readonly Full[]) => {
    const total = sum(open.map(({ quantity, entryPrice }) => new Exact(quantity).times(entryPrice)));
    const balance = sum(ended.map(({ plNet }) => new Exact(plNet))).plus(1000);
    most = Math.max(most, open.length);
    if (total.gt(notional)) notional = total;
    if (balance.gt(0) && total.div(balance).gt(leverage)) leverage = total.div(balance);
  };
  for (let time = 0; time <= 42; time++) {
    const begun = trades.filter(({ entryTime }) => entryTime <= time);
    const lasting = ({ entryTime, exitTime }: Full) =>
      exitTime > time || (exitTime === time && entryTime === time);
    measure(
      begun.filter(lasting),
      begun.filter((each) => !lasting(each)),
    );
    measure(
      begun.filter(({ exitTime }) => exitTime > time),
      begun.filter(({ exitTime }) => exitTime <= time),
    );
  }
  const entries = Float64Array.from(trades, ({ entryTime }) => entryTime);
  const exits = Float64Array.from(trades, ({ exitTime }) => exitTime);
  const span = trades.length === 0 ? 0 : Math.max(...exits) - Math.min(...entries);
  const lasted = trades.reduce((all, { entryTime, exitTime }) => all + exitTime - entryTime, 0);
  const share = (time: number) => (span === 0 ? null : figure(new Exact(time).div(span)));
  return {
    timeInMarket: share(openTime(entries, exits).total),
    maxConcurrentTrades: most,
    avgConcurrentTrades: share(lasted),
    maxNotional: trades.length === 0 ? null : figure(notional),
    maxLeverage: trades.length === 0 ? null : figure(leverage),
  };
}
