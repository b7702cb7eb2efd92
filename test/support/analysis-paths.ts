/** The analyses: the path after `/sessions/{id}/`, each with a valid query. */
export const ANALYSES: readonly (readonly [path: string, query: string])[] = [
  ['analysis/breakdown', '?by=side'],
  ['analysis/calendar', ''],
  ['analysis/confidence', ''],
  ['analysis/costs', ''],
  ['analysis/excursions', ''],
  ['analysis/exits', ''],
  ['analysis/hindsight', ''],
  ['analysis/monte-carlo', '?paths=100'],
  ['analysis/risk', ''],
  ['analysis/sizing', ''],
  ['analysis/timestamps', ''],
  ['stats/explain', '?figure=winrate'],
];
