import { CALCULATION_VERSION } from '../../../shared/figures/calculator/calculate-statistics.js';
import { EXAMPLE_SETTINGS, WORKED_EXAMPLE } from '../../../../test/support/worked-example.js';
import { FIGURES, type FigureName } from '../../../shared/figures/definitions/figures.js';
import { tradesAtPlaces } from '../../../shared/figures/calculator/trade-columns.js';
import { explain } from './explain.js';
import type { IdealRAnalytics } from './explained.js';

/**
 * An ideal-R analysis in which five of the seven trades with a stop are measured. The losses 1 and 6 reached 1.2 R and
 * 0.4 R, and the wins reached more than the losses.
 */
const IDEAL_R: IdealRAnalytics = {
  horizonMs: 86_400_000,
  thresholdR: 1,
  totalTrades: 8,
  eligibleTrades: 7,
  measuredTrades: 5,
  incompleteTrades: 2,
  invalidRiskTrades: 1,
  losingMeasuredTrades: 2,
  averageIdealR: 2.18,
  maxIdealR: 5,
  couldHaveProfitBreakEvenCount: 1,
  couldHaveProfitBreakEvenRate: 0.5,
  observations: [
    { tradeId: 'trade-1', status: 'complete', idealR: 1.2, couldHaveProfitBreakEven: true },
    { tradeId: 'trade-2', status: 'complete', idealR: 1.8, couldHaveProfitBreakEven: false },
    { tradeId: 'trade-3', status: 'incomplete', idealR: 3, couldHaveProfitBreakEven: false },
    { tradeId: 'trade-5', status: 'incomplete', idealR: 0, couldHaveProfitBreakEven: false },
    { tradeId: 'trade-6', status: 'complete', idealR: 0.4, couldHaveProfitBreakEven: false },
    { tradeId: 'trade-7', status: 'complete', idealR: 5, couldHaveProfitBreakEven: false },
    { tradeId: 'trade-8', status: 'complete', idealR: 2.5, couldHaveProfitBreakEven: false },
  ],
};

const WINS = ['trade-2', 'trade-3', 'trade-7', 'trade-8'];
const LOSSES = ['trade-1', 'trade-5', 'trade-6'];
const BREAK_EVENS = ['trade-4'];

const EXAMPLE = { ...WORKED_EXAMPLE, idOf: (trade: number) => WORKED_EXAMPLE.ids[trade]! };

const of = (figure: FigureName, settings = EXAMPLE_SETTINGS) => explain(EXAMPLE, figure, settings, IDEAL_R);

const ofNone = (figure: FigureName) => {
  const none = { ...EXAMPLE, ...tradesAtPlaces(WORKED_EXAMPLE, new Uint32Array(0)) };
  const idealR = Object.fromEntries(Object.keys(IDEAL_R).map((name) => [name, 0]));
  return explain(none, figure, EXAMPLE_SETTINGS, { ...IDEAL_R, ...idealR, observations: [] });
};

describe('the explanation of a figure', () => {
  it('contains the definition, the formula, the inputs and the arithmetic', () => {
    expect(of('profitFactor')).toEqual({
      figure: 'profitFactor',
      value: 2.36538462,
      unit: 'ratio',
      definition: FIGURES.profitFactor.definition,
      formula: 'Σ positive plGross / |Σ negative plGross|',
      source: 'Definition of this service, docs/statistics.md',
      inputs: [
        { name: 'Σ positive plGross', value: 184.5 },
        { name: '|Σ negative plGross|', value: 78 },
      ],
      arithmetic: '184.5 / 78 = 2.36538462',
      counted: 8,
      excluded: [],
      calculationVersion: CALCULATION_VERSION,
    });
  });

  const ARITHMETIC: Record<FigureName, string> = {
    tradeCount: '4 + 3 + 1 = 8',
    winCount: 'number of 8 trades with plNet > 1 = 4',
    lossCount: 'number of 8 trades with plNet < −1 = 3',
    breakEvenCount: 'number of 8 trades with |plNet| ≤ 1 = 1',
    breakEvenThreshold: 'breakEvenThreshold of the request = 1',
    winrate: '4 / 8 = 0.5',
    plGross: '184.5 − 78 = 106.5',
    feesPaid: '8 − 0 = 8',
    plNet: '180 − 81.5 = 98.5',
    plNetPct: '98.5 / 1000 · 100 = 9.85',
    avgPlPerTrade: '98.5 / 8 = 12.3125',
    avgPlPctPerTrade: '9.85 / 8 = 1.23125',
    avgRMultiple: '4.95 / 7 = 0.70714286',
    maxRMultiple: 'greatest rMultiple of 7 trades with an rMultiple = 4',
    avgWin: '180 / 4 = 45',
    avgLoss: '−81 / 3 = −27',
    winLossRatio: '(180 / 4) / (81 / 3) = 1.66666667',
    profitFactor: '184.5 / 78 = 2.36538462',
    netProfitFactor: '180 / 81.5 = 2.20858896',
    expectancy: '(180 − 81 − 0.5) / 8 = 12.3125',
    winProbability: '4 / 8 = 0.5',
    lossProbability: '3 / 8 = 0.375',
    breakEvenProbability: '1 / 8 = 0.125',
    avgBreakEven: '−0.5 / 1 = −0.5',
    winContribution: '180 / 8 = 22.5',
    lossContribution: '−81 / 8 = −10.125',
    breakEvenContribution: '−0.5 / 8 = −0.0625',
    tradesPerDay: '8 / max(1, (1704499200000 − 1704067200000) / 86400000) = 1.6',
    tradesPerWeek: '8 / max(1, (1704499200000 − 1704067200000) / 86400000) · 7 = 11.2',
    tradesPerMonth: '8 / max(1, (1704499200000 − 1704067200000) / 86400000) · 30.4375 = 48.7',
    avgDurationMs: '626400000 / 8 = 78300000',
    avgWinDurationMs: '324000000 / 4 = 81000000',
    avgLossDurationMs: '259200000 / 3 = 86400000',
    maxWinStreak: 'longest of 2 runs of wins = 2',
    maxLossStreak: 'longest of 2 runs of losses = 2',
    avgWinStreak: '4 / 2 = 2',
    avgLossStreak: '3 / 2 = 1.5',
    bestWinPct: 'greatest plPct of 4 wins = 8',
    worstLossPct: 'least plPct of 3 losses = −4',
    avgWinPct: '18 / 4 = 4.5',
    avgLossPct: '−8.1 / 3 = −2.7',
    maxDrawdown: '1049.5 − 1008.5 = 41',
    maxDrawdownPct: '(1000 − 960) / 1000 · 100 = 4',
    horizonMs: 'IDEAL_R_HORIZON_MS of the service = 86400000',
    thresholdR: 'IDEAL_R_THRESHOLD of the service = 1',
    totalTrades: '7 + 1 = 8',
    eligibleTrades: '5 + 2 = 7',
    measuredTrades: '7 − 2 = 5',
    incompleteTrades: '7 − 5 = 2',
    invalidRiskTrades: '8 − 7 = 1',
    losingMeasuredTrades: 'number of 5 measured trades with plNet < −1 = 2',
    averageIdealR: '10.9 / 5 = 2.18',
    maxIdealR: 'greatest idealR of 5 measured trades = 5',
    couldHaveProfitBreakEvenCount: 'number of 2 losing measured trades with idealR ≥ 1 = 1',
    couldHaveProfitBreakEvenRate: '1 / 2 = 0.5',
  };

  it('has the arithmetic of the worked example', () => {
    const names = Object.keys(FIGURES) as FigureName[];
    expect(Object.fromEntries(names.map((name) => [name, of(name).arithmetic]))).toEqual(ARITHMETIC);
  });

  it('writes numbers without exponents', () => {
    expect(of('breakEvenCount', { initialBalance: 1000, breakEvenThreshold: 1e-7 }).arithmetic).toBe(
      'number of 8 trades with |plNet| ≤ 0.0000001 = 0',
    );
    expect(of('winCount', { initialBalance: 1000, breakEvenThreshold: 1e21 }).arithmetic).toBe(
      'number of 8 trades with plNet > 1000000000000000000000 = 0',
    );
    expect(of('lossCount', { initialBalance: 1000, breakEvenThreshold: 0 }).arithmetic).toBe(
      'number of 8 trades with plNet < 0 = 4',
    );
  });

  const excluded = (figure: FigureName) =>
    Object.fromEntries(of(figure).excluded.map(({ reason, tradeIds }) => [reason, tradeIds]));

  it('names the trades that do not count, and the reason why', () => {
    expect(excluded('winrate')).toEqual({});
    expect(excluded('avgWin')).toEqual({ loss: LOSSES, 'break-even': BREAK_EVENS });
    expect(excluded('maxLossStreak')).toEqual({ win: WINS, 'break-even': BREAK_EVENS });
    expect(excluded('avgBreakEven')).toEqual({ win: WINS, loss: LOSSES });
    expect(excluded('winLossRatio')).toEqual({ 'break-even': BREAK_EVENS });
    expect(excluded('avgRMultiple')).toEqual({ 'no-initial-risk': ['trade-4'] });
    expect(excluded('eligibleTrades')).toEqual({ 'no-initial-risk': ['trade-4'] });
    expect(excluded('averageIdealR')).toEqual({
      'no-initial-risk': ['trade-4'],
      incomplete: ['trade-3', 'trade-5'],
    });
    expect(excluded('couldHaveProfitBreakEvenRate')).toEqual({
      win: ['trade-2', 'trade-7', 'trade-8'],
      'no-initial-risk': ['trade-4'],
      incomplete: ['trade-3', 'trade-5'],
    });
    expect(excluded('couldHaveProfitBreakEvenCount')).toMatchObject({ 'below-threshold': ['trade-6'] });
    expect(of('invalidRiskTrades')).toMatchObject({
      counted: 1,
      excluded: [{ reason: 'initial-risk', count: 7 }],
    });
    expect(of('incompleteTrades')).toMatchObject({
      counted: 2,
      excluded: [
        { reason: 'no-initial-risk', count: 1 },
        { reason: 'measured', count: 5 },
      ],
    });
  });

  it('excludes results of 0 from the trades that count for the profit factors', () => {
    const plNet = WORKED_EXAMPLE.plNet.with(3, 0);
    const { excluded, counted } = explain(
      { ...EXAMPLE, plNet },
      'netProfitFactor',
      EXAMPLE_SETTINGS,
      IDEAL_R,
    );
    expect([counted, excluded]).toEqual([7, [{ reason: 'net-result-0', count: 1, tradeIds: ['trade-4'] }]]);
    const plGross = plNet;
    expect(
      explain({ ...EXAMPLE, plGross }, 'profitFactor', EXAMPLE_SETTINGS, IDEAL_R).excluded,
    ).toMatchObject([{ reason: 'gross-result-0' }]);
  });

  it('names at most 100 trades per reason', () => {
    const places = Uint32Array.from({ length: 150 }, () => 0);
    const trades = { ...tradesAtPlaces(WORKED_EXAMPLE, places), idOf: String };
    const [losses] = explain(trades, 'avgWin', EXAMPLE_SETTINGS, IDEAL_R).excluded;
    expect(losses).toMatchObject({ reason: 'loss', count: 150 });
    expect(losses!.tradeIds).toEqual(Array.from({ length: 100 }, (_, i) => `${i}`));
  });

  it('states why a figure is undefined', () => {
    for (const figure of Object.keys(FIGURES) as FigureName[]) {
      const { undefinedWhen } = FIGURES[figure];
      const { value, arithmetic, counted, excluded } = ofNone(figure);
      expect([counted, excluded]).toEqual([0, []]);
      if (undefinedWhen === null) expect(arithmetic).toMatch(new RegExp(` = ${value}$`));
      else expect([figure, value, arithmetic]).toEqual([figure, null, `undefined: ${undefinedWhen}`]);
    }
    expect(ofNone('maxDrawdown').arithmetic).toBe('1000 − 1000 = 0');
    expect(ofNone('tradesPerDay').inputs).toContainEqual({ name: 'first entry', value: null });
  });
});
