import { shapeProblem } from '../../../src/platform/http/json-shape.js';
import type { ProblemCode } from '../../../src/shared/problems/problem.js';
import type { Changing, Watch } from './changing.js';
import type { SentTo } from './loose-target.js';
import type { Effect } from './request-variations.js';
import type { Asked } from './plans.js';
import { LARGEST_BODY, MALFORMED } from './read-body.js';
import type { Resolved } from './resolve.js';
import { bodyVerdict, queryProblems } from './verdict.js';
import type { World } from './world.js';

type Row = Readonly<Record<string, unknown>>;

const STATE = 'put /sessions/{id}/state';
const TRADE = '/sessions/{id}/trades/{tradeId}';

/** Returns the possible outcomes of a request for a resource that other requests change and delete at the same time. */
export function looseEffects(plan: Asked, { sent, loose }: Resolved, body: unknown, world: World): Effect[] {
  const { route, id, trade } = plan;
  const isOdd =
    (route.includes('{id}') && id.kind === 'odd') || (route.includes('{tradeId}') && trade.kind === 'odd');
  const odd: Effect[] = isOdd ? ['NOT_FOUND'] : [];
  const wrong = wrongInItself(plan, sent.text, body, loose!, world);
  if (wrong.length > 0 && !wrong.includes('none')) return [...wrong, ...odd];
  const stands = standing(plan, loose!, body);
  return [...wrong.filter((effect) => effect !== 'none'), ...odd, ...stands];
}

/**
 * Returns the problems of the request itself, regardless of the resource. `none` in the list means that the request may
 * be valid.
 */
function wrongInItself(
  { route, query, body: { kind } }: Asked,
  text: string,
  body: unknown,
  { session }: SentTo,
  world: World,
): Effect[] {
  const hasBody = /^(post|put|patch) /.test(route);
  if (hasBody && Buffer.byteLength(text) > LARGEST_BODY) return ['PAYLOAD_TOO_LARGE'];
  // A body that is too large or too deep is refused before it is parsed. Duplicate names are refused afterwards.
  if (route === STATE && kind !== 'none' && kind !== 'fields')
    return ['none', 'PAYLOAD_TOO_LARGE', 'VALIDATION_FAILED', 'MALFORMED_JSON'];
  if (hasBody && body === MALFORMED) return ['MALFORMED_JSON'];
  const ofShape: Effect[] =
    hasBody && (route === STATE ? /"state"[^]*"state"/.test(text) : shapeProblem(Buffer.from(text)))
      ? ['VALIDATION_FAILED']
      : [];
  const ofTarget: (ProblemCode | null)[] = ['SESSION_NOT_FOUND', 'PROJECT_NOT_FOUND'];
  const ofQuery = queryProblems(route, query);
  if (ofQuery.length > 0) return ofQuery;
  if (!hasBody) return ofShape.length > 0 ? ['none', ...ofShape] : [];
  const verdict = bodyVerdict(route, body, session?.known ?? null, world);
  if (verdict !== null && !ofTarget.includes(verdict)) return [verdict, ...ofShape];
  const { withTrades: _, costs: __, ...overrides } = body as Row;
  const dependsOnOriginal = Object.keys(overrides).some((field) =>
    /^(assets|projectId|range|random)/.test(field),
  );
  if (route.endsWith('/copy') && dependsOnOriginal)
    return ['none', ...ofShape, 'VALIDATION_FAILED', 'PROJECT_NOT_FOUND'];
  return ofShape.length > 0 ? ['none', ...ofShape] : [];
}

/** Returns the possible outcomes that follow from the state of the resource. */
function standing(plan: Asked, sentTo: SentTo, body: unknown): Effect[] {
  const { route } = plan;
  const { project, session, trade, ofProject, ofSession, ofTrade } = sentTo;
  const effects: Effect[] = [];
  if (route.includes('/projects/{id}') || route === 'post /sessions') {
    const gone = goneOr('PROJECT_NOT_FOUND', project?.fields ?? null, ofProject);
    if (!gone.includes('none')) return gone;
    effects.push(...gone.filter((effect) => effect !== 'none'));
  }
  if (route.includes('/sessions/{id}')) {
    const gone = goneOr('SESSION_NOT_FOUND', session?.fields ?? null, ofSession);
    if (!gone.includes('none')) return gone;
    effects.push(...gone.filter((effect) => effect !== 'none'));
  }
  if (route.includes('{tradeId}')) {
    const gone = goneOr('TRADE_NOT_FOUND', trade, ofTrade);
    if (!gone.includes('none')) return [...effects, ...gone];
    effects.push(...gone.filter((effect) => effect !== 'none'));
  }
  return [...effects, ...ofRoute(plan, sentTo, body)];
}

/**
 * Returns the code if the resource was removed, and `none` if no removal was sent. Otherwise both outcomes are
 * possible.
 */
function goneOr(code: ProblemCode, it: Changing | null, watch: Watch | null): Effect[] {
  if (!it || watch?.wasRemoved) return [code];
  return it.removalSent ? ['none', code] : ['none'];
}

function ofRoute({ route, query }: Asked, sentTo: SentTo, body: unknown): Effect[] {
  const { session, trade, project } = sentTo;
  switch (route) {
    case 'delete /projects/{id}':
      if (sentTo.sessionsThere.some(({ fields }) => !fields.removalSent)) return ['PROJECT_NOT_EMPTY'];
      return project?.isUsed ? ['none', 'PROJECT_NOT_EMPTY'] : ['none'];
    case 'get /projects/{id}/comparison':
      return ['none', 'SESSION_NOT_FOUND'];
    case 'get /sessions':
      return query.includes('projectId=') ? ['none', 'PROJECT_NOT_FOUND'] : ['none'];
    case 'get /sessions/{id}/report':
    case 'get /sessions/{id}/trades/export':
      return ['none', 'SESSION_CHANGED'];
    case STATE:
      return ['none', 'STATE_CHANGED'];
    case 'delete /sessions/{id}/trades':
    case `delete ${TRADE}`:
    case 'post /sessions/{id}/trades':
      return unlessFinished(sentTo);
    case `patch ${TRADE}`:
      return editEffects(sentTo, trade!, body as Row);
    case 'patch /sessions/{id}':
      return orderEffects(
        session!.fields,
        body as Row,
        'rangeStart',
        'rangeEnd',
        (start, end) => start < end,
      );
    default:
      return ['none'];
  }
}

function unlessFinished({ session, wasFinished }: SentTo): Effect[] {
  if (wasFinished) return ['SESSION_FINISHED'];
  return session!.known.finishSent ? ['none', 'SESSION_FINISHED'] : ['none'];
}

function editEffects(sentTo: SentTo, trade: Changing, body: Row): Effect[] {
  const ofTimes = orderEffects(trade, body, 'entryTime', 'exitTime', (entry, exit) => entry <= exit);
  const isOfFigures = Object.keys(body).some((field) => field !== 'note' && field !== 'tags');
  return isOfFigures && sentTo.session!.known.finishSent ? [...ofTimes, 'SESSION_FINISHED'] : ofTimes;
}

/** Returns the possible outcomes of an edit of two bounds that must be in order. */
function orderEffects(
  it: Changing,
  body: Row,
  start: string,
  end: string,
  isOrderly: (start: number, end: number) => boolean,
): Effect[] {
  const sent = (field: string) => (body[field] === undefined ? it.valuesOf(field) : [body[field]]);
  if (body[start] === undefined && body[end] === undefined) return ['none'];
  const outcomes = new Set(
    sent(start).flatMap((from) =>
      sent(end).map((to) => typeof from !== 'number' || typeof to !== 'number' || isOrderly(from, to)),
    ),
  );
  return [
    ...(outcomes.has(true) ? (['none'] as const) : []),
    ...(outcomes.has(false) ? (['VALIDATION_FAILED'] as const) : []),
  ];
}
