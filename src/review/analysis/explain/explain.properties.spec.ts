import fc from 'fast-check';
import { exactValue } from '../../../../test/support/exact-value.js';
import { calculateStatistics } from '../../../shared/figures/calculator/calculate-statistics.js';
import { toTradeColumns } from '../../../shared/figures/calculator/trade-columns.js';
import { sortTradeColumns, tradeOrder } from '../../../shared/figures/calculator/trade-order.js';
import {
  CALCULATED_FIGURES,
  type CalculatedFigureName,
} from '../../../shared/figures/definitions/figures.js';
import { explain } from './explain.js';
import type { IdealRAnalytics } from './explained.js';

const money = fc.oneof(
  fc.constantFrom(0, 1, -1),
  fc.integer({ min: -1e12, max: 1e12 }).map((units) => units / 1e8),
  fc.integer({ min: -1e6, max: 1e6 }),
);
const time = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 2e12 }));
const trade = fc.record({
  entryTime: time,
  held: fc.oneof(fc.constant(0), time),
  plGross: money,
  plNet: money,
  plPct: money,
  feesPaid: money,
  rMultiple: fc.option(money),
});
const settings = fc.record({
  initialBalance: fc.oneof(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 1e15 }).map((units) => units / 1e8)), // prettier-ignore
  breakEvenThreshold: money.map(Math.abs),
});

/** An empty ideal-R analysis. The figures in this test are calculated from the trades alone and do not use it. */
const IDEAL_R = { observations: [] } as unknown as IdealRAnalytics;

const NAMES = Object.keys(CALCULATED_FIGURES) as CalculatedFigureName[];
/** Figures whose formula is in words. They have no arithmetic that the test could evaluate. */
const IN_WORDS = new Set<string>(
  NAMES.filter((name) => /[a-z]/i.test(CALCULATED_FIGURES[name].formula.replaceAll(/\{.*?\}|max/g, ''))),
);

describe('explanations of any trades', () => {
  it('have the value that the statistics have, and an arithmetic whose result is this value', () => {
    fc.assert(
      fc.property(fc.array(trade, { maxLength: 20 }), settings, (list, given) => {
        const columns = toTradeColumns(
          list.map(({ held, ...one }) => ({ ...one, exitTime: one.entryTime + held })),
        );
        const trades = sortTradeColumns(
          columns,
          tradeOrder(columns, (a, b) => a - b),
        );
        const { expectancyComponents, ...figures } = calculateStatistics(trades, given);
        const values = { ...figures, ...expectancyComponents };
        const all = NAMES.map((name) => explain({ ...trades, idOf: String }, name, given, IDEAL_R));
        expect(all.map(({ value }) => value)).toEqual(NAMES.map((name) => values[name]));
        const sizes = all.map(({ counted, excluded }) =>
          excluded.reduce((sum, { count }) => sum + count, counted),
        );
        expect(new Set(sizes)).toEqual(new Set([list.length]));
        const inNumbers = all.filter(({ figure, value }) => value !== null && !IN_WORDS.has(figure));
        expect(
          inNumbers.map(({ arithmetic }) => [arithmetic, exactValue(arithmetic.split(' = ')[0]!)]),
        ).toEqual(inNumbers.map(({ arithmetic, value }) => [arithmetic, value]));
      }),
    );
  });
});
