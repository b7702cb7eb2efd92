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
