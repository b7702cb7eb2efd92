import { ALL_TASKS } from '../../src/review/analysis/catalogue/all-tasks.js';
import type { AnalysisTask } from '../../src/review/analysis/tasks/trade-task.js';

const TASKS: readonly AnalysisTask[] = ALL_TASKS;

/** The analyses that have figures, by the last part of their route. */
export const WITH_FIGURES = TASKS.filter(({ definitions }) => definitions !== undefined);

/** Queries of analyses whose parameters are required, or whose default values take long. */
const QUERIES: Readonly<Record<string, string>> = { breakdown: '?by=side', 'monte-carlo': '?paths=100' };

/** The analyses: the path after `/sessions/{id}/`, each with a valid query. */
export const ANALYSES: readonly (readonly [path: string, query: string])[] = [
  ...WITH_FIGURES.map(({ name }) => [`analysis/${name}`, QUERIES[name] ?? ''] as const),
  ['analysis/evidence', ''],
  ['stats/explain', '?figure=winrate'],
];

/** The analyses whose queries can filter the trades. */
export const SLICED = ANALYSES.filter(([path]) => !/timestamps|explain|evidence|first-answers/.test(path));

/** The analyses that need candles. */
export const OF_CANDLES = [
  ...ALL_TASKS.filter((task) => 'of' in task && task.of === 'candles').map(({ name }) => name),
  'evidence',
  'excursions',
  'fills',
  'timestamps',
];
