import type { ScatterPoint } from '../../charts/scatter.js';
import { tone } from '../../format.js';
import type { SheetData } from '../../sheet-data.js';

const completeIn = (stats: SheetData['stats']) =>
  (stats?.idealRAnalysis.analytics.observations ?? []).filter(({ status }) => status === 'complete');

/** Returns true if the ideal R of a trade was measured, so that there is something to draw. */
export const hasIdealR = (stats: SheetData['stats']): boolean => completeIn(stats).length > 0;

/** Returns the ideal R and the R of each measured trade. */
export function idealRPoints({ stats, trades }: SheetData): ScatterPoint[] {
  const byId = new Map(trades?.map((trade) => [trade.id, trade.rMultiple]));
  return completeIn(stats)
    .filter(({ tradeId }) => typeof byId.get(tradeId) === 'number')
    .map(({ tradeId, idealR }) => ({ x: idealR, y: byId.get(tradeId)!, tone: tone(byId.get(tradeId)) }));
}
