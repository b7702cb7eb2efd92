import type { Pool } from 'pg';
import { ANALYSIS_FIGURES, figureSource } from '../../src/review/analysis/catalogue/analysis-figures.js';
import { STATISTICS_SOURCE, explanationOf } from '../../src/review/analysis/explain/explain.js';
import { explained } from '../../src/review/analysis/explain/explained.js';
import { textOrder } from '../../src/platform/database/copy/copied-columns.js';
import { EXPLAINED_MEASURES } from '../report/explained-measures.js';
import type { SheetExplanation } from '../report/sheet-data.js';
import type { SessionKey } from '../../src/sessions/session.entity.js';
import { sortTradeColumns, tradeOrder } from '../../src/shared/figures/calculator/trade-order.js';
import { plainFormula } from '../../src/shared/figures/definitions/figure-definition.js';
import {
  CALCULATED_FIGURES,
  type CalculatedFigureName,
} from '../../src/shared/figures/definitions/figures.js';
import { IDEAL_R } from '../../src/shared/figures/definitions/ideal-r.js';
import { unmeasured } from '../../src/stats/ideal-r/analytics.js';
import { readTradeColumns } from '../../src/trades/read-trade-columns.js';
import { FIGURE_COLUMNS } from '../../src/trades/trade-figures.js';

const NAMES = Object.keys(CALCULATED_FIGURES) as readonly CalculatedFigureName[];

interface ExplanationSettings {
  readonly initialBalance: number;
  readonly breakEvenThreshold: number;
}

/**
 * Returns the explanation of each figure that is calculated from the trades alone, and of each figure of an analysis that
 * a report shows.
 */
export async function readExplanations(
  pool: Pool,
  session: SessionKey,
  settings: ExplanationSettings,
  signal: AbortSignal,
): Promise<Record<string, SheetExplanation>> {
  const figures = await readTradeColumns(pool, session, FIGURE_COLUMNS, { signal });
  const order = tradeOrder(figures, textOrder(figures.clientId));
  const trades = sortTradeColumns(figures, order);
  // An explanation lists the ids of trades that its figure leaves out. A report shows only the number of these trades,
  // so the ids are empty.
  const all = explained({ ...trades, idOf: () => '' }, settings, NOT_NEEDED);
  const statistics = Object.fromEntries(
    NAMES.map((name) => {
      const { value, unit, definition, formula, source, arithmetic, counted } = explanationOf(all, name);
      return [
        name,
        { value, unit: unit as SheetExplanation['unit'], definition, formula, source, arithmetic, counted },
      ];
    }),
  );
  return { ...statistics, ...IDEAL_R_FIGURES, ...MEASURES };
}

/** The value of a figure of an analysis is shown beside its label, so the explanation contains no value. */
const MEASURES: Readonly<Record<string, SheetExplanation>> = Object.fromEntries(
  EXPLAINED_MEASURES.map((name) => {
    const figure = ANALYSIS_FIGURES.get(name)!;
    const { unit, definition, formula } = figure;
    const source = figureSource(figure);
    return [name, { value: null, unit, definition, formula, source, arithmetic: null, counted: null }];
  }),
);

/** The explanations of the figures of the ideal R. A report shows the values of these figures in a sentence. */
const IDEAL_R_FIGURES: Readonly<Record<string, SheetExplanation>> = Object.fromEntries(
  Object.entries(IDEAL_R).map(([name, { unit, definition, formula }]) => [
    name,
    {
      value: null,
      unit,
      definition,
      formula: plainFormula(formula),
      source: STATISTICS_SOURCE,
      arithmetic: null,
      counted: null,
    },
  ]),
);

const NOT_NEEDED = unmeasured({ total: 0, eligible: 0 }, { horizonMs: 0, thresholdR: 0 });
