import fc from 'fast-check';
import { type BodyPlan, again, fieldsOf, hugeBody, noEdits, oddBody, someEdits } from './body-plans.js';
import { type IdPlan, anyId, knownId } from './id-plans.js';
import { MISCHIEF_NAMES } from './mischief.js';
import { ODD_PATHS } from './paths.js';
import { oddQueryOf, validQueryOf } from './queries.js';

/** A request of a documented route. */
export interface Asked {
  readonly kind: 'asked';
  readonly route: string;
  readonly id: IdPlan;
  readonly query: string;
  readonly body: BodyPlan;
  readonly mischief: string;
}

/** A request of whatever is at a path. */
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
    mischief?: fc.Arbitrary<string>;
  } = {},
): fc.Arbitrary<Plan> =>
  fc.record({
    kind: fc.constant('asked' as const),
    route: fc.constant(route),
    id: parts.id ?? knownId,
    query: parts.query ?? validQueryOf(route),
    body: parts.body ?? fieldsOf(route, noEdits),
    mischief: parts.mischief ?? fc.constant(''),
  });

const TRADES = 'post /sessions/{id}/trades';
const CREATE = ['post /projects', 'post /sessions', TRADES];
const FINISH = 'post /sessions/{id}/finish';
const ASK = ['get /projects', 'get /sessions/{id}', 'get /sessions/{id}/stats', 'get /candles'];
const EVERY = [...CREATE, FINISH, ...ASK, 'get /metrics', 'get /health/live', 'get /health/ready'];

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

/** One request: about a third of them must be accepted. */
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
    arbitrary: oneOf(EVERY, (route) => asked(route, { mischief: fc.constantFrom(...MISCHIEF_NAMES) })),
  },
  { weight: 8, arbitrary: strayed },
);
