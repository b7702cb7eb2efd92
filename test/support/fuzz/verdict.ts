import { parse } from 'node:querystring';
import type { ProblemCode } from '../../../src/shared/problems/problem.js';
import { problemsOf } from '../openapi-document.js';
import { AMOUNT_FIELDS, MIN_AMOUNT, bodySchemaOf, queryParametersOf } from './documented.js';
import { textIn } from './json.js';
import type { KnownSession, World } from './world.js';

/** Returns the code of the refusal that the documented rules require, or null if the request must be accepted. */
export type Verdict = ProblemCode | null;

type Row = Readonly<Record<string, unknown>>;

export function bodyVerdict(
  route: string,
  body: unknown,
  session: KnownSession | null,
  world: World,
): Verdict {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'VALIDATION_FAILED';
  const trimmed =
    'name' in body && typeof body.name === 'string' ? { ...body, name: body.name.trim() } : body;
  if (route.endsWith('/state')) return isState(body as Row) ? null : 'VALIDATION_FAILED';
  if (route.endsWith('/preview')) return isBatch(body as Row) ? null : 'VALIDATION_FAILED';
  if (!obeysSchema(route, trimmed) || !textsIn(trimmed).every(isSound)) return 'VALIDATION_FAILED';
  if (route === 'post /sessions') return sessionVerdict(trimmed as Row, world);
  if (route.endsWith('/trades')) return tradesVerdict((body as { trades: Row[] }).trades, session);
  return obeysRules(trimmed as Row) ? null : 'VALIDATION_FAILED';
}

const isState = ({ state, ...others }: Row): boolean =>
  typeof state === 'object' && state !== null && !Array.isArray(state) && Object.keys(others).length === 0;

const isBatch = ({ trades, ...others }: Row): boolean =>
  Array.isArray(trades) && trades.length >= 1 && trades.length <= 500 && Object.keys(others).length === 0;

/** Checks that an edit or a copy obeys the rules that no schema expresses. */
function obeysRules(body: Row): boolean {
  const isEnough = AMOUNT_FIELDS.every((field) => !(field in body) || Number(body[field]) >= MIN_AMOUNT);
  const zone = body['accountTimezone'];
  const { entryTime, exitTime } = body;
  const isOrderly =
    entryTime === undefined || exitTime === undefined || Number(exitTime) >= Number(entryTime);
  return isEnough && isOrderly && !hasTagTwice(body) && (typeof zone !== 'string' || isTimeZone(zone));
}

function obeysSchema(route: string, body: object): boolean {
  const schema = bodySchemaOf(route);
  // The body of a finish has no fields, so the document has no schema for it.
  if (route.endsWith('/finish')) return Object.keys(body).length === 0;
  const problems = schema ? (problemsOf(schema, body) as { instancePath: string; message: string }[]) : [];
  return problems.every(
    ({ instancePath, message }) =>
      (isTradeMinimum.test(instancePath) && message.startsWith('must be >=')) ||
      // A projectId that is not a UUID is the id of no project.
      (instancePath === '/projectId' && message.startsWith('must match format')),
  );
}

/**
 * Matches the paths of fields whose minimum is the setting TRADE_MINIMUM. The document states the default of this
 * setting, but the service under test has another value.
 */
const isTradeMinimum = new RegExp(`^(/trades/\\d+)?/(${AMOUNT_FIELDS.join('|')})$`);

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

const isSound = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

function sessionVerdict(body: Row, { projects, loose }: World): Verdict {
  for (const [start, end] of [
    ['rangeStart', 'rangeEnd'],
    ['randomSourceStart', 'randomSourceEnd'],
  ] as const) {
    const [from, to] = [body[start], body[end]];
    if (typeof from === 'number' && typeof to === 'number' && from >= to) return 'VALIDATION_FAILED';
  }
  if (typeof body['accountTimezone'] === 'string' && !isTimeZone(body['accountTimezone']))
    return 'VALIDATION_FAILED';
  if (hasTagTwice(body)) return 'VALIDATION_FAILED';
  const assets = (body['assets'] ?? [{}]) as Row[];
  if (!assets.every(hasMatchingPolicy) || hasTwins(assets, undefined)) return 'VALIDATION_FAILED';
  const projectId = textIn(body['projectId']).toLowerCase();
  if (loose.projects.some(({ id }) => id === projectId)) return null;
  const project = projects.find(({ id }) => id === projectId);
  if (!project) return 'PROJECT_NOT_FOUND';
  return hasTwins(assets, project.symbol) ? 'VALIDATION_FAILED' : null;
}

/** Tags are compared without white space at their ends. */
function hasTagTwice({ tags }: Row): boolean {
  const trimmed = ((tags ?? []) as string[]).map((tag) => tag.trim());
  return new Set(trimmed).size < trimmed.length;
}

const hasMatchingPolicy = ({ feed = 'venue-spot', contractPolicy }: Row): boolean => {
  const kind = (contractPolicy as Row | undefined)?.['kind'];
  return kind === undefined || (kind === 'spot') === (feed === 'venue-spot');
};

const hasTwins = (assets: readonly Row[], projectSymbol: string | undefined): boolean => {
  const markets = assets.map(
    ({ symbol = projectSymbol, feed = 'venue-spot' }) => `${textIn(symbol).toUpperCase()} ${textIn(feed)}`,
  );
  return new Set(markets).size < markets.length;
};

function isTimeZone(name: string): boolean {
  try {
    return (
      /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions() !== null
    );
  } catch {
    return false;
  }
}

function tradesVerdict(trades: readonly Row[], session: KnownSession | null): Verdict {
  const isOrderly = ({ entryTime, exitTime }: Row) => Number(exitTime) >= Number(entryTime);
  const isEnough = (trade: Row) => AMOUNT_FIELDS.every((field) => Number(trade[field]) >= MIN_AMOUNT);
  const ids = new Set(trades.map(({ clientId }) => clientId));
  if (
    !trades.every(isOrderly) ||
    !trades.every(isEnough) ||
    ids.size < trades.length ||
    trades.some(hasTagTwice)
  )
    return 'VALIDATION_FAILED';
  if (!session) return 'SESSION_NOT_FOUND';
  return trades.every((trade) => assetOf(trade, session) !== undefined) ? null : 'VALIDATION_FAILED';
}

/** Returns the asset of a trade; undefined if no asset matches, or more than one. */
export function assetOf({ symbol, feed }: Row, { answered: { assets } }: KnownSession) {
  if (symbol === undefined && feed === undefined) return assets[0];
  const matching = assets.filter(
    (asset) =>
      (symbol === undefined || asset.symbol === textIn(symbol).toUpperCase()) &&
      (feed === undefined || asset.feed === feed),
  );
  return matching.length === 1 ? matching[0] : undefined;
}

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Returns the possible error codes for a query, or an empty list if the query is valid. The service may report an
 * unknown session before a wrong cursor.
 */
export function queryProblems(route: string, query: string): ProblemCode[] {
  if (queryValues(route, query) !== null) return [];
  const others = query.replace(/(^|&)cursor=[^&]*/g, '');
  const isOfCursor = route.includes('/sessions/{id}') && queryValues(route, others) !== null;
  return isOfCursor ? ['VALIDATION_FAILED', 'SESSION_NOT_FOUND'] : ['VALIDATION_FAILED'];
}

/** Returns the values of a query by parameter, or null if it must be refused. */
export function queryValues(route: string, query: string): Readonly<Record<string, string | number>> | null {
  // The text after # is not part of a query.
  const given = parse(query.replace(/#.*/s, ''));
  const parameters = queryParametersOf(route);
  const known = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  const values: Record<string, string | number> = {};
  for (const [name, text] of Object.entries(given)) {
    const parameter = known.get(name);
    if (!parameter || typeof text !== 'string') return null;
    if (name === 'cursor' || !isSound(text)) return null;
    if (parameter.schema.type === 'array' || parameter.schema.format === 'uuid') {
      const ids = text.toLowerCase().split(',');
      const { maxItems = Infinity } = parameter.schema;
      if (
        ids.length > maxItems ||
        (maxItems < Infinity && (ids.includes('') || new Set(ids).size < ids.length))
      )
        return null;
      const { items } = parameter.schema;
      const isNumbers = items?.type === 'number' || items?.type === 'integer';
      const isItem = (item: string) =>
        JSON_NUMBER.test(item) && problemsOf(items!, Number(item)).length === 0;
      if (isNumbers && !ids.every(isItem)) return null;
      const { enum: words } = items ?? {};
      if (words && !text.split(',').every((word) => words.includes(word))) return null;
      values[name] = text;
      continue;
    }
    const isNumber = parameter.schema.type !== 'string';
    if (isNumber && !JSON_NUMBER.test(text)) return null;
    const value = isNumber ? Number(text) : name === 'tag' || name === 'notTag' ? text.trim() : text;
    if (typeof value === 'number' && !Number.isFinite(value)) return null;
    if (problemsOf(parameter.schema, value).length > 0) return null;
    values[name] = value;
  }
  const { from = -Infinity, to = Infinity, method, paths = 2_000, trades = 1 } = values;
  if ((method === 'shuffle' && 'trades' in values) || Number(paths) * Number(trades) > 20_000_000)
    return null;
  const at = Number(values['at'] ?? 0);
  if (at !== Math.min(at, Date.now())) return null;
  if ('risk' in values && 'notional' in values) return null;
  const { outcome, compare, breakEvenThreshold } = values;
  if (compare !== undefined && outcome !== undefined) return null;
  const isOfOutcome = /\/(excursions|exits|fills)$/.test(route);
  if (isOfOutcome && breakEvenThreshold !== undefined && outcome === undefined) return null;
  if ('riskPct' in values && values['basis'] !== 'risk') return null;
  // Lists of trades, lists of audit entries and slices of analyses accept a span that ends where it begins or before it
  // begins.
  return (from < to || /\/(trades|audit)$|\/analysis\//.test(route)) &&
    parameters.every(({ name, required }) => !required || name in values)
    ? values
    : null;
}
