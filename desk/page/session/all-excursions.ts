import type { ExcursionsAnswer } from '../../../src/review/analysis/excursions/excursions.dto.js';
import type { SheetData } from '../../report/sheet-data.js';
import { type FiguresOf, getExcursions } from '../../api/figures.js';
import { MAX_DRAWN_TRADES } from './all-trades.js';

type Excursions = NonNullable<SheetData['excursions']>;

/** Returns the excursions of trades in R, limited to the number of trades that a chart shows. */
export async function allExcursions(of: FiguresOf, signal: AbortSignal): Promise<Excursions> {
  let page = await getExcursions(of, undefined, signal);
  const trades = [...inRisk(page)];
  const { state, reason, summary } = page;
  // If there is no mean, no trade has an initial risk, so further pages contain nothing to draw.
  while (summary.avgMfeR !== null && page.nextCursor !== null && trades.length < MAX_DRAWN_TRADES) {
    page = await getExcursions(of, page.nextCursor, signal);
    trades.push(...inRisk(page));
  }
  return { state, reason, summary, trades, isCut: page.nextCursor !== null };
}

/** Returns the lower bounds of the excursions of the measured trades. The bars prove only the lower bounds. */
const inRisk = ({ trades }: ExcursionsAnswer): Excursions['trades'] =>
  trades.flatMap(({ tradeId, status, r }) =>
    r && status === 'complete' ? [{ tradeId, mfeR: r.mfe.min, maeR: r.mae.min }] : [],
  );
