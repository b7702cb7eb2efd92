import { METHODS } from 'node:http';
import { shapeProblem } from '../../../src/platform/http/json-shape.js';
import { PROBLEM_STATUS, type ProblemCode } from '../../../src/shared/problems/problem.js';
import { problemsOf } from '../openapi-document.js';
import { type Reply } from './client.js';
import { operationOf } from './documented.js';
import type { Effect } from './request-variations.js';
import { ANSWERED } from './paths.js';
import type { Asked } from './plans.js';
import { problemFlaws } from './problem-flaws.js';
import { looseEffects } from './loose-effects.js';
import { LARGEST_BODY, MALFORMED, readBody } from './read-body.js';
import type { Resolved, Sent } from './resolve.js';
import { settle } from './loose-success.js';
import { acceptedFlaws } from './success.js';
import { bodyVerdict, queryProblems } from './verdict.js';
import type { World } from './world.js';

const MAX_HEAD_BYTES = 16_384;
const SANE_REQUEST_ID = /^[\w.:=+/-]{1,128}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the flaws of a response, and records accepted requests in the world. */
export function flawsOf(resolved: Resolved, reply: Reply, world: World): string[] {
  const { plan, sent } = resolved;
  const common = commonFlaws(sent, reply);
  if (common.length > 0) return common;
  if (plan.kind === 'strayed') return strayedFlaws(sent, reply);
  const body = readBody(sent.text);
  const effects = effectsOf(plan, resolved, body, world);
  const accepted = reply.status < 300 ? acceptedFlaws(plan, resolved, body, reply, world) : [];
  if (reply.status >= 300) settle(resolved, false);
  return [...askedFlaws(plan, reply, effects), ...accepted];
}

function commonFlaws(sent: Sent, reply: Reply): string[] {
  const { status, headers } = reply;
  const flaws: string[] = [];
  if (status >= 500) flaws.push(`a ${status}`);
  if (headers['x-powered-by'] !== undefined || headers['server'] !== undefined)
    flaws.push('says what it is made of');
  if (status >= 400 && sent.method !== 'HEAD') flaws.push(...problemFlaws(reply, sent));
  if (sent.method === 'HEAD' && reply.body.length > 0) flaws.push('a body for HEAD');
  const id = String(headers['x-request-id'] ?? '');
  const given = sent.headers
    .filter(([name]) => name.toLowerCase() === 'x-request-id')
    .map(([, value]) => value);
  const isRead = !isRefusedByParser(reply);
  if (isRead && given.length === 1 && SANE_REQUEST_ID.test(given[0] ?? '')) {
    if (id !== given[0]) flaws.push('another request id than was sent');
  } else if (!UUID.test(id)) flaws.push(`the request id ${JSON.stringify(id)}`);
  return flaws;
}

/** Returns whether the parser has refused the request, before the service could read its id. */
const isRefusedByParser = ({ body }: Reply): boolean =>
  /"code":"HEADERS_TOO_LARGE"|"message":"request is not valid HTTP/.test(body.toString());

function strayedFlaws({ method, path }: Sent, { status, headers, body }: Reply): string[] {
  if (path.length > MAX_HEAD_BYTES) return status === 431 ? [] : [`a ${status} for an endless path`];
  // Node.js itself refuses characters that are not ASCII.
  if (/[^\x21-\x7e]/.test(path)) return status === 400 ? [] : [`a ${status} for a path that is none`];
  if (method === 'OPTIONS') return status === 204 && body.length === 0 ? [] : [`a ${status} for OPTIONS`];
  if (status === 405) {
    const allowed = String(headers['allow']).split(', ');
    const isSound =
      allowed.length > 0 && allowed.every((one) => METHODS.includes(one)) && !allowed.includes(method);
    return isSound ? [] : [`Allow: ${headers['allow']}`];
  }
  const isAnswer = status < 400;
  if (isAnswer && !(ANSWERED.test(path) && (method === 'GET' || method === 'HEAD')))
    return [`a ${status} at ${path}`];
  return isAnswer || [400, 404, 415].includes(status) ? [] : [`a ${status}`];
}

/** Returns all outcomes that the documented rules allow for a request. */
function effectsOf(plan: Asked, resolved: Resolved, body: unknown, world: World): Effect[] {
  const { sent, variation, session } = resolved;
  if (headBytes(sent) > MAX_HEAD_BYTES) return ['HEADERS_TOO_LARGE'];
  const isPublic = plan.route.startsWith('get /health/');
  const hasBody = sent.text !== '' && sent.method !== 'GET';
  const applies = variation !== null && (hasBody || !variation.ofBody);
  const odd = (applies ? variation.effect : ['none' as const]).map((effect) =>
    isPublic && effect === 'UNAUTHORIZED' ? 'none' : effect,
  );
  const ordinary = plan.isLoose
    ? looseEffects(plan, resolved, body, world)
    : ordinaryEffects(plan, sent, body, session, world);
  const others = odd.filter((effect) => effect !== 'none');
  return odd.includes('none') ? [...others, ...ordinary] : others;
}

const headBytes = ({ method, path, headers }: Sent): number =>
  headers.reduce(
    (sum, [name, value]) => sum + name.length + value.length + 4,
    method.length + path.length + 13,
  );

function ordinaryEffects(
  plan: Asked,
  { text }: Sent,
  body: unknown,
  session: Resolved['session'],
  world: World,
): Effect[] {
  const { route, id, query } = plan;
  const isPost = route.startsWith('post');
  const isOdd = route.includes('{id}') && id.kind === 'odd';
  const unknownId: Effect[] = isOdd ? ['NOT_FOUND', 'SESSION_NOT_FOUND'] : ['SESSION_NOT_FOUND'];
  const ofQuery = route.startsWith('get /health') ? [] : queryProblems(route, query);
  const first = [
    isPost && Buffer.byteLength(text) > LARGEST_BODY ? ('PAYLOAD_TOO_LARGE' as const) : null,
    isPost && body === MALFORMED ? ('MALFORMED_JSON' as const) : null,
    ofQuery[0] ?? null,
    isPost && body !== MALFORMED ? bodyVerdict(route, body, session, world) : null,
  ].find((code) => code !== null);
  // The shape is checked in the text, because the JSON parser keeps only the second of two fields with the same name.
  const ofShape: Effect[] = isPost && shapeProblem(Buffer.from(text)) ? ['VALIDATION_FAILED'] : [];
  if (first !== undefined && first !== 'SESSION_NOT_FOUND')
    return [first, ...ofQuery, ...ofShape, ...(isOdd ? ['NOT_FOUND' as const] : [])];
  if (route.includes('{id}') && !session) return [...unknownId, ...ofShape];
  const isConflict = route.endsWith('/trades') && session !== null;
  return ['none', ...ofShape, ...(isConflict ? conflicts(body, session) : [])];
}

function conflicts(body: unknown, session: NonNullable<Resolved['session']>): ProblemCode[] {
  const { trades } = body as { trades: { clientId: string }[] };
  const isRepeated = trades.some(({ clientId }) => (session.sent.get(clientId) ?? 0) > 1);
  return [
    ...(session.finishSent ? (['SESSION_FINISHED'] as const) : []),
    ...(isRepeated ? (['CLIENT_ID_CONFLICT'] as const) : []),
  ];
}

function askedFlaws({ route }: Asked, reply: Reply, effects: readonly Effect[]): string[] {
  const { status } = reply;
  const wanted = effects.join(' or ');
  if (status < 300) return effects.includes('none') ? [] : [`accepted, although ${wanted}`];
  if (status < 400) return effects.includes(status) ? [] : [`a bare ${status} instead of ${wanted}`];
  const problem = JSON.parse(reply.body.toString()) as { code: ProblemCode };
  if (!effects.includes(problem.code)) return [`${problem.code} instead of ${wanted}`];
  return undocumented(route, problem);
}

/** Codes of errors for requests that reach no route. The document describes these codes once for all routes. */
const ANYWHERE = new Set<ProblemCode>([
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'EXPECTATION_FAILED',
  'UNKNOWN_HOST',
  'HEADERS_TOO_LARGE',
]);

function undocumented(route: string, problem: { code: ProblemCode }): string[] {
  if (ANYWHERE.has(problem.code)) return [];
  const content = operationOf(route).responses[PROBLEM_STATUS[problem.code]]?.content;
  if (!content) return [`${problem.code} is not documented`];
  const problems = problemsOf(content['application/json'].schema, problem);
  return problems.length === 0 ? [] : [`not as documented: ${JSON.stringify(problems).slice(0, 500)}`];
}
