import type { TestApp } from './app.js';
import { DAY, HOUR, aProject } from './factories.js';
import { aFreqtradeTrade, aRun, freqtradeResult, sendRun } from './run-files.js';

/** Numbers of runs and of their names, which are the names of their strategies. */
export const RUNS = 64;
export const RUN_NAMES = 17;

const START = Date.UTC(2024, 0, 1);
const NAMES = ['Breakout', 'Momentum', 'Reversal', 'Trend'];
const TIMEFRAMES = ['5m', '15m', '1h'];
const PAIRS = ['BTC/USDT', 'ETH/USDT', 'SOL/USDT', 'XRP/USDT'];

/** The runs from this one on have the trades of the first run. */
const FIRST_REPEAT = RUNS - 5;

const nameOf = (run: number): string => {
  const name = run % RUN_NAMES;
  return `${NAMES[name % NAMES.length]!} ${Math.floor(name / NAMES.length) + 1}`;
};

/** Returns the profit of a run on a day. Later runs of a name earn a little more. */
const profitOf = (run: number, day: number): number =>
  ((((run % 31) + 2) * (day + 1) ** 2 + 3 * day) % 47) - 23 + (run % 9) / 2;

/** Returns the result file of a run: a trade a day over 60 days, but only over 5 days for each ninth run. */
function resultOf(run: number): string {
  const source = run >= FIRST_REPEAT ? 0 : run;
  const days = source % 9 === 4 ? 5 : 60;
  const trades = Array.from({ length: days }, (_, day) => {
    const profit = profitOf(source, day);
    const open_timestamp = START + day * DAY;
    return aFreqtradeTrade({
      pair: PAIRS[day % (1 + (source % PAIRS.length))]!,
      open_timestamp,
      close_timestamp: open_timestamp + 12 * HOUR,
      open_rate: 1000,
      close_rate: 1000 + profit,
      fee_open: 0,
      fee_close: 0,
      profit_abs: profit,
      initial_stop_loss_abs: 900,
    });
  });
  return freqtradeResult({
    [nameOf(run)]: aRun({
      trades,
      strategy_name: nameOf(run),
      timeframe: TIMEFRAMES[Math.floor(run / RUN_NAMES) % TIMEFRAMES.length],
      backtest_start_ts: START,
      backtest_end_ts: START + 60 * DAY,
      backtest_run_start_ts: (START + (90 + run) * DAY) / 1000,
    }),
  });
}

/**
 * Imports 64 result files with 17 names into a new project: six of them have the same trades, and seven have too few
 * days to be judged.
 */
export async function sixtyRuns({ call }: Pick<TestApp, 'call'>): Promise<string> {
  const project = await aProject(call, { name: 'Sixty-four runs', symbol: 'BTCUSDT', timeframe: '5m' });
  for (let run = 0; run < RUNS; run += 1) {
    const parameters = JSON.stringify({ 'buy.rsi': 20 + Math.floor(run / RUN_NAMES), 'sell.rsi': 70 });
    const fileName = `backtest-result-${String(run).padStart(2, '0')}.json`;
    await sendRun(call, project, resultOf(run), { fileName, parameters }).expect(201);
  }
  return project.id;
}
