import type { ExcursionsAnswer } from '../../../../src/review/analysis/excursions/excursions.dto.js';
import type { SheetData } from '../../sheet-data.js';
import type { Ask, PartQuery } from '../analysis.js';

/** Maximum number of drawn trades. A scatter chart with more points shows no more detail. */
export const MAX_DRAWN_TRADES = 5_000;

type Excursions = NonNullable<SheetData['excursions']>;

/** Returns the excursions of trades in R, limited to the number of trades that a chart shows. */
export async function allExcursions(ask: Ask, query: PartQuery): Promise<Excursions> {
  let page = await ask<ExcursionsAnswer>(query);
  const trades = [...inRisk(page)];
  const { state, reason, summary } = page;
  // If there is no mean, no trade has an initial risk, so further pages contain nothing to draw.
  while (summary.avgMfeR !== null && page.nextCursor !== null && trades.length < MAX_DRAWN_TRADES) {
    page = await ask<ExcursionsAnswer>({ cursor: page.nextCursor, ...query });
    trades.push(...inRisk(page));
  }
  return { state, reason, summary, trades, isCut: page.nextCursor !== null };
}

/** Returns the lower bounds of the excursions of the measured trades. The bars prove only the lower bounds. */
const inRisk = ({ trades }: ExcursionsAnswer): Excursions['trades'] =>
  trades.flatMap(({ tradeId, status, r }) =>
    r && status === 'complete' ? [{ tradeId, mfeR: r.mfe.min, maeR: r.mae.min }] : [],
  );
