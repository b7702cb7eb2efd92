import type { StatisticsSettings } from '../../../shared/figures/calculator/calculate-statistics.js';
import type { FigureName } from '../../../shared/figures/definitions/figures.js';
import { unmeasured } from '../../../stats/ideal-r/analytics.js';
import type { IdealRAnalysisDto } from '../../../stats/ideal-r/ideal-r.dto.js';
import { type Explanation, explain } from './explain.js';
import type { IdentifiedTrades } from './explained.js';

export interface ExplainSettings extends StatisticsSettings {
  readonly figure: FigureName;
  /** JSON of the session's ideal-R analysis if the figure belongs to the ideal-R analysis, otherwise null. */
  readonly idealR: Uint8Array | null;
}

type InState = Pick<IdealRAnalysisDto, 'state' | 'reason'>;

/** Explains a figure and adds the state of the analysis that has the figure. */
export function explainInState(
  trades: IdentifiedTrades,
  { figure, idealR, ...settings }: ExplainSettings,
): Explanation & { readonly [Field in keyof InState]: InState[Field] | null } {
  if (idealR) {
    const text = new TextDecoder().decode(idealR);
    const { state, reason, analytics } = JSON.parse(text) as IdealRAnalysisDto;
    return { ...explain(trades, figure, settings, analytics), state, reason };
  }
  const reason = trades.count === 0 ? 'no-trades' : null;
  return { ...explain(trades, figure, settings, NOT_NEEDED), state: null, reason };
}

const NOT_NEEDED = unmeasured({ total: 0, eligible: 0 }, { horizonMs: 0, thresholdR: 0 });
