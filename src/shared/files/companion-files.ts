/**
 * Files that freqtrade writes beside the results of its backtests: facts about the runs, the name of the last result,
 * the configuration, and the change of the market.
 */
const COMPANION = /(?:\.meta\.json|^\.last_result\.json|_config\.json|_(?:market_change|wallet)\.feather)$/i;

/**
 * Returns whether a file has no trades, because it only accompanies a result of freqtrade.
 * @param name name of the file, without its directory
 */
export const isCompanionFile = (name: string): boolean => COMPANION.test(name);

/** The first object of a result has other names, so a result is never taken for a companion. */
const COMPANION_START =
  /^\s*\{\s*(?:"latest_backtest"|"[^"]*"\s*:\s*\{\s*"run_id"|"\$schema"\s*:\s*"https:\/\/schema\.freqtrade\.io\/)/;

/** Number of characters at the start of a file that tell a companion. */
export const COMPANION_START_LENGTH = 512;

/** Returns whether a JSON file is a companion, also if it was renamed. @param start the first characters of the file */
export const isCompanionStart = (start: string): boolean => COMPANION_START.test(start);
