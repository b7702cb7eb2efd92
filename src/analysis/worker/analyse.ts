import { breakdown } from '../breakdown/breakdown.js';
import { calendar } from '../calendar/calendar.js';
import { confidenceIntervals } from '../confidence/confidence-intervals.js';
import { explainInState } from '../explain/explain-in-state.js';
import { hindsight } from '../hindsight/hindsight.js';
import { simulatePaths } from '../monte-carlo/simulate-paths.js';
import { riskAnalysis } from '../risk/risk-analysis.js';
import type { SortedDetails } from './sorted-details.js';
import type { AnalysisTask } from './tasks.js';

/** Computes what a task asks of the trades; in whatever thread. */
export function analyse(task: AnalysisTask, { trades, textOf }: SortedDetails): object {
  switch (task.kind) {
    case 'risk':
      return riskAnalysis(trades, task.settings);
    case 'calendar':
      return calendar(trades, task.settings);
    case 'breakdown': {
      const { by, ...settings } = task.settings;
      const tags =
        by === 'tag' ? Array.from({ length: trades.count }, (_, i) => tagsIn(textOf('tags', i))) : null;
      return breakdown({ ...trades, tags }, by, settings);
    }
    case 'monte-carlo':
      return simulatePaths(trades, task.settings);
    case 'confidence':
      return confidenceIntervals(trades, task.settings);
    case 'explain': {
      const ids = Array.from({ length: trades.count }, (_, i) => textOf('id', i));
      return explainInState({ ...trades, ids }, task.settings);
    }
    case 'hindsight': {
      const { earlier, moreSessions, ...settings } = task.settings;
      return { ...hindsight(trades, earlier, settings), moreSessions };
    }
  }
}

const tagsIn = (json: string): readonly string[] => JSON.parse(json) as string[];
