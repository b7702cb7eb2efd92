/** The analyses: the path after `/sessions/{id}/`, each with a valid query. */
export const ANALYSES: readonly (readonly [path: string, query: string])[] = [
  ['analysis/breakdown', '?by=side'],
  ['analysis/calendar', ''],
  ['analysis/confidence', ''],
  ['analysis/costs', ''],
  ['analysis/equity', ''],
  ['analysis/evidence', ''],
  ['analysis/excursions', ''],
  ['analysis/exits', ''],
  ['analysis/fills', ''],
  ['analysis/figures', ''],
  ['analysis/hindsight', ''],
  ['analysis/monte-carlo', '?paths=100'],
  ['analysis/risk', ''],
  ['analysis/sizing', ''],
  ['analysis/timestamps', ''],
  ['analysis/timing', ''],
  ['stats/explain', '?figure=winrate'],
];

/** The analyses whose queries can filter the trades. */
export const SLICED = ANALYSES.filter(([path]) => !/timestamps|explain|evidence/.test(path));
