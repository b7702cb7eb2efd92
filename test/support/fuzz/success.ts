import { isDeepStrictEqual } from 'node:util';
import type { ProjectDto } from '../../../src/projects/project.dto.js';
import type { SessionDto } from '../../../src/sessions/session.dto.js';
import type { IngestAnswer } from '../../../src/trades/trade.dto.js';
import { problemsOf } from '../openapi-document.js';
import { asOfFlaws, candleFlaws, rangeFlaws, seriesFlaws } from './candle-bars.js';
import type { Reply } from './client.js';
import { operationOf } from './documented.js';
import { projectEchoFlaws, sessionEchoFlaws, tradeEchoFlaws } from './echo.js';
import { textIn } from './json.js';
import { looseFlaws } from './loose-success.js';
import type { Asked } from './plans.js';
import type { Resolved } from './resolve.js';
import { queryValues } from './verdict.js';
import { type KnownSession, type World, addSession } from './world.js';

type Row = Readonly<Record<string, unknown>>;

const STATUS: Readonly<Record<string, number>> = {
  'post /projects': 201,
  'post /sessions': 201,
  'post /sessions/{id}/trades': 201,
};

/** Returns the flaws of the response to an accepted request, and records its content. */
export function acceptedFlaws(
  plan: Asked,
  resolved: Resolved,
  body: unknown,
  reply: Reply,
  world: World,
): string[] {
  const { route } = plan;
  const { status } = reply;
  if (plan.isLoose) return looseFlaws(plan, resolved, body, reply, world);
  if (status !== (STATUS[route] ?? 200)) return [`a ${status}`];
  if (route === 'get /metrics')
    return reply.body.includes('http_request_duration_seconds') ? [] : ['no metrics'];
  if (route === 'get /audit' && reply.body.toString('utf8', 0, 8) === 'id,time,') return [];
  const answer = JSON.parse(reply.body.toString()) as Row;
  const schema = operationOf(route).responses[status]?.content?.['application/json'].schema;
  const problems = schema ? problemsOf(schema, answer) : ['undocumented'];
  if (problems.length > 0) return [`not as documented: ${JSON.stringify(problems).slice(0, 500)}`];
  return contentFlaws(plan, resolved, (body ?? {}) as Row, answer, world);
}

function contentFlaws(
  { route, query }: Asked,
  { session, sent, wasFinished }: Resolved,
  body: Row,
  answer: Row,
  world: World,
): string[] {
  switch (route) {
    case 'post /projects': {
      const { project } = answer as { project: ProjectDto };
      world.projects.push(project);
      return [...clockFlaws(project.createdAt), ...projectEchoFlaws(body, project)];
    }
    case 'post /sessions': {
      const created = (answer as { session: SessionDto }).session;
      addSession(world, created);
      return [...clockFlaws(created.createdAt), ...sessionEchoFlaws(body, created, world)];
    }
    case 'post /sessions/{id}/trades':
      return session ? ingestFlaws(session, sent.text, body, answer as never) : ['no session of ours'];
    case 'post /sessions/{id}/finish':
      return session ? finishFlaws(session, answer as never) : ['no session of ours'];
    case 'get /sessions/{id}':
      return session ? sessionFlaws(session, answer as never, world, wasFinished) : ['no session of ours'];
    case 'get /candles':
      return candleFlaws(queryValues(route, query) ?? {}, answer as never);
    case 'get /candles/range':
      return rangeFlaws(queryValues(route, query) ?? {}, answer as never);
    case 'get /candles/as-of':
      return asOfFlaws(queryValues(route, query) ?? {}, answer as never);
    case 'get /candles/series':
      return seriesFlaws(queryValues(route, query) ?? {}, answer as never);
    default:
      return [];
  }
}

/** Time at which this process started, before it sent any request. */
const STARTED = Date.now();

export const clockFlaws = (createdAt: number): string[] =>
  createdAt === Math.min(Math.max(createdAt, STARTED), Date.now()) ? [] : [`createdAt is ${createdAt}`];

/** @param isRepeat true if the batch was accepted before */
export function ingestFlaws(
  session: KnownSession,
  text: string,
  body: Row,
  { inserted, trades }: IngestAnswer,
  isRepeat = false,
): string[] {
  const rows = body['trades'] as Row[];
  if (trades.length !== rows.length) return [`${trades.length} trades for ${rows.length}`];
  const isFirst = !isRepeat && rows.every(({ clientId }) => session.sent.get(textIn(clientId)) === 1);
  const flaws =
    isFirst && inserted !== rows.length ? [`inserted is ${inserted} of ${rows.length} new rows`] : [];
  for (const [i, row] of rows.entries()) {
    const trade = trades[i]!;
    flaws.push(...tradeEchoFlaws(row, trade, session));
    const known = session.trades.get(textIn(row['clientId']));
    if (known && !isDeepStrictEqual(known, trade)) flaws.push('another trade than was answered before');
    session.trades.set(textIn(row['clientId']), trade);
  }
  session.batches.push({ text, trades });
  return flaws;
}

function finishFlaws(session: KnownSession, { session: answered }: { session: SessionDto }): string[] {
  const { endedAt } = answered;
  if (answered.status !== 'finished' || endedAt === null) return ['a session that is not finished'];
  if (session.endedAt !== null && session.endedAt !== endedAt) return ['another endedAt than before'];
  session.endedAt = endedAt;
  return [];
}

export function sessionFlaws(
  { answered, finishSent }: KnownSession,
  answer: { session: SessionDto; project: ProjectDto },
  { projects }: World,
  wasFinished: boolean,
): string[] {
  const { status, endedAt: ended, updatedAt, ...rest } = answer.session;
  const { status: _, endedAt: __, updatedAt: ___, ...expected } = answered;
  const project = projects.find(({ id }) => id === answered.projectId);
  const isFinished = status === 'finished' && ended !== null && updatedAt === ended && finishSent;
  const isActive = status === 'active' && ended === null && updatedAt === answered.createdAt && !wasFinished;
  return [
    ...(isDeepStrictEqual(rest, expected) ? [] : ['another session than was answered before']),
    ...(isDeepStrictEqual(answer.project, project) ? [] : ['another project than was answered before']),
    ...(isFinished || isActive ? [] : [`status ${status}, endedAt ${ended}`]),
  ];
}
