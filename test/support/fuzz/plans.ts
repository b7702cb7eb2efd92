import fc from 'fast-check';
import { ANALYSES } from '../analysis-paths.js';
import { type BodyPlan, again, fieldsOf, hugeBody, noEdits, oddBody, someEdits } from './body-plans.js';
import { type IdPlan, anyId, knownId } from './id-plans.js';
import { VARIATION_NAMES } from './request-variations.js';
import { ODD_PATHS } from './paths.js';
import { oddQueryOf, validQueryOf } from './queries.js';

/** A plan for a request to a documented route. */
export interface Asked {
  readonly kind: 'asked';
  readonly route: string;
  readonly id: IdPlan;
  readonly query: string;
  readonly body: BodyPlan;
  readonly variation: string;
  /** True if the request is for a resource that other requests change and delete at the same time. */
  readonly isLoose: boolean;
  /** Plan for the trade that the path names, if the route has one. */
  readonly trade: IdPlan;
  readonly precondition: (typeof PRECONDITIONS)[number];
}

/** Preconditions of a PUT of the state. Each names the state that the client expects to be stored. */
export const PRECONDITIONS = ['none', 'nothing', 'the last known'] as const;

/** A plan for a request to an arbitrary path. */
export interface Strayed {
  readonly kind: 'strayed';
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

export type Plan = Asked | Strayed;

const asked = (
  route: string,
  parts: {
    id?: fc.Arbitrary<IdPlan>;
    query?: fc.Arbitrary<string>;
    body?: fc.Arbitrary<BodyPlan>;
    variation?: fc.Arbitrary<string>;
    isLoose?: boolean;
  } = {},
): fc.Arbitrary<Plan> =>
  fc.record({
    kind: fc.constant('asked' as const),
    route: fc.constant(route),
    id: parts.id ?? knownId,
    query: parts.query ?? validQueryOf(route),
    body: parts.body ?? fieldsOf(route, noEdits),
    variation: parts.variation ?? fc.constant(''),
    isLoose: fc.constant(parts.isLoose ?? false),
    trade: parts.id ?? knownId,
    precondition: fc.constantFrom(...PRECONDITIONS),
  });

const TRADES = 'post /sessions/{id}/trades';
const CREATE = ['post /projects', 'post /sessions', TRADES];
const FINISH = 'post /sessions/{id}/finish';
const ASK = [
  'get /projects',
  'get /sessions/{id}',
  'get /sessions/{id}/stats',
  ...ANALYSES.map(([path]) => `get /sessions/{id}/${path}`),
  'get /audit',
  'get /candles',
  'get /candles/range',
  'get /candles/as-of',
  'get /candles/series',
  'get /usage',
  'get /me',
];
const EVERY = [
  ...CREATE,
  FINISH,
  ...ASK,
  'get /keys',
  'get /metrics',
  'get /health/live',
  'get /health/ready',
];

const STATE = '/sessions/{id}/state';
const TRADE = '/sessions/{id}/trades/{tradeId}';
const LOOSE_CREATE = ['post /projects', 'post /sessions', 'post /sessions', TRADES, TRADES, TRADES];
const LOOSE_CHANGE = ['patch /projects/{id}', 'patch /sessions/{id}', `patch ${TRADE}`, `put ${STATE}`];
const LOOSE_COPY = 'post /sessions/{id}/copy';
const PREVIEW = 'post /sessions/{id}/trades/preview';
const LOOSE_ASK = [
  'get /projects/{id}',
  'get /project-records',
  'get /projects/{id}/tags',
  'get /projects/{id}/comparison',
  'get /sessions',
  'get /sessions/{id}',
  'get /sessions/{id}/record',
  'get /sessions/{id}/stats',
  ...ANALYSES.map(([path]) => `get /sessions/{id}/${path}`),
  'get /sessions/{id}/trades',
  `get ${TRADE}`,
  `get ${STATE}`,
  'get /sessions/{id}/trades/export',
  'get /sessions/{id}/report',
];
const LOOSE_REMOVE = ['delete /projects/{id}', 'delete /sessions/{id}', 'delete /sessions/{id}/trades'];

const oneOf = (routes: readonly string[], plan: (route: string) => fc.Arbitrary<Plan>) =>
  fc.oneof(...routes.map(plan));

const strayed: fc.Arbitrary<Plan> = fc.record({
  kind: fc.constant('strayed' as const),
  method: fc.constantFrom(
    'GET',
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'SEARCH',
    'PURGE',
    'LINK',
    'M-SEARCH',
  ),
  path: fc.oneof(
    fc.constantFrom(...ODD_PATHS),
    fc.webPath(),
    fc.webUrl({ validSchemes: ['http'] }).map((url) => url.slice('http:/'.length)),
  ),
  body: fc.constantFrom('', '', '{}', '{'),
});

const loose = (
  routes: readonly string[],
  parts: (route: string) => Parameters<typeof asked>[1] = () => ({}),
): fc.Arbitrary<Plan> => oneOf(routes, (route) => asked(route, { ...parts(route), isLoose: true }));

const EVERY_LOOSE = [...LOOSE_CHANGE, ...LOOSE_ASK, ...LOOSE_REMOVE, `delete ${TRADE}`];

/** Generates requests for resources that other requests change and delete at the same time. */
const loosely: fc.Arbitrary<Plan> = fc.oneof(
  { weight: 10, arbitrary: loose(LOOSE_CREATE) },
  { weight: 10, arbitrary: loose(LOOSE_CHANGE) },
  { weight: 9, arbitrary: loose(LOOSE_ASK) },
  { weight: 3, arbitrary: loose([LOOSE_COPY, PREVIEW]) },
  { weight: 3, arbitrary: loose([`delete ${TRADE}`, `delete ${TRADE}`, ...LOOSE_REMOVE]) },
  { weight: 1, arbitrary: loose([FINISH]) },
  {
    weight: 6,
    arbitrary: loose([...LOOSE_CHANGE, LOOSE_COPY], (route) => ({
      body: fieldsOf(route, someEdits),
      id: anyId,
    })),
  },
  { weight: 2, arbitrary: loose([...LOOSE_CHANGE, LOOSE_COPY, PREVIEW], () => ({ body: oddBody })) },
  { weight: 1, arbitrary: loose(LOOSE_CHANGE, () => ({ body: hugeBody })) },
  { weight: 4, arbitrary: loose(EVERY_LOOSE, (route) => ({ query: oddQueryOf(route), id: anyId })) },
  {
    weight: 4,
    arbitrary: loose(
      // The PUT of a state gets no variation, because If-Match and If-None-Match have a meaning for this route.
      EVERY_LOOSE.filter((route) => route !== `put ${STATE}` && !route.endsWith('/export')),
      () => ({ variation: fc.constantFrom(...VARIATION_NAMES) }),
    ),
  },
);

/** Generates one request. About a third of all generated requests must be accepted. */
export const plan: fc.Arbitrary<Plan> = fc.oneof(
  { weight: 22, arbitrary: oneOf(CREATE, (route) => asked(route)) },
  { weight: 1, arbitrary: asked(FINISH) },
  { weight: 8, arbitrary: oneOf(ASK, (route) => asked(route)) },
  {
    weight: 28,
    arbitrary: oneOf([...CREATE, ...CREATE, FINISH], (route) =>
      asked(route, { body: fieldsOf(route, someEdits), id: anyId }),
    ),
  },
  { weight: 5, arbitrary: oneOf([...CREATE, FINISH, ...ASK], (route) => asked(route, { body: oddBody })) },
  { weight: 1, arbitrary: oneOf([...CREATE, FINISH], (route) => asked(route, { body: hugeBody })) },
  {
    weight: 1,
    arbitrary: asked(TRADES, { body: fieldsOf(TRADES, noEdits, fc.constantFrom(0, 2, 100, 499, 500, 501)) }),
  },
  { weight: 6, arbitrary: asked(TRADES, { body: again }) },
  { weight: 10, arbitrary: oneOf(EVERY, (route) => asked(route, { query: oddQueryOf(route), id: anyId })) },
  {
    weight: 10,
    arbitrary: oneOf(EVERY, (route) => asked(route, { variation: fc.constantFrom(...VARIATION_NAMES) })),
  },
  { weight: 8, arbitrary: strayed },
  { weight: 50, arbitrary: loosely },
);
