import fc from 'fast-check';
import { anyOf, bodySchemaOf, queryParametersOf } from './documented.js';
import { ODD_BODIES, ODD_KEYS, edit, oddValue, spelling } from './hostile.js';
import { Digits, type Edit, type Fields, type Spelling } from './json.js';
import { MISCHIEF_NAMES } from './mischief.js';
import { ODD_NUMBERS } from './numbers.js';
import { ODD_PATHS } from './paths.js';
import { ODD_TEXTS } from './texts.js';

/** A body before it is known which projects and sessions there are. */
export type BodyPlan =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'huge'; readonly what: (typeof HUGE)[number] }
  | { readonly kind: 'again'; readonly batch: number; readonly differs: boolean }
  | {
      readonly kind: 'fields';
      readonly fields: Fields;
      readonly edits: readonly Edit[];
      readonly spelling: Spelling;
      /** Repeats the one row of a batch until there are so many; 0: leaves the batch as it is. */
      readonly rows: number;
    };

/** Which session a path names: one of those there are, or something else written there. */
export type IdPlan =
  | { readonly kind: 'known'; readonly index: number; readonly as: 'is' | 'upper' | 'encoded' }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'odd'; readonly text: string };

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

export const HUGE = [
  'text',
  'rows',
  'keys',
  'levels',
  'objects',
  'digits',
  'long key',
  'at the limit',
  'beyond the limit',
] as const;

const NO_BODY = fc.constant<BodyPlan>({ kind: 'none' });
const DIFFERENT_IDS = [
  '%00',
  '%',
  '%E0%A4%A',
  '%2e%2e%2fprojects',
  "'%20OR%20'1'='1",
  '0',
  '-1',
  'null',
  'undefined',
  '[object%20Object]',
  'x'.repeat(5000),
  '%F0%9F%98%80',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a',
  '{0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a}',
  '0199a8f06a3e7c319d5e2f6f0d1c4b7a',
  '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a%00',
  '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a%0a',
  '__proto__',
  '%C0%AE',
  '%ED%A0%80',
  '..;',
  ';jsessionid=1',
  '%252e',
  '*',
  ':id',
  '~',
  '$1',
] as const;

const knownId = fc.record({
  kind: fc.constant('known' as const),
  index: fc.nat(1000),
  as: fc.constantFrom('is', 'is', 'is', 'is', 'is', 'is', 'upper', 'encoded'),
});
const anyId: fc.Arbitrary<IdPlan> = fc.oneof(
  { weight: 6, arbitrary: knownId },
  { weight: 1, arbitrary: fc.constant({ kind: 'foreign' as const }) },
  { weight: 2, arbitrary: fc.constantFrom(...DIFFERENT_IDS).map((text) => ({ kind: 'odd' as const, text })) },
);

const fieldsOf = (
  route: string,
  edits: fc.Arbitrary<readonly Edit[]>,
  rows: fc.Arbitrary<number> = fc.constant(0),
): fc.Arbitrary<BodyPlan> => {
  const schema = bodySchemaOf(route);
  if (!schema) return NO_BODY;
  return fc.record({
    kind: fc.constant('fields' as const),
    fields: anyOf(schema) as fc.Arbitrary<Fields>,
    edits,
    spelling,
    rows,
  });
};

const noEdits = fc.constant<readonly Edit[]>([]);
const someEdits = fc.array(edit, { minLength: 1, maxLength: 3 });

const oddBody: fc.Arbitrary<BodyPlan> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ODD_BODIES).map((text) => ({ kind: 'text' as const, text })) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 6 }).map((text) => ({ kind: 'text' as const, text })) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: 'binary', maxLength: 60 }).map((text) => ({ kind: 'text' as const, text })),
  },
);
const hugeBody: fc.Arbitrary<BodyPlan> = fc.constantFrom(...HUGE).map((what) => ({ kind: 'huge', what }));

/** A parameter with a value that its schema allows, in one of the ways in which a query writes it. */
function validQueryOf(route: string): fc.Arbitrary<string> {
  const parameters = queryParametersOf(route).map(({ name, required, schema }) => {
    const pair = anyOf(schema).map(
      (value) => `${name}=${encodeURIComponent(value instanceof Digits ? value.text : String(value))}`,
    );
    return required ? pair : fc.option(pair, { nil: '' });
  });
  return fc.tuple(...parameters).map((pairs) => pairs.filter((pair) => pair !== '').join('&'));
}

function oddQueryOf(route: string): fc.Arbitrary<string> {
  const names = [
    ...queryParametersOf(route).map(({ name }) => name),
    ...ODD_KEYS,
    'limit',
    'a[b][c]',
    'a[]',
    '_method',
  ];
  const raw = fc.constantFrom(
    '%',
    '%zz',
    '%00',
    '%E0%A4%A',
    '+1',
    '%201',
    '0x10',
    '',
    '1,2',
    '%E0%A5%A7',
    '%EF%BC%91',
    '%0a',
    'Infinity',
    '1_000',
    '01',
    '.5',
    '5.',
    '1e',
    'true',
    'btcusdt',
    '1m',
    'x'.repeat(9_000),
  );
  const value = fc.oneof(
    raw,
    fc.constantFrom(...ODD_NUMBERS).filter((text) => text.length < 500),
    fc.constantFrom(...ODD_TEXTS).map(encodeURIComponent),
    oddValue.filter((text) => text.length < 500).map((text) => encodeURIComponent(text)),
  );
  const pair = fc
    .tuple(fc.constantFrom(...names), value)
    .map(([name, text]) => `${encodeURIComponent(name.toWellFormed())}=${text}`);
  const odd = fc.oneof(
    { weight: 8, arbitrary: pair },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '&&&',
        '=',
        '?',
        'a',
        '%',
        '&=&',
        '#',
        '[]',
        'a[b]=1',
        'a[__proto__][x]=1',
        '__proto__[x]=1',
        'x=1&'.repeat(1500),
        '&'.repeat(5000),
      ),
    },
  );
  return fc
    .tuple(validQueryOf(route), fc.array(odd, { minLength: 1, maxLength: 3 }))
    .map(([valid, more]) => [valid, ...more].filter((part) => part !== '').join('&'));
}

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

const again = fc.record({ kind: fc.constant('again' as const), batch: fc.nat(1000), differs: fc.boolean() });
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
