import { A_PROJECT, ITS_SESSIONS } from './documented.js';
import { clientIdsIn, fitting, looseSession, textAgain } from './fitting.js';
import { hugeText } from './huge.js';
import type { IdPlan } from './id-plans.js';
import { apply, toJson, write } from './json.js';
import { type SentTo, looseTarget, noteSentTo } from './loose-target.js';
import { REQUEST_VARIATIONS, SECRET, type RequestVariation } from './request-variations.js';
import type { Asked, Plan } from './plans.js';
import { readBody } from './read-body.js';
import { type KnownSession, type LooseProject, type LooseSession, type World, noteSent } from './world.js';

/** A request as sent over the network. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | null;
  /** The body before compression. */
  readonly text: string;
}

/** A request, and what is known about its outcome before it is sent. */
export interface Resolved {
  readonly plan: Plan;
  readonly sent: Sent;
  readonly session: KnownSession | null;
  /** True if the session is known to be finished. */
  readonly wasFinished: boolean;
  readonly variation: RequestVariation | null;
  /** The changing resources of the request, as they were when it was sent. */
  readonly loose: SentTo | null;
}

export function resolve(plan: Plan, world: World): Resolved {
  if (plan.kind === 'strayed') {
    const sent = toSent(plan.method, plan.path, plan.body === '' ? null : plan.body, null, world);
    return { plan, sent, session: null, wasFinished: false, variation: null, loose: null };
  }
  if (plan.isLoose) return resolveLoose(plan, world);
  const session = sessionOf(plan, world);
  const [method = '', template = ''] = plan.route.split(' ');
  const path = template.replace('{id}', () => idText(plan.id, session, world));
  const text = textOf(plan, session, world);
  const variation = REQUEST_VARIATIONS[plan.variation] ?? null;
  if (session) noteSent(session, clientIdsIn(text));
  const wasFinished = session !== null && session.endedAt !== null;
  if (session && plan.route.endsWith('/finish')) session.finishSent = true;
  const target = plan.query === '' ? path : `${path}?${plan.query}`;
  const sent = toSent(method.toUpperCase(), target, text, variation, world);
  return { plan, sent, session, wasFinished, variation, loose: null };
}

function resolveLoose(plan: Asked, world: World): Resolved {
  const { route, id } = plan;
  const target = looseTarget(plan, world);
  const { project, session: found, tradeId } = target;
  const session = found?.known ?? null;
  const [method = '', template = ''] = route.split(' ');
  const named = project?.id ?? session?.answered.id ?? world.foreignSession;
  const path = template.replace('{id}', () => idTextOf(id, named, world)).replace('{tradeId}', () => tradeId);
  const text = textOf(plan, session, world, project?.id);
  const variation = REQUEST_VARIATIONS[plan.variation] ?? null;
  if (session && template.endsWith('/trades') && method === 'post') noteSent(session, clientIdsIn(text));
  const loose = noteSentTo(plan, target, readBody(text ?? ''), world);
  const query = plan.query
    .replaceAll(encodeURIComponent(A_PROJECT), () => namedProject(plan, world))
    .replaceAll(encodeURIComponent(ITS_SESSIONS), () => sessionsOf(project, world));
  const url = query === '' ? path : `${path}?${query}`;
  const sent = toSent(method.toUpperCase(), url, text, variation, world);
  const headers = [...sent.headers, ...preconditionOf(plan, found)];
  return {
    plan: { ...plan, query },
    sent: { ...sent, headers },
    session,
    wasFinished: loose.wasFinished,
    variation,
    loose,
  };
}

function namedProject({ id }: Asked, { projects, loose }: World): string {
  const index = id.kind === 'known' ? id.index : 0;
  const ids = [...projects, ...loose.projects].map((project) => project.id);
  return ids[index % Math.max(1, ids.length)] ?? '';
}

/** Returns the ids of some sessions of the project, or an id that does not exist. */
function sessionsOf(project: LooseProject | null, { loose }: World): string {
  const ids = loose.sessions.filter((one) => one.project === project).map(({ known }) => known.answered.id);
  return ids.length === 0 ? NO_ID : ids.slice(-20).join(',');
}

const NO_ID = '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a';

function preconditionOf(
  { route, precondition }: Asked,
  session: LooseSession | null,
): (readonly [string, string])[] {
  if (route !== 'put /sessions/{id}/state' || precondition === 'none') return [];
  return precondition === 'nothing' ? [['if-none-match', '*']] : [['if-match', session?.etag ?? '"0"']];
}

/**
 * Selects a session for a request. Half of the sessions never get a finish, so that most batches reach an active
 * session.
 */
function sessionOf({ route, id }: Asked, { sessions }: World): KnownSession | null {
  if (!route.includes('{id}') || id.kind !== 'known') return null;
  const kept = sessions.filter((_, i) => i % 2 === 0);
  const others = sessions.filter((_, i) => i % 2 === 1);
  const pool = route.endsWith('/finish')
    ? others
    : route.endsWith('/trades') && id.index % 8
      ? kept
      : sessions;
  return pool[id.index % pool.length] ?? null;
}

const idText = (id: IdPlan, session: KnownSession | null, world: World): string =>
  idTextOf(id, session?.answered.id ?? '', world);

function idTextOf(id: IdPlan, text: string, world: World): string {
  if (id.kind === 'foreign') return world.foreignSession;
  if (id.kind === 'odd') return id.text;
  if (id.as === 'upper') return text.toUpperCase();
  return id.as === 'encoded' ? text.replace(/^./, (first) => `%${first.charCodeAt(0).toString(16)}`) : text;
}

function textOf(
  { route, body, id }: Asked,
  session: KnownSession | null,
  world: World,
  projectId?: string,
): string | null {
  if (body.kind === 'none') return null;
  if (body.kind === 'text') return Buffer.from(body.text).toString();
  if (body.kind === 'huge') return hugeText(body.what);
  if (body.kind === 'again') return textAgain(body, session);
  const fields =
    projectId !== undefined && route === 'post /sessions'
      ? looseSession(body.fields, projectId)
      : fitting(route, body, id.kind === 'known' ? id.index : 0, session, world);
  return write(
    body.edits.reduce((json, edit) => apply(edit, json), toJson(fields)),
    body.spelling,
  );
}

function toSent(
  method: string,
  path: string,
  text: string | null,
  variation: RequestVariation | null,
  { secret }: World,
): Sent {
  const plain = text === null ? null : Buffer.from(text);
  const body = plain && (variation?.pack?.(plain) ?? plain);
  const usual: (readonly [string, string])[] = [
    ['host', 'localhost'],
    ['x-api-key', secret],
    ...(body
      ? ([
          ['content-type', 'application/json'],
          ['content-length', String(body.length)],
        ] as const)
      : []),
  ];
  const applies = variation !== null && (body !== null || !variation.ofBody);
  const own = applies ? (variation.headers ?? []) : [];
  const replaced = new Set(own.map(([name]) => name));
  const headers = [
    ...usual.filter(([name]) => !replaced.has(name)),
    ...own.filter((pair): pair is readonly [string, string] => pair[1] !== null),
    ...(applies ? (variation.more ?? []) : []),
  ].map(([name, value]) => [name, value.replaceAll(SECRET, secret)] as const);
  return { method, path, headers, body, text: text ?? '' };
}
