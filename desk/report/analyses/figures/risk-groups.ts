import type { MeasureName } from '../../explained-measures.js';
import {
  amount,
  count,
  duration,
  number,
  percent,
  plural,
  share,
  signed,
  signedAmount,
  signedPercent,
} from '../../format.js';
import type { SheetData } from '../../sheet-data.js';

export interface WrittenGroup {
  readonly title: string;
  readonly rows: readonly (readonly [figure: MeasureName, label: string, value: string])[];
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
        ['risk.returns.tradingDays', 'Days with exits', count(returns.tradingDays)],
        ['risk.returns.sharpe', 'Sharpe ratio', number(returns.sharpe)],
        ['risk.returns.sortino', 'Sortino ratio', number(returns.sortino)],
        ['risk.returns.omega', 'Omega ratio', number(returns.omega)],
        ['risk.returns.calmar', 'Calmar ratio', number(returns.calmar)],
        ['risk.returns.cagrPct', 'Compound growth a year (CAGR)', signedPercent(returns.cagrPct)],
        ['risk.returns.volatilityPct', 'Volatility a year', percent(returns.volatilityPct)],
        ['risk.returns.ulcerIndex', 'Ulcer index', percent(returns.ulcerIndex)],
        [
          'risk.returns.valueAtRisk95Pct',
          'Value at risk, 95 % (VaR)',
          signedPercent(returns.valueAtRisk95Pct),
        ],
        [
          'risk.returns.expectedShortfall95Pct',
          'Expected shortfall, 95 % (ES)',
          signedPercent(returns.expectedShortfall95Pct),
        ],
      ],
    },
    {
      title: `Single trades, n ${count(perTrade.tradeCount)}`,
      rows: [
        ['risk.perTrade.median', 'Median net', signedAmount(perTrade.median, decimals)],
        [
          'risk.perTrade.standardDeviation',
          'Standard deviation',
          amount(perTrade.standardDeviation, decimals),
        ],
        ['risk.perTrade.skewness', 'Skewness', signed(perTrade.skewness)],
        ['risk.perTrade.excessKurtosis', 'Excess kurtosis', signed(perTrade.excessKurtosis)],
        [
          'risk.perTrade.sqn',
          `System Quality Number (SQN), n ${count(perTrade.rMultipleCount)}`,
          signed(perTrade.sqn),
        ],
        ['risk.perTrade.kelly', 'Kelly share', share(perTrade.kelly)],
        ['risk.perTrade.tStatistic', 't of the mean', signed(perTrade.tStatistic)],
        ['risk.perTrade.pValue', 'p of the mean', number(perTrade.pValue, 3)],
        ['risk.perTrade.runsZ', 'z of the runs test', signed(perTrade.runsZ)],
        [
          'risk.perTrade.probabilisticSharpe',
          'Probabilistic Sharpe ratio (PSR)',
          share(perTrade.probabilisticSharpe),
        ],
        [
          'risk.perTrade.minTrackRecordLength',
          'Minimum track record, trades (MinTRL)',
          number(perTrade.minTrackRecordLength, 0),
        ],
        ['risk.perTrade.tradesNeeded', 'Trades needed for a test', count(perTrade.tradesNeeded)],
      ],
    },
    {
      title: 'Drawdown and exposure',
      rows: [
        ['risk.drawdowns.timeUnderWater', 'Time below the peak', share(drawdowns.timeUnderWater)],
        ['risk.drawdowns.longestMs', 'Longest time below the peak', duration(drawdowns.longestMs)],
        ['risk.drawdowns.recoveryFactor', 'Recovery factor', number(drawdowns.recoveryFactor)],
        ['risk.exposure.timeInMarket', 'Time in the market', share(exposure.timeInMarket)],
        ['risk.exposure.maxConcurrentTrades', 'Most trades at once', count(exposure.maxConcurrentTrades)],
        ['risk.exposure.avgConcurrentTrades', 'Mean trades at once', number(exposure.avgConcurrentTrades)],
        ['risk.exposure.maxNotional', 'Greatest open value, price currency', number(exposure.maxNotional)],
        ['risk.exposure.maxLeverage', 'Greatest leverage', number(exposure.maxLeverage)],
      ],
    },
  ];
}
