import { isCompanionFile } from './companion-files.js';

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
