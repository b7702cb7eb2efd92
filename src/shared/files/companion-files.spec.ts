import { isCompanionFile, isCompanionStart } from './companion-files.js';

const RESULT = 'backtest-result-2025-03-01_10-00-00';

describe('a companion of a result of freqtrade', () => {
  it.each([
    `${RESULT}.meta.json`,
    '.last_result.json',
    `${RESULT}_config.json`,
    `${RESULT}_market_change.feather`,
    `${RESULT}_wallet.feather`,
  ])('is %s', (name) => expect(isCompanionFile(name)).toBe(true));

  it.each([
    `${RESULT}.json`,
    `${RESULT}.zip`,
    `${RESULT}_Strategy.json`,
    'config.json',
    'trades.feather',
    'meta.json',
  ])('is not %s', (name) => expect(isCompanionFile(name)).toBe(false));
});

describe('the start of a renamed companion', () => {
  it.each([
    '{"latest_backtest":"backtest-result-2025-03-01_10-00-00.zip"}',
    '{"Saturn5":{"run_id":"9f","backtest_start_time":1700000000}}',
    '{\n  "$schema": "https://schema.freqtrade.io/schema.json",\n  "max_open_trades": 3',
  ])('is %s', (start) => expect(isCompanionStart(start)).toBe(true));

  it.each([
    '{"strategy":{"Saturn5":{"trades":[{"pair":"BTC/USDT"',
    '{"metadata":{"Saturn5":{"run_id":"9f"}},"strategy":{}}',
    '[{"run_id":"9f"}]',
    '{"$schema":"https://example.org"}',
    '',
  ])('is not %s', (start) => expect(isCompanionStart(start)).toBe(false));
});
