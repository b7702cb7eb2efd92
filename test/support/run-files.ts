import type supertest from 'supertest';
import type { Caller } from './app.js';
import type { Fields } from './factories.js';

/** A closed trade as freqtrade writes it. The trade wins 10 before fees, and its profit is after fees. */
export const aFreqtradeTrade = (fields: Fields = {}) => ({
  pair: 'BTC/USDT',
  amount: 1,
  open_rate: 100,
  close_rate: 110,
  open_timestamp: 1_680_307_200_000,
  close_timestamp: 1_680_310_800_000,
  is_short: false,
  is_open: false,
  fee_open: 0.001,
  fee_close: 0.001,
  profit_abs: 9.79,
  initial_stop_loss_abs: 90,
  exit_reason: 'roi',
  enter_tag: '',
  ...fields,
});

/** A run as freqtrade writes it, with one trade. */
export const aRun = (fields: Fields = {}) => ({
  trades: [aFreqtradeTrade()],
  strategy_name: 'Saturn5',
  starting_balance: 1000,
  stake_currency: 'USDT',
  timeframe: '30m',
  backtest_start_ts: 1_680_000_000_000,
  backtest_end_ts: 1_681_000_000_000,
  ...fields,
});

/** A backtest result of freqtrade with these strategies. */
export const freqtradeResult = (strategies: Readonly<Record<string, object>> = { Saturn5: aRun() }): string =>
  JSON.stringify({ strategy: strategies, strategy_comparison: [] });

export const RUN_PATH = (project: { readonly id: string }, query = '') =>
  `/projects/${project.id}/import${query}`;

/** Sends a file that becomes sessions of a project. */
export const sendRun = (
  call: Caller,
  project: { readonly id: string },
  file: string | Buffer,
  query: Readonly<Record<string, string>> = {},
): supertest.Test => sendFile(call, `/projects/${project.id}/import`, file, query);

/** Sends a file for a preview without a project. */
export const previewFile = (
  call: Caller,
  file: string | Buffer,
  query: Readonly<Record<string, string>> = {},
): supertest.Test => sendFile(call, '/imports/preview', file, query);

function sendFile(
  call: Caller,
  path: string,
  file: string | Buffer,
  query: Readonly<Record<string, string>>,
): supertest.Test {
  const text = file.toString().trimStart();
  const isZip = text.startsWith('PK');
  const isJson = text.startsWith('{') || text.startsWith('[');
  const type = isZip ? 'application/zip' : isJson ? 'application/json' : 'text/csv';
  return call.post(path).query(query).set('content-type', type).send(file);
}
