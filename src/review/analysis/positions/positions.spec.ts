import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { type GivenTrade, givenColumns } from '../../../../test/support/recorded-columns.js';
import { propertyRuns } from '../../../../test/support/property-runs.js';
import { EXAMPLE_SETTINGS, WORKED_EXAMPLE } from '../../../../test/support/worked-example.js';
import { calculateFigures } from '../../../shared/figures/calculator/calculate-statistics.js';
import { toTradeColumns } from '../../../shared/figures/calculator/trade-columns.js';
import { type PositionedTrades, positions } from './positions.js';

/** Enough digits for exact sums and products, and for quotients that are rounded to 8 decimals. */
const Exact = Decimal.clone({ precision: 100 });

const SETTINGS = { initialBalance: 1000, breakEvenThreshold: 0 };

/** A trade with the number of its label; NaN or undefined without one. */
interface PartTrade extends GivenTrade {
  readonly clientId: string;
  readonly label?: number;
}

/** Returns the positions of trades that are in trade order. */
const positionsOf = (trades: PositionedTrades, list: readonly PartTrade[]) =>
  positions(trades, SETTINGS, (a, b) => (list[a]!.clientId < list[b]!.clientId ? -1 : 1));

type Placed = Pick<PartTrade, 'clientId' | 'entryTime' | 'exitTime'>;

const inTradeOrder = (a: Placed, b: Placed) =>
  a.exitTime - b.exitTime || a.entryTime - b.entryTime || (a.clientId < b.clientId ? -1 : 1);

function of(given: readonly PartTrade[], symbols: readonly string[] = ['X', 'Y']) {
  const list = given.toSorted(inTradeOrder);
  const position = Float64Array.from(list, ({ label }) => label ?? NaN);
  return positionsOf({ ...givenColumns(list, { symbols }), position }, list);
}

const part = (
  clientId: string,
  times: readonly [number, number],
  plNet: number,
  fields: Partial<PartTrade> = {},
): PartTrade => {
  const { qty = 1 } = fields;
  return {
    clientId,
    symbol: 'X',
    side: 'long',
    entryPrice: 100,
    entryTime: times[0],
    exitPrice: 100 + plNet / qty,
    exitTime: times[1],
    label: 1,
    ...fields,
  };
};

const A = part('a', [0, 10], 5, { stopLoss: 98 });
const B = part('b', [0, 20], 8, { stopLoss: 98 });
const C = part('c', [0, 30], -6, { qty: 2, stopLoss: 98 });
const D = part('d', [40, 50], -3, { label: NaN });

describe('the positions of trades', () => {
  it('count as one trade each', () => {
    const { reason, positions: count, trades, largest, figures, byTrade } = of([A, B, C, D]);
    expect({ reason, count, trades, largest }).toEqual({ reason: null, count: 2, trades: 4, largest: 3 });
    expect(figures).toMatchObject({
      tradeCount: 2,
      winrate: 0.5,
      maxWinStreak: 1,
      plNet: 4,
      avgPlPerTrade: 2,
      bestWinPct: 1.75,
      worstLossPct: -3,
      avgRMultiple: 0.875,
      maxRMultiple: 0.875,
    });
    expect(byTrade).toMatchObject({ tradeCount: 4, winrate: 0.5, maxWinStreak: 2, plNet: 4 });
  });

  it('end when no part is open any more', () => {
    const counts = (entryTime: number) => {
      const { positions: count, largest } = of([A, B, C, D, part('e', [entryTime, 60], 1)]);
      return [count, largest];
    };
    expect([counts(30), counts(31), counts(45)]).toEqual([[2, 4], [3, 3], [3, 3]]); // prettier-ignore
  });

  it('are of one market, side and label', () => {
    const others = [{ symbol: 'Y' }, { side: 'short' as const }, { label: 2 }, { label: NaN }];
    for (const fields of others) expect(of([A, part('b', [0, 20], 8, fields)]).positions).toBe(2);
    expect(of([A, B]).positions).toBe(1);
  });

  it('are measured by Σ plNet / Σ entry value, and by Σ plNet / Σ risk if all parts have a stop', () => {
    const heavy = part('b', [0, 20], 8, { entryPrice: 200, exitPrice: 208, stopLoss: 190, pointValue: 3 });
    const { figures } = of([A, heavy]);
    expect(figures).toMatchObject({ plNet: 29, bestWinPct: 4.14285714, avgRMultiple: 0.90625 }); // 29 / 700, 29 / 32
    expect(of([A, part('b', [0, 20], 8)]).figures).toMatchObject({ avgRMultiple: null });
  });

  it('have exact sums', () => {
    const list = [0.1, 0.2, -0.3].map((plNet, i) =>
      part(`${i}`, [0, 10], plNet, { entryPrice: 1, exitPrice: 1 + plNet }),
    );
    expect(of(list).figures).toMatchObject({ breakEvenCount: 1, plGross: 0, plNet: 0, avgPlPctPerTrade: 0 });
  });

  it('are in trade order, by the least clientId of equal times', () => {
    // The parts z1 and z2 win. Their position comes before the loss b only if the least clientId is a.
    const streakOf = (least: string) => {
      const wins = [part(least, [0, 10], 1), part('z1', [2, 10], 1), part('z2', [0, 9], 1)];
      const alone = [part('b', [0, 10], -1, { label: 2 }), part('y', [0, 10], 1, { label: 3 })];
      return of([...wins, ...alone]).figures.maxWinStreak;
    };
    expect([streakOf('a'), streakOf('c')]).toEqual([1, 2]);
  });

  it('are none without trades', () => {
    expect(of([])).toMatchObject({ reason: 'no-trades', positions: 0, trades: 0, largest: 0 });
  });

  it('are the trades of the worked example if there are no labels', () => {
    const position = new Float64Array(8).fill(NaN);
    const result = positions({ ...WORKED_EXAMPLE, position }, EXAMPLE_SETTINGS, (a, b) => a - b);
    expect(result).toMatchObject({ positions: 8, trades: 8, largest: 1, figures: result.byTrade });
    expect(result.byTrade).toEqual(calculateFigures(WORKED_EXAMPLE, EXAMPLE_SETTINGS));
  });
});

/** Trades with few times, labels and markets, so that positions overlap and every tie occurs. */
const someParts = fc.uniqueArray(
  fc
    .record({
      clientId: fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 1, maxLength: 3 }),
      symbol: fc.constantFrom('X', 'Y'),
      side: fc.constantFrom('long' as const, 'short' as const),
      qty: fc.constantFrom(1, 2, 0.3),
      pointValue: fc.constantFrom(1, 50, 0.1),
      entryPrice: fc.constantFrom(100, 99.9, 3),
      exitPrice: fc.constantFrom(100, 99.9, 3, 107.25),
      feesPaid: fc.constantFrom(0, 0.1, -0.7, 1),
      stopLoss: fc.constantFrom(null, 2, 98, 108),
      label: fc.constantFrom(NaN, 1, 2),
      entryTime: fc.integer({ min: 1, max: 12 }),
      held: fc.integer({ min: 0, max: 4 }),
    })
    .map(({ held, ...trade }): PartTrade => ({ ...trade, exitTime: trade.entryTime + held })),
  { selector: ({ clientId }) => clientId, maxLength: 20 },
);

describe('the positions of any trades', () => {
  it('are those of a simple model', () => {
    fc.assert(
      fc.property(someParts, (given) => {
        const { figures, positions: count, largest } = of(given);
        const model = modelOf(given);
        expect([count, largest]).toEqual([model.length, Math.max(0, ...model.map(({ length }) => length))]);
        const merged = model.map(mergedPart).toSorted(inTradeOrder);
        expect(figures).toEqual(calculateFigures(toTradeColumns(merged), SETTINGS));
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('do not depend on the order of the trades and the numbers of the labels', () => {
    fc.assert(
      fc.property(someParts, (given) => {
        const renamed = given.map(({ label, ...trade }) => ({ ...trade, label: 7 - label! }));
        expect(of(renamed.toReversed())).toEqual(of(given));
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('have the figures of the trades if no trade has a label', () => {
    fc.assert(
      fc.property(someParts, (given) => {
        const { figures, byTrade } = of(given.map((trade) => ({ ...trade, label: NaN })));
        expect(figures).toEqual(byTrade);
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});

/** Returns a position as a trade, computed in another way than the service does. */
function mergedPart(parts: readonly PartTrade[]) {
  const columns = givenColumns(parts);
  const sum = (valueOf: (trade: number) => Decimal) =>
    parts.reduce((total, _, trade) => total.plus(valueOf(trade)), new Exact(0));
  const amountOf = (column: Float64Array) => sum((trade) => new Exact(column[trade]!));
  const per = (divisor: (trade: number) => Decimal) =>
    amountOf(columns.plNet).dividedBy(sum((trade) => divisor(trade).times(columns.quantity[trade]!)));
  const entry = (trade: number) => new Exact(columns.entryPrice[trade]!);
  const clientIds = parts.map(({ clientId }) => clientId).toSorted();
  return {
    clientId: clientIds[0]!,
    entryTime: Math.min(...columns.entryTime),
    exitTime: Math.max(...columns.exitTime),
    plGross: amountOf(columns.plGross).toNumber(),
    plNet: amountOf(columns.plNet).toNumber(),
    feesPaid: amountOf(columns.feesPaid).toNumber(),
    plPct: per(entry).times(100).toDecimalPlaces(8).toNumber(),
    rMultiple: columns.stopLoss.some(Number.isNaN)
      ? null
      : per((trade) => entry(trade).minus(columns.stopLoss[trade]!).abs())
          .toDecimalPlaces(8)
          .toNumber(),
  };
}

/** Returns the trades of each position: starts with single trades, and joins positions as long as two belong together. */
function modelOf(given: readonly PartTrade[]): PartTrade[][] {
  let groups = given.map((trade) => [trade]);
  const joined = ([one]: PartTrade[], [other]: PartTrade[]) =>
    one!.label === other!.label && one!.symbol === other!.symbol && one!.side === other!.side;
  const span = (parts: readonly PartTrade[]) => [
    Math.min(...parts.map(({ entryTime }) => entryTime)),
    Math.max(...parts.map(({ exitTime }) => exitTime)),
  ];
  for (;;) {
    const pair = groups.flatMap((one, i) =>
      groups.slice(i + 1).flatMap((other) => {
        const [[from, to], [otherFrom, otherTo]] = [span(one), span(other)];
        return joined(one, other) && from! <= otherTo! && otherFrom! <= to! ? [[one, other] as const] : [];
      }),
    )[0];
    if (!pair) return groups;
    groups = [...groups.filter((group) => !pair.includes(group)), pair.flat()];
  }
}
