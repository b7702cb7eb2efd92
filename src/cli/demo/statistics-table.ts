import type { Statistics } from '../../stats/document/statistics.dto.js';
import { table } from '../terminal/table.js';

/** Formats the most important figures as a table for a terminal. */
export function statisticsTable(stats: Statistics, currency: string): string {
  const money = (value: number) => `${value.toFixed(2)} ${currency}`;
  const percent = (value: number) => `${value.toFixed(2)} %`;
  const hours = (ms: number) => `${(ms / 3_600_000).toFixed(1)} h`;
  const { idealRAnalysis: idealR } = stats;
  return table([
    ['figure', 'value'],
    [
      'trades',
      `${stats.tradeCount} (${stats.winCount} won, ${stats.lossCount} lost, ${stats.breakEvenCount} break-even)`,
    ],
    ['win rate', percent(stats.winrate * 100)],
    ['gross', money(stats.plGross)],
    ['fees', money(stats.feesPaid)],
    ['net', `${money(stats.plNet)} (${percent(stats.plNetPct)} of the balance)`],
    ['expectancy', `${money(stats.expectancy)} a trade`],
    ['average win, loss', `${money(stats.avgWin)}, ${money(stats.avgLoss)}`],
    ['profit factor', `${stats.profitFactor.toFixed(2)} gross, ${stats.netProfitFactor.toFixed(2)} net`],
    ['average R', stats.avgRMultiple.toFixed(2)],
    ['longest streaks', `${stats.maxWinStreak} won, ${stats.maxLossStreak} lost`],
    ['largest drawdown', `${money(stats.maxDrawdown)} (${percent(stats.maxDrawdownPct)})`],
    ['average duration', hours(stats.avgDurationMs)],
    ['trades a week', stats.tradesPerWeek.toFixed(1)],
    [
      'ideal R',
      idealR.state === 'ready' ? `${idealR.analytics.averageIdealR.toFixed(2)} on average` : idealR.state,
    ],
    ['distribution', stats.plPctDistribution.map((bin) => bar(bin.count, stats.tradeCount)).join('')],
  ]);
}

const BLOCKS = ' ▁▂▃▄▅▆▇█';

/** Returns one character whose height shows a share of the trades. A third of all trades fills the character. */
const bar = (count: number, total: number): string =>
  BLOCKS[Math.min(BLOCKS.length - 1, Math.ceil((count / total) * 3 * (BLOCKS.length - 1)))] ?? ' ';
