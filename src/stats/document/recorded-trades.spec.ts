import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { itWith } from '../../../test/support/with-recordings.js';
import { realData } from '../../../test/support/real-data.js';
import { calculateStatistics } from '../../shared/figures/calculator/calculate-statistics.js';
import { toTradeColumns } from '../../shared/figures/calculator/trade-columns.js';
import { sortTradeColumns, tradeOrder } from '../../shared/figures/calculator/trade-order.js';
import type { Statistics } from './statistics.dto.js';
import { statisticsJson } from './statistics-json.js';

/** Trade lists that other tools recorded, with the results that these tools computed. */
const cases = realData('cases', 'statistics of lists that other tools recorded');
const itWithCases = itWith(cases);

interface RecordedTrade {
  readonly qty: number;
  readonly entryPrice: number;
  readonly entryTime: number;
  readonly exitTime: number;
  readonly tool: { readonly profit_abs?: number; readonly profit_ratio?: number; readonly netPl?: number };
}

/** Computes the statistics of a recorded list. The profit of each trade is the profit that the tool computed. */
function recorded(name: string) {
  const { session, trades, tool } = JSON.parse(readFileSync(join(cases!, `${name}.json`), 'utf8')) as {
    session: { initialBalance: number };
    trades: RecordedTrade[];
    tool: Record<string, number>;
  };
  const columns = toTradeColumns(trades.map(closedTrade));
  const ordered = sortTradeColumns(
    columns,
    tradeOrder(columns, (a, b) => a - b),
  );
  const settings = { initialBalance: session.initialBalance, breakEvenThreshold: 0 };
  const json = Buffer.concat(statisticsJson(calculateStatistics(ordered, settings)));
  return { answer: JSON.parse(`${json.toString()}}`) as Statistics, tool };
}

function closedTrade({ qty, entryPrice, entryTime, exitTime, tool }: RecordedTrade) {
  const plNet = tool.profit_abs ?? tool.netPl!;
  const plPct = (tool.profit_ratio ?? plNet / (entryPrice * qty)) * 100;
  return { entryTime, exitTime, plGross: plNet, plNet, plPct, feesPaid: 0, rMultiple: plNet / RISK };
}

/**
 * Risk of each trade in the list with fixed stops: 1000 per coin for 0.01 coins. For the other lists, the tests do not
 * compare R.
 */
const RISK = 1000 * 0.01;

const TOLERANCE = 6; // Number of compared decimals. The tools round amounts to 8 decimals.

describe('the statistics of recorded trades', () => {
  itWithCases('equal the figures of the tool for 24 trades', () => {
    const { answer, tool } = recorded('freqtrade-24-trades');
    expect(answer).toMatchObject({ tradeCount: 24, winCount: 19, lossCount: 5, breakEvenCount: 0 });
    expect(answer.winrate).toBeCloseTo(19 / 24, TOLERANCE);
    expect(answer.plNet).toBeCloseTo(tool['profit_total_abs']!, TOLERANCE);
    expect(answer.netProfitFactor).toBeCloseTo(tool['profit_factor']!, TOLERANCE);
    expect(answer.expectancy).toBeCloseTo(tool['profit_total_abs']! / 24, TOLERANCE);
    expect(answer.maxDrawdown).toBeCloseTo(tool['max_drawdown_abs']!, TOLERANCE);
    expect(answer.maxDrawdownPct).toBeCloseTo(tool['max_drawdown_account']! * 100, TOLERANCE);
    expect(answer.equityCurve.at(-1)!.equity).toBeCloseTo(tool['final_balance']!, TOLERANCE);
    const minute = 60; // Tolerance in seconds. The tool rounds mean durations to minutes.
    expect(Math.abs(answer.avgDurationMs / 1000 - tool['holding_avg_s']!)).toBeLessThan(minute);
    expect(Math.abs(answer.avgWinDurationMs / 1000 - tool['winner_holding_avg_s']!)).toBeLessThan(minute);
    expect(Math.abs(answer.avgLossDurationMs / 1000 - tool['loser_holding_avg_s']!)).toBeLessThan(minute);
  });

  itWithCases('have 0 for the ratios of 8 trades without a loss', () => {
    const { answer, tool } = recorded('freqtrade-8-trades-no-loser');
    expect(answer).toMatchObject({ tradeCount: 8, winCount: 5, lossCount: 0, breakEvenCount: 3 });
    expect(answer).toMatchObject({
      netProfitFactor: 0,
      avgLoss: 0,
      winLossRatio: 0,
      maxLossStreak: 0,
      maxDrawdown: 0,
    });
    expect(answer.expectancyComponents).toMatchObject({ breakEvenProbability: 3 / 8, avgBreakEven: 0 });
    expect(answer.plNet).toBeCloseTo(tool['profit_total_abs']!, TOLERANCE);
  });

  itWithCases('have a drawdown from the initial balance for 3 losses', () => {
    const { answer } = recorded('freqtrade-3-losers');
    const lost = 0.23431767 + 0.43395476 + 0.4637776;
    expect(answer).toMatchObject({
      winCount: 0,
      lossCount: 3,
      netProfitFactor: 0,
      avgWin: 0,
      maxLossStreak: 3,
    });
    expect(answer.maxDrawdown).toBeCloseTo(lost, TOLERANCE);
    expect(answer.maxDrawdownPct).toBeCloseTo((lost / 25) * 100, TOLERANCE);
    expect(answer.plNet).toBeCloseTo(-lost, TOLERANCE);
  });

  itWithCases('are 0 if there are no trades', () => {
    const { answer } = recorded('freqtrade-no-trades');
    expect(answer).toMatchObject({
      tradeCount: 0,
      plNet: 0,
      expectancy: 0,
      equityCurve: [],
      plPctDistribution: [],
    });
  });

  itWithCases('have −3.5 R as the sum of 56 trades with a fixed risk', () => {
    const { answer, tool } = recorded('tradingview-56-trades');
    expect(answer.tradeCount).toBe(56);
    expect(answer.plNet).toBeCloseTo(tool['final_cumulative_pnl']!, TOLERANCE);
    expect(answer.avgRMultiple * 56).toBeCloseTo(-3.5, TOLERANCE);
    // Each of the 56 trades wins 1.5 R or loses 1 R, so w · 1.5 − (56 − w) = −3.5 gives w = 21 wins.
    expect(answer).toMatchObject({ winCount: 21, lossCount: 35 });
    const cents = 2; // Number of compared decimals. The tool rounds each profit to 1e-4.
    expect(answer.avgWin).toBeCloseTo(15, cents);
    expect(answer.avgLoss).toBeCloseTo(-10, cents);
    expect(answer.maxRMultiple).toBeCloseTo(1.5, cents);
  });
});
