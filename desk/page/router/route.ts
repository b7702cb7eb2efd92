import { ALL_TRADES, type TradeFilter, filterParameters, tradeFilterIn } from './trade-filter.js';

/** The page that the fragment of the address names. */
export type Route =
  | { readonly page: 'projects'; readonly search: string }
  /** `query` holds the filters, the order and the columns of the list of sessions. */
  | { readonly page: 'project'; readonly projectId: string; readonly query: string }
  /** A page about the tries of a project. `query` holds the study, the filters and the order. */
  | { readonly page: TriesPage; readonly projectId: string; readonly query: string }
  | { readonly page: 'comparison'; readonly projectId: string; readonly sessionIds: readonly string[] }
  | {
      readonly page: 'session';
      readonly sessionId: string;
      readonly threshold: number;
      readonly filter: TradeFilter;
    }
  | { readonly page: 'unknown' };

export const TRIES_PAGES = ['selection', 'overfitting', 'walk-forward'] as const;
export type TriesPage = (typeof TRIES_PAGES)[number];

const ID = '([0-9a-fA-F-]{36})';
const PROJECT = new RegExp(`^/projects/${ID}$`);
const COMPARISON = new RegExp(`^/projects/${ID}/compare$`);
const TRIES = new RegExp(`^/projects/${ID}/(${TRIES_PAGES.join('|')})$`);
/** The former page of the leaderboard, which is now a set of columns of the list of sessions. */
const LEADERBOARD = new RegExp(`^/projects/${ID}/leaderboard$`);
const SESSION = new RegExp(`^/sessions/${ID}$`);

export function routeOf(fragment: string): Route {
  const [path = '', query = ''] = fragment.replace(/^#/, '').split('?');
  const parameters = new URLSearchParams(query);
  if (path === '' || path === '/') {
    return { page: 'projects', search: parameters.get('search') ?? '' };
  }
  const [, projectId] = PROJECT.exec(path) ?? [];
  if (projectId) return { page: 'project', projectId, query };
  const [, ranked] = LEADERBOARD.exec(path) ?? [];
  if (ranked) {
    parameters.set('set', 'research');
    return { page: 'project', projectId: ranked, query: parameters.toString() };
  }
  const [, comparedIn] = COMPARISON.exec(path) ?? [];
  if (comparedIn) {
    const sessionIds = (parameters.get('sessions') ?? '').split(',').filter(Boolean);
    return { page: 'comparison', projectId: comparedIn, sessionIds };
  }
  const [, triesOf, triesPage] = TRIES.exec(path) ?? [];
  if (triesOf) return { page: triesPage as TriesPage, projectId: triesOf, query };
  const [, sessionId] = SESSION.exec(path) ?? [];
  if (sessionId) {
    const threshold = thresholdOf(parameters.get('threshold'));
    return { page: 'session', sessionId, threshold, filter: tradeFilterIn(parameters) };
  }
  return { page: 'unknown' };
}

function thresholdOf(text: string | null): number {
  const threshold = Number(text ?? '');
  return threshold >= 0 && threshold <= MAX_THRESHOLD ? threshold : 0;
}

/** The largest break-even threshold that the API accepts. */
export const MAX_THRESHOLD = 1_000_000_000;

export const projectsLink = (search = ''): string =>
  search ? `#/?${new URLSearchParams({ search }).toString()}` : '#/';
export const projectLink = (id: string, query = ''): string => `#/projects/${id}${query && `?${query}`}`;
export const triesLink = (page: TriesPage, projectId: string, query = ''): string =>
  `#/projects/${projectId}/${page}${query && `?${query}`}`;
export const comparisonLink = (projectId: string, sessionIds: readonly string[]): string =>
  `#/projects/${projectId}/compare?sessions=${sessionIds.join(',')}`;
export function sessionLink(id: string, threshold = 0, filter: TradeFilter = ALL_TRADES): string {
  const parameters = { ...(threshold > 0 && { threshold: String(threshold) }), ...filterParameters(filter) };
  const query = String(new URLSearchParams(parameters));
  return `#/sessions/${id}${query && `?${query}`}`;
}
