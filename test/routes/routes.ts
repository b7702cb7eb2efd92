import { ANALYSIS_ROUTES } from './analysis.js';
import { CANDLES_ROUTES } from './candles.js';
import { KEYS_ROUTES } from './keys.js';
import { PROJECTS_ROUTES } from './projects.js';
import type { Failure, RouteFact, Success } from './route-facts.js';
import { SAMPLES_ROUTES } from './samples.js';
import { SELECTION_ROUTES } from './selection.js';
import { SERVICE_ROUTES } from './service.js';
import { SESSIONS_ROUTES } from './sessions.js';
import { STATISTICS_ROUTES } from './stats.js';
import { TRADES_ROUTES } from './trades.js';

const TAGS = [
  ANALYSIS_ROUTES,
  CANDLES_ROUTES,
  KEYS_ROUTES,
  PROJECTS_ROUTES,
  SAMPLES_ROUTES,
  SELECTION_ROUTES,
  SERVICE_ROUTES,
  SESSIONS_ROUTES,
  STATISTICS_ROUTES,
  TRADES_ROUTES,
];

/** All routes of the service. */
export const ROUTES: ReadonlyMap<string, RouteFact> = new Map(
  TAGS.flatMap(({ routes }) => Object.entries(routes)),
);

export const SUCCESSES: readonly Success[] = TAGS.flatMap(({ successes }) => successes);
export const FAILURES: readonly Failure[] = TAGS.flatMap(({ failures }) => failures);

/** Routes that need a key. */
export const KEYED_ROUTES = [...ROUTES.keys()].filter((route) => !route.includes('/health/'));

/** Routes for callers with the scope `admin`. */
export const ADMIN_ROUTES = new Set(
  [...ROUTES.keys()].filter((route) => / \/(audit|keys|metrics|usage)/.test(route)),
);

export const BODY_ROUTES = [...ROUTES].filter(([, { body }]) => body).map(([route]) => route);

/** Routes with the id of a project, a session or a key. */
export const ID_ROUTES = [...ROUTES].flatMap(([route, { ask }]) => (ask ? [{ route, ask }] : []));
