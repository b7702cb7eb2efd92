import type { Pool } from 'pg';
import { explanationOf } from '../analysis/explain/explain.js';
import { explained } from '../analysis/explain/explained.js';
import { textOrder } from '../database/copy/copied-columns.js';
import type { SheetExplanation } from '../../desk/report/sheet-data.js';
import type { SessionKey } from '../sessions/session.entity.js';
import { sortTradeColumns, tradeOrder } from '../figures/calculator/trade-order.js';
import { CALCULATED_FIGURES, type CalculatedFigureName } from '../figures/definitions/figures.js';
import { unmeasured } from '../stats/ideal-r/analytics.js';
import { readTradeColumns } from '../trades/read-trade-columns.js';
import { FIGURE_COLUMNS } from '../trades/trade-figures.js';

const NAMES = Object.keys(CALCULATED_FIGURES) as readonly CalculatedFigureName[];

interface ExplanationSettings {
  readonly initialBalance: number;
  readonly breakEvenThreshold: number;
}

/** Returns the explanation of each figure that is calculated from the trades alone. */
export async function readExplanations(
  pool: Pool,
  session: SessionKey,
  settings: ExplanationSettings,
  signal: AbortSignal,
): Promise<Record<string, SheetExplanation>> {
  const figures = await readTradeColumns(pool, session, FIGURE_COLUMNS, { signal });
  const order = tradeOrder(figures, textOrder(figures.clientId));
  const trades = sortTradeColumns(figures, order);
  // Ids are needed only for trades that a figure leaves out. A report shows only the number of these trades.
  const all = explained({ ...trades, idOf: () => '' }, settings, NOT_NEEDED);
  return Object.fromEntries(
    NAMES.map((name) => {
      const { value, unit, definition, formula, source, arithmetic, counted } = explanationOf(all, name);
      return [
        name,
        { value, unit: unit as SheetExplanation['unit'], definition, formula, source, arithmetic, counted },
      ];
    }),
  );
}

const NOT_NEEDED = unmeasured({ total: 0, eligible: 0 }, { horizonMs: 0, thresholdR: 0 });
