import { count, duration, number, percent, plural, share, signed, signedPercent } from '../format.js';
import type { SheetData } from '../sheet-data.js';

export interface WrittenGroup {
  readonly title: string;
  readonly rows: readonly (readonly [label: string, value: string])[];
}

/** Returns the formatted figures of the risk analysis. */
export function riskGroups(
  { returns, perTrade, drawdowns, exposure }: NonNullable<SheetData['risk']>,
  decimals: number,
): WrittenGroup[] {
  return [
    {
      title: `Daily returns, n ${plural(returns.days, 'day')}`,
      rows: [
        ['Days with exits', count(returns.tradingDays)],
        ['Sharpe ratio', number(returns.sharpe)],
        ['Sortino ratio', number(returns.sortino)],
        ['Omega ratio', number(returns.omega)],
        ['Calmar ratio', number(returns.calmar)],
        ['Growth a year', signedPercent(returns.cagrPct)],
        ['Volatility a year', percent(returns.volatilityPct)],
        ['Ulcer index', percent(returns.ulcerIndex)],
        ['Value at risk, 95 %', signedPercent(returns.valueAtRisk95Pct)],
        ['Expected shortfall, 95 %', signedPercent(returns.expectedShortfall95Pct)],
      ],
    },
    {
      title: `Single trades, n ${count(perTrade.tradeCount)}`,
      rows: [
        ['Median net', signed(perTrade.median, decimals)],
        ['Standard deviation', number(perTrade.standardDeviation, decimals)],
        ['Skewness', signed(perTrade.skewness)],
        ['Excess kurtosis', signed(perTrade.excessKurtosis)],
        [`System quality, n ${count(perTrade.rMultipleCount)}`, signed(perTrade.sqn)],
        ['Kelly share', share(perTrade.kelly)],
        ['t of the mean', signed(perTrade.tStatistic)],
        ['p of the mean', number(perTrade.pValue, 3)],
        ['z of the runs test', signed(perTrade.runsZ)],
        ['Probability of a Sharpe ratio above 0', share(perTrade.probabilisticSharpe)],
        ['Shortest track record, trades', number(perTrade.minTrackRecordLength, 0)],
        ['Trades needed for a test', count(perTrade.tradesNeeded)],
      ],
    },
    {
      title: 'Drawdown and exposure',
      rows: [
        ['Time below the peak', share(drawdowns.timeUnderWater)],
        ['Longest time below the peak', duration(drawdowns.longestMs)],
        ['Recovery factor', number(drawdowns.recoveryFactor)],
        ['Time in the market', share(exposure.timeInMarket)],
        ['Most trades at once', count(exposure.maxConcurrentTrades)],
        ['Mean trades at once', number(exposure.avgConcurrentTrades)],
        ['Greatest open value, price currency', number(exposure.maxNotional)],
        ['Greatest leverage', number(exposure.maxLeverage)],
      ],
    },
  ];
}
