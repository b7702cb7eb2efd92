import { idAt } from '../../../platform/database/copy/copied-columns.js';
import { account } from '../account/account.js';
import { breakdown } from '../breakdown/breakdown.js';
import { calendar } from '../calendar/calendar.js';
import { confidenceIntervals } from '../confidence/confidence-intervals.js';
import { type CostedTrades, costAnalysis } from '../costs/costs.js';
import { explainInState } from '../explain/explain-in-state.js';
import { hindsight } from '../hindsight/hindsight.js';
import { simulatePaths } from '../monte-carlo/simulate-paths.js';
import { riskAnalysis } from '../risk/risk-analysis.js';
import { runFigures } from '../run-figures/run-figures.js';
import { sliceFigures } from '../slice-figures/slice-figures.js';
import { tradeEvidence } from '../trade-evidence/trade-evidence.js';
import { sizing } from '../sizing/sizing.js';
import type { SlicedDetails } from './sliced-details.js';
import type { TaggedDetails } from './sorted-details.js';
import type { AnalysisTask } from './tasks.js';

/** Computes a task on the given trades. This function can run in any thread. */
export function analyse(task: AnalysisTask, sliced: SlicedDetails): object {
  // Reading the details of a slice copies its trades, which the figures do not need.
  if (task.kind === 'figures') return sliceFigures(sliced.whole.trades, sliced.mask, task.settings);
  const { details } = sliced;
  const { trades, ids } = details;
  switch (task.kind) {
    case 'risk':
      return riskAnalysis(trades, task.settings);
    case 'account':
      return account(trades, task.settings);
    case 'calendar':
      return calendar(trades, task.settings);
    case 'breakdown': {
      const { by, ...settings } = task.settings;
      const tags = 'tags' in details ? (details as TaggedDetails).tags : null;
      return breakdown({ ...trades, tags }, by, settings);
    }
    case 'monte-carlo':
      return simulatePaths(trades, task.settings);
    case 'confidence':
      return confidenceIntervals(trades, task.settings);
    case 'sizing':
      return sizing(trades, task.settings);
    case 'costs':
      return costAnalysis(trades as CostedTrades, task.settings);
    case 'run':
      return runFigures(trades, task.settings);
    case 'evidence':
      return tradeEvidence(trades as CostedTrades, task.settings);
    case 'explain':
      return explainInState({ ...trades, idOf: (trade) => idAt(ids, trade) }, task.settings);
    case 'hindsight': {
      const { earlier, moreSessions, ...settings } = task.settings;
      return { ...hindsight(trades, earlier, settings), moreSessions };
    }
  }
}
