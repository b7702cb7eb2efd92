import type { GroupFigures } from './sheet-data.js';

/** Returns the figures of a group of trades that a sheet shows. */
export const shownFigures = ({
  tradeCount,
  plNet,
  expectancy,
  netProfitFactor,
  winrate,
}: GroupFigures): GroupFigures => ({ tradeCount, plNet, expectancy, netProfitFactor, winrate });
