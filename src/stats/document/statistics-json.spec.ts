import {
  CALCULATION_VERSION,
  type CalculatedStatistics,
  calculateStatistics,
} from '../../shared/figures/calculator/calculate-statistics.js';
import { type ClosedTrade, toTradeColumns } from '../../shared/figures/calculator/trade-columns.js';
import { STATISTICS } from '../../shared/figures/definitions/figures.js';
import type { Statistics } from './statistics.dto.js';
import { statisticsJson } from './statistics-json.js';

const trade = {
  entryTime: 1,
  exitTime: 5,
  plGross: 0.3,
  plNet: 0.1,
  plPct: -0,
  feesPaid: 0.2,
  rMultiple: null,
};

const textOf = (calculated: CalculatedStatistics) =>
  `${Buffer.concat(statisticsJson(calculated)).toString()}}`;

const calculated = (...trades: ClosedTrade[]) =>
  calculateStatistics(toTradeColumns(trades), { initialBalance: 1000, breakEvenThreshold: 1e-9 });

describe('the JSON of the statistics', () => {
  it('contains the figures in the order of their definitions', () => {
    const figures = Object.keys(STATISTICS);
    const components = figures.indexOf('expectancy') + 1;
    expect(Object.keys(JSON.parse(textOf(calculated())) as object)).toEqual([
      'calculationVersion',
      ...figures.toSpliced(components, 0, 'expectancyComponents'),
      'equityCurve',
      'plPctDistribution',
    ]);
  });

  it('contains 0 for undefined figures and for -0', () => {
    const { calculationVersion, ...figures } = JSON.parse(textOf(calculated())) as Statistics;
    expect(calculationVersion).toBe(CALCULATION_VERSION);
    expect(JSON.stringify(figures)).not.toMatch(/null|"[^"]*":"/);
    expect(figures).toMatchObject({ profitFactor: 0, avgLoss: 0, equityCurve: [], plPctDistribution: [] });
    expect(figures.expectancyComponents.avgBreakEven).toBe(0);
    expect(textOf(calculated(trade))).not.toMatch(/:-0\b(?!\.)/);
  });

  it('contains rounded figures, but unrounded times and an unrounded threshold', () => {
    expect(JSON.parse(textOf(calculated(trade, { ...trade, plNet: 0.2 })))).toMatchObject({
      breakEvenThreshold: 1e-9,
      plNet: 0.3,
      plNetPct: 0.03,
      avgPlPctPerTrade: 0,
      equityCurve: [
        { time: 1, equity: 1000 },
        { time: 5, equity: 1000.3 },
      ],
      plPctDistribution: [{ from: 0, to: 1, count: 2 }],
    });
  });
});
