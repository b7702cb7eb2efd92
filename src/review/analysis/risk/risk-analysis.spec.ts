import { analysedTrades, at } from '../../../../test/support/analysed-trades.js';
import { EXAMPLE_SETTINGS, WORKED_EXAMPLE } from '../../../../test/support/worked-example.js';
import { riskAnalysis } from './risk-analysis.js';

const SETTINGS = { ...EXAMPLE_SETTINGS, timezone: 'UTC', riskFreeRate: 0 };

describe('the risk analysis', () => {
  it('has the figures of the worked example', () => {
    expect(riskAnalysis(WORKED_EXAMPLE, SETTINGS)).toEqual({
      reason: null,
      returns: {
        reason: null,
        days: 6,
        tradingDays: 6,
        sharpe: 7.40173751,
        sortino: 16.61693329,
        volatilityPct: 81.51938889,
        cagrPct: null,
        calmar: null,
        omega: 2.55414051,
        ulcerIndex: 1.94397947,
        valueAtRisk95Pct: null,
        expectedShortfall95Pct: null,
        bestDay: { date: '2024-01-05', plNet: 64 },
        worstDay: { date: '2024-01-01', plNet: -40 },
      },
      perTrade: {
        tradeCount: 8,
        rMultipleCount: 7,
        median: 4.75,
        standardDeviation: 41.86452428,
        skewness: 0.53004811,
        excessKurtosis: -0.84193314,
        sqn: 0.83389799,
        kelly: 0.31428571,
        tStatistic: 0.83185011,
        pValue: 0.43295104,
        runsZ: -0.36380344,
        probabilisticSharpe: 0.79458204,
        minTrackRecordLength: 29.00022629,
        tradesNeeded: 91,
      },
      drawdowns: {
        periods: [
          {
            peakTime: at(1),
            troughTime: at(1, 12),
            recoveredTime: at(3),
            peakEquity: 1000,
            troughEquity: 960,
            depth: 40,
            depthPct: 4,
            durationMs: 48 * 3_600_000,
          },
          {
            peakTime: at(3),
            troughTime: at(5),
            recoveredTime: at(5, 12),
            peakEquity: 1049.5,
            troughEquity: 1008.5,
            depth: 41,
            depthPct: 3.9066222,
            durationMs: 60 * 3_600_000,
          },
        ],
        timeUnderWater: 0.9,
        longestMs: 60 * 3_600_000,
        recoveryFactor: 2.40243902,
      },
      exposure: {
        timeInMarket: 0.95,
        maxConcurrentTrades: 3,
        avgConcurrentTrades: 1.45,
        maxNotional: 3000,
        maxLeverage: 2.85850405,
      },
      rolling: null,
    });
  });

  it('counts days in the time zone of the account', () => {
    const { returns } = riskAnalysis(WORKED_EXAMPLE, { ...SETTINGS, timezone: 'America/New_York' });
    expect(returns).toMatchObject({
      days: 6,
      tradingDays: 4,
      sharpe: 5.48763565,
      sortino: 14.42459137,
      volatilityPct: 114.6292186,
      omega: 2.30782007,
      ulcerIndex: 2.2826044,
    });
  });

  it('subtracts the risk-free rate from the returns', () => {
    const { returns } = riskAnalysis(WORKED_EXAMPLE, { ...SETTINGS, riskFreeRate: 5 });
    expect(returns).toMatchObject({ sharpe: 7.34040241, sortino: 16.41302342, volatilityPct: 81.51938889 });
  });

  it('is undefined if there are no trades', () => {
    expect(riskAnalysis(analysedTrades([]), SETTINGS)).toEqual({
      reason: 'no-trades',
      returns: {
        reason: 'no-trades',
        days: 0,
        tradingDays: 0,
        sharpe: null,
        sortino: null,
        volatilityPct: null,
        cagrPct: null,
        calmar: null,
        omega: null,
        ulcerIndex: null,
        valueAtRisk95Pct: null,
        expectedShortfall95Pct: null,
        bestDay: null,
        worstDay: null,
      },
      perTrade: {
        tradeCount: 0,
        rMultipleCount: 0,
        median: null,
        standardDeviation: null,
        skewness: null,
        excessKurtosis: null,
        sqn: null,
        kelly: null,
        tStatistic: null,
        pValue: null,
        runsZ: null,
        probabilisticSharpe: null,
        minTrackRecordLength: null,
        tradesNeeded: null,
      },
      drawdowns: { periods: [], timeUnderWater: null, longestMs: null, recoveryFactor: null },
      exposure: {
        timeInMarket: null,
        maxConcurrentTrades: 0,
        avgConcurrentTrades: null,
        maxNotional: null,
        maxLeverage: null,
      },
      rolling: null,
    });
  });

  it('ignores elements of the columns from index `count` on', () => {
    const longer = (value: unknown) =>
      value instanceof Float64Array ? Float64Array.of(...value, 777, Number.NaN) : value;
    const entries = Object.entries(WORKED_EXAMPLE).map(([name, value]) => [name, longer(value)]);
    const trades = Object.fromEntries(entries) as typeof WORKED_EXAMPLE;
    expect(riskAnalysis(trades, SETTINGS)).toEqual(riskAnalysis(WORKED_EXAMPLE, SETTINGS));
  });
});
