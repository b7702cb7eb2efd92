import { resultLine } from './result-line.js';

const RUN = {
  session: { name: 'Breakout', accountCurrency: 'USDT', assets: [] },
  created: true,
  tradeCount: 24,
  skipped: [],
  skippedCount: 0,
  check: null,
  desk: '/desk/#/sessions/1',
};
const line = (...runs: readonly object[]) =>
  resultLine({ sessions: runs.map((run) => ({ ...RUN, ...run })) }, (path) => `http://host${path}`);

it.each([
  ['a new session', {}, '"Breakout", 24 trades http://host/desk/#/sessions/1'],
  ['a repeat', { created: false }, '"Breakout", imported before, 24 trades http://host/desk/#/sessions/1'],
  ['one trade, without a desk', { tradeCount: 1, desk: null }, '"Breakout", 1 trade'],
  [
    'a row that is left out',
    { skipped: [{ reason: 'the trade is open' }], skippedCount: 1, desk: null },
    '"Breakout", 24 trades, 1 row left out (the trade is open)',
  ],
  [
    'rows that are left out',
    { skipped: [{ reason: 'is a balance row' }, { reason: 'x' }], skippedCount: 2, desk: null },
    '"Breakout", 24 trades, 2 rows left out (is a balance row, …)',
  ],
  [
    'times of two readings',
    { ambiguousCount: 2, desk: null },
    '"Breakout", 24 trades, 2 trades with a time of two readings',
  ],
  [
    'times that do not fit',
    { check: { verdict: 'shifted', message: 'The times are 2 h late.' }, desk: null },
    '"Breakout", 24 trades, The times are 2 h late.',
  ],
  [
    'times that fit',
    { check: { verdict: 'aligned', message: 'Fine.' }, desk: null },
    '"Breakout", 24 trades',
  ],
  ['a preview', { figures: { plNet: -1.5 }, desk: undefined }, '"Breakout", 24 trades, net -1.5 USDT'],
  [
    'a preview without trades',
    { figures: { plNet: null }, tradeCount: 0, desk: undefined },
    '"Breakout", 0 trades, net 0 USDT',
  ],
  [
    'a name with control characters',
    { session: { ...RUN.session, name: 'a\u001b[31m' }, desk: null },
    '"a\\u001b[31m", 24 trades',
  ],
  [
    'a preview with unclear money',
    {
      desk: undefined,
      choices: [
        { meaning: 'net', costs: null, pointValue: 50, total: 9, net: 9 },
        { meaning: 'gross', costs: 'paid', pointValue: 1, total: 9, net: 8 },
      ],
    },
    '"Breakout", 24 trades, unclear money: profit=net stores net 9 at a point value of 50, unclear money: costs=paid stores net 8',
  ],
])('the result line shows %s', (_, run, expected) => {
  expect(line(run)).toBe(expected);
});

it('the result line shows all sessions of a file', () => {
  const sessions = ['A', 'B'].map((name) => ({ session: { ...RUN.session, name }, desk: null }));
  expect(line(...sessions)).toBe('"A", 24 trades; "B", 24 trades');
});
