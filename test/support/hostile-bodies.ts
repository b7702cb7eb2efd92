import { aTrade } from './service-process.js';

/** Maximum size of a body in bytes. */
export const LIMIT = 4 * 2 ** 20;

/** Returns as many copies of a text as fit into the largest body. */
export const full = (start: string, unit: (i: number) => string, end: string, limit = LIMIT): string => {
  const units: string[] = [];
  let length = start.length + end.length;
  for (let i = 0; ; i += 1) {
    const next = unit(i);
    length += next.length + 1;
    if (length > limit) return `${start}${units.join(',')}${end}`;
    units.push(next);
  }
};

const many = <T>(count: number, of: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => of(i));
const objectOf = (count: number, name: (i: number) => string) =>
  Object.fromEntries(many(count, (i) => [name(i), 1]));
const tradesOf = (count: number, trade: (i: number) => object) =>
  JSON.stringify({ trades: many(count, trade) });
export const manyFields = (start = '{', end = '}', limit = LIMIT) =>
  full(start, (i) => `"k${i}":1`, end, limit);

const PROJECTS = 'post /projects';
const SESSIONS = 'post /sessions';
const TRADES = 'post /sessions/{id}/trades';
const PREVIEW = 'post /sessions/{id}/trades/preview';
const STATE = 'put /sessions/{id}/state';

const wrongTrades = tradesOf(500, () =>
  Object.fromEntries(
    [...Object.keys(aTrade('a')), 'symbol', 'feed', 'note', 'tags'].map((name) => [name, {}]),
  ),
);
const namedTrades = tradesOf(198, (row) => objectOf(99, (i) => `${row}_${i}${'x'.repeat(195)}`));
const longClientIds = tradesOf(500, (row) => ({
  ...aTrade(`${row}${'€'.repeat(2_500)}`),
  ...objectOf(30, (i) => `k${i}_${row}`),
}));

/** A costly body and its expected outcome, which is an error code with one of its fields, or a status. */
export type Case = [what: string, route: string, body: () => string | Buffer, outcome: string];

/** Bodies that are costly to parse or to validate, for every route that accepts a body. */
export const BODIES: readonly Case[] = [
  ['unknown fields', PROJECTS, manyFields, 'VALIDATION_FAILED body'],
  ['one field many times', PROJECTS, () => full('{', () => '"name":1', '}'), 'VALIDATION_FAILED body'],
  ['numbered fields', PROJECTS, () => full('{', (i) => `"${i * 1024}":1`, '}'), 'VALIDATION_FAILED body'],
  ['strings', PROJECTS, () => full('{"name":[', () => '""', ']}'), 'VALIDATION_FAILED name'],
  [
    'small lists of small lists',
    PROJECTS,
    () => full('{"name":[', () => `[${Array(450).fill('{}').join()}]`, ']}'),
    'VALIDATION_FAILED name',
  ],
  [
    'brackets',
    PROJECTS,
    () => `{"name":${'['.repeat(LIMIT - 8)}`,
    `VALIDATION_FAILED name${'[0]'.repeat(10)}`,
  ],
  ['objects in objects', PROJECTS, () => '{"a":'.repeat(LIMIT / 6), `VALIDATION_FAILED ${'a.'.repeat(10)}a`],
  ['a long string', PROJECTS, () => `{"name":"${'x'.repeat(LIMIT - 20)}"}`, 'VALIDATION_FAILED name'],
  [
    'a string of white space',
    PROJECTS,
    () => `{"name":"${' '.repeat(LIMIT - 20)}"}`,
    'VALIDATION_FAILED name',
  ],
  [
    'a string of escapes',
    PROJECTS,
    () => `{"name":"${'\\u0041'.repeat((LIMIT - 20) / 6)}"}`,
    'VALIDATION_FAILED name',
  ],
  [
    'a string of pairs',
    PROJECTS,
    () => `{"name":"${'\\ud83d\\ude00'.repeat((LIMIT - 20) / 12)}"}`,
    'VALIDATION_FAILED name',
  ],
  [
    'a long string with one character that is not ASCII',
    PROJECTS,
    () => `{"name":"${'x'.repeat(LIMIT - 20)}€"}`,
    'VALIDATION_FAILED name',
  ],
  ['a long symbol', PROJECTS, () => `{"symbol":"${'x'.repeat(LIMIT - 20)}"}`, 'VALIDATION_FAILED symbol'],
  ['a long number', PROJECTS, () => `{"name":${'9'.repeat(LIMIT - 20)}}`, 'VALIDATION_FAILED name'],
  ['a long fraction', PROJECTS, () => `{"name":0.${'1'.repeat(LIMIT - 20)}}`, 'VALIDATION_FAILED name'],
  [
    'unknown objects in unknown objects',
    PROJECTS,
    () => JSON.stringify({ a: many(39, () => many(499, () => ({}))) }),
    'VALIDATION_FAILED a',
  ],
  [
    'empty objects for assets',
    SESSIONS,
    () => full('{"assets":[', () => '{}', ']}'),
    'VALIDATION_FAILED assets',
  ],
  [
    'a long timezone',
    SESSIONS,
    () => `{"accountTimezone":"${'A/'.repeat(LIMIT / 2 - 20)}"}`,
    'VALIDATION_FAILED accountTimezone',
  ],
  [
    'unknown fields of a trade',
    TRADES,
    () => manyFields('{"trades":[{', '}]}'),
    'VALIDATION_FAILED trades[0]',
  ],
  [
    'empty objects for trades',
    TRADES,
    () => full('{"trades":[', () => '{}', ']}'),
    'VALIDATION_FAILED trades',
  ],
  [
    'trades of small objects',
    TRADES,
    () => full('{"trades":[', (i) => `{"k${i}":1}`, ']}'),
    'VALIDATION_FAILED trades',
  ],
  [
    '500 trades with 30 unknown fields each',
    TRADES,
    () => tradesOf(500, () => ({ ...aTrade('a'), ...objectOf(30, (i) => `k${i}`) })),
    'VALIDATION_FAILED trades[0].k0',
  ],
  [
    '500 trades with long clientIds and 30 unknown fields each',
    TRADES,
    () => longClientIds,
    'VALIDATION_FAILED trades[0].k0_0',
  ],
  [
    '198 objects of 99 unknown fields with long names',
    TRADES,
    () => namedTrades,
    `VALIDATION_FAILED trades[0].0_0${'x'.repeat(187)}…`,
  ],
  [
    'lists of unknown objects',
    TRADES,
    () => tradesOf(38, () => ({ k: many(499, () => ({})) })),
    'VALIDATION_FAILED trades[0].k',
  ],
  ['500 trades with every field wrong', TRADES, () => wrongTrades, 'VALIDATION_FAILED trades[0].qty'],
  ['unknown fields', PREVIEW, manyFields, 'VALIDATION_FAILED body'],
  ['500 trades with every field wrong', PREVIEW, () => wrongTrades, '200'],
  ['500 trades with long clientIds and 30 unknown fields each', PREVIEW, () => longClientIds, '200'],
  ['198 objects of 99 unknown fields with long names', PREVIEW, () => namedTrades, '200'],
  ['many fields', STATE, () => manyFields('{"state":{', '}}'), 'PAYLOAD_TOO_LARGE state'],
  ['as many fields as fit', STATE, () => manyFields('{"state":{', '}}', 2 ** 18), '200'],
  ['unknown fields', STATE, () => manyFields('{', '}', 2 ** 18), 'VALIDATION_FAILED k0'],
  ['white space', STATE, () => `{"state":{}${' '.repeat(LIMIT - 20)}}`, '200'],
  [
    'white space between values',
    STATE,
    () => full('{"state":{"a":[1', () => `${' '.repeat(30)}1`, ']}}'),
    'PAYLOAD_TOO_LARGE state',
  ],
  ['escapes', STATE, () => full('{"state":{"a":[', () => ' "\\u0041" ', ']}}', 700_000), '200'],
  ['brackets', STATE, () => `{"state":${'['.repeat(LIMIT - 10)}`, 'VALIDATION_FAILED state'],
  ['unknown fields', 'patch /projects/{id}', manyFields, 'VALIDATION_FAILED body'],
  [
    'a long description',
    'patch /sessions/{id}',
    () => `{"description":"${'é'.repeat(LIMIT / 2 - 20)}"}`,
    'VALIDATION_FAILED description',
  ],
  [
    'a long note',
    'patch /sessions/{id}/trades/{tradeId}',
    () => `{"note":"${'é'.repeat(LIMIT / 2 - 20)}"}`,
    'VALIDATION_FAILED note',
  ],
  [
    'a long description',
    'post /sessions/{id}/copy',
    () => `{"description":"${'é'.repeat(LIMIT / 2 - 20)}"}`,
    'VALIDATION_FAILED description',
  ],
  [
    'a long text as an instant',
    'put /sessions/{id}/playhead',
    () => `{"at":"${'9'.repeat(LIMIT - 20)}"}`,
    'VALIDATION_FAILED at',
  ],
  [
    'a number with many digits',
    'post /sessions/{id}/draw',
    () => `{"length":${'6'.repeat(LIMIT - 20)}}`,
    'VALIDATION_FAILED length',
  ],
  [
    'a long list as an instant',
    'post /sessions/{id}/rewind',
    () => `{"to":[${'1,'.repeat(LIMIT / 2 - 20)}1]}`,
    'VALIDATION_FAILED to',
  ],
  ['a long name', 'post /keys', () => `{"name":"${'a'.repeat(LIMIT - 20)}"}`, 'VALIDATION_FAILED name'],
  ['unknown fields', 'post /keys/{id}/rotate', manyFields, 'VALIDATION_FAILED body'],
  ['unknown fields', 'post /keys/{id}/revoke', manyFields, 'VALIDATION_FAILED body'],
  ['unknown fields', 'post /sessions/{id}/finish', manyFields, 'VALIDATION_FAILED body'],
  ['unknown fields', 'post /samples', manyFields, 'VALIDATION_FAILED body'],
  ['white space alone', PROJECTS, () => ' '.repeat(LIMIT), 'MALFORMED_JSON'],
  ['quotes', PROJECTS, () => '"'.repeat(LIMIT), 'MALFORMED_JSON'],
  ['backslashes', PROJECTS, () => '{"a":"'.padEnd(LIMIT, '\\'), 'MALFORMED_JSON'],
  ['minus signs', PROJECTS, () => '-'.repeat(LIMIT), 'MALFORMED_JSON'],
  ['lists without an end', PROJECTS, () => '[]'.repeat(LIMIT / 2), 'MALFORMED_JSON'],
  ['lists the wrong way around', PROJECTS, () => ']['.repeat(LIMIT / 2), 'MALFORMED_JSON'],
  ['zeros', PROJECTS, () => Buffer.alloc(LIMIT), 'MALFORMED_JSON'],
];
