import type { SessionDto } from '../../../src/sessions/session.dto.js';
import type { TradeDto } from '../../../src/trades/trade.dto.js';
import { problemsOf } from '../openapi-document.js';
import { Changing, UNKNOWN, type Watch } from './changing.js';
import type { Reply } from './client.js';
import { operationOf } from './documented.js';
import { projectEchoFlaws, tradeEchoFlaws } from './echo.js';
import { textIn } from './json.js';
import { listFlaws } from './loose-lists.js';
import type { SentTo } from './loose-target.js';
import type { Asked } from './plans.js';
import type { Resolved } from './resolve.js';
import { type World, addLooseProject, addLooseSession } from './world.js';

type Row = Readonly<Record<string, unknown>>;

const CREATED = new Set([
  'post /projects',
  'post /sessions',
  'post /sessions/{id}/trades',
  'post /sessions/{id}/copy',
]);

const statusOf = (route: string): number =>
  CREATED.has(route)
    ? 201
    : route.startsWith('delete ') && route !== 'delete /sessions/{id}/trades'
      ? 204
      : 200;

/** Ends all watches of a request, which has a response. */
export function settle({ loose, plan }: Resolved, isAccepted: boolean): void {
  if (!loose) return;
  const { project, session, trade } = loose;
  if (loose.ofProject) (project ?? session?.project)?.fields.settle(loose.ofProject, isAccepted);
  if (loose.ofSession) session?.fields.settle(loose.ofSession, isAccepted);
  if (loose.ofState) session?.state.settle(loose.ofState, isAccepted);
  if (loose.ofTrade) trade?.settle(loose.ofTrade, isAccepted);
  if (session && plan.kind === 'asked' && plan.route === 'delete /sessions/{id}/trades')
    session.clearing.inFlight -= 1;
}

/**
 * Returns the flaws of the response to an accepted request, and records the content of the response. Other requests
 * change the resource of this request at the same time.
 */
export function looseFlaws(
  plan: Asked,
  resolved: Resolved,
  body: unknown,
  reply: Reply,
  world: World,
): string[] {
  const { route } = plan;
  settle(resolved, true);
  if (reply.status !== statusOf(route)) return [`a ${reply.status}`];
  const sentTo = resolved.loose!;
  if (reply.status === 204) return removed(route, sentTo, reply);
  if (/\/(export|report)$/.test(route)) return [];
  const answer = JSON.parse(reply.body.toString()) as Row;
  const schema = operationOf(route).responses[reply.status]?.content?.['application/json'].schema;
  const problems = schema ? problemsOf(schema, answer) : ['undocumented'];
  if (problems.length > 0) return [`not as documented: ${JSON.stringify(problems).slice(0, 500)}`];
  return contentFlaws(plan, sentTo, (body ?? {}) as Row, answer, reply, world);
}

function removed(route: string, { project, session, trade }: SentTo, { body }: Reply): string[] {
  const it = route.includes('{tradeId}')
    ? trade
    : route.includes('/projects/')
      ? project?.fields
      : session?.fields;
  if (!it) return ['nothing of ours was removed'];
  const flaws = it.removed && !route.includes('{tradeId}') ? ['removed twice'] : [];
  it.removed = true;
  return body.length > 0 ? [...flaws, 'a 204 with a body'] : flaws;
}

function contentFlaws(
  plan: Asked,
  sentTo: SentTo,
  body: Row,
  answer: Row,
  reply: Reply,
  world: World,
): string[] {
  const { project, session, trade, ofProject, ofSession, ofTrade } = sentTo;
  const answered = answer as { session: SessionDto & { tags?: string[]; summary?: { tradeCount: number } } };
  switch (plan.route) {
    case 'post /projects':
      addLooseProject(world, answer['project'] as never);
      return projectEchoFlaws(body, answer['project'] as never);
    case 'post /sessions': {
      const tags = ((body['tags'] ?? []) as string[]).map((tag) => tag.trim());
      addLooseSession(world, answered.session, { tags });
      return answered.session.name === textIn(body['name']).trim() ? [] : ['another name than was sent'];
    }
    case 'post /sessions/{id}/copy':
      addLooseSession(world, answered.session, { isCopy: true, tags: answered.session.tags! });
      return answered.session.status === 'active' ? [] : ['a copy that is not active'];
    case 'get /projects/{id}':
    case 'patch /projects/{id}':
      return project!.fields.flaws(answer['project'] as object, ofProject!);
    case 'get /sessions/{id}':
    case 'get /sessions/{id}/record':
    case 'patch /sessions/{id}':
      return [
        ...session!.fields.flaws(answered.session, ofSession!),
        ...statusFlaws(answered.session, sentTo),
        ...(answer['project'] && session!.project && ofProject
          ? session!.project.fields.flaws(answer['project'], ofProject)
          : []),
      ];
    case 'post /sessions/{id}/finish':
      session!.known.endedAt = answered.session.endedAt;
      return statusFlaws(answered.session, { ...sentTo, wasFinished: true });
    case 'post /sessions/{id}/trades':
      return ingested(sentTo, body['trades'] as Row[], answer as never);
    case 'get /sessions/{id}/trades/{tradeId}':
      return trade!.flaws(answer['trade'] as object, ofTrade!);
    case 'patch /sessions/{id}/trades/{tradeId}':
      return [
        ...trade!.flaws(answer['trade'] as object, ofTrade!),
        ...new Changing(sentTo.costs).flaws(answer['trade'] as object, NOTHING),
      ];
    case 'delete /sessions/{id}/trades':
      for (const one of sentTo.knownTrades) one.removed = true;
      return [];
    case 'get /sessions/{id}/state':
    case 'put /sessions/{id}/state':
      return stateFlaws(plan, sentTo, answer, reply);
    case 'post /sessions/{id}/trades/preview':
      return previewFlaws(body['trades'] as unknown[], answer as never);
    case 'get /sessions':
    case 'get /sessions/{id}/trades':
      return listFlaws(plan, sentTo, answer);
    default:
      return [];
  }
}

const NOTHING: Watch = { wasRemoved: false, change: null, isAlone: false, begun: 0 };

function statusFlaws({ status, endedAt }: SessionDto, { session, wasFinished }: SentTo): string[] {
  const isPossible =
    status === 'finished' ? session!.known.finishSent && endedAt !== null : !wasFinished && endedAt === null;
  return isPossible ? [] : [`status ${status}, endedAt ${endedAt}`];
}

/** Records the trades of an ingest. A trade may be gone if it is deleted while the response is being sent. */
function ingested(
  { session, wasClearing, clearsBegun }: SentTo,
  rows: readonly Row[],
  { inserted, trades }: { inserted: number; trades: TradeDto[] },
): string[] {
  const { known, clearing } = session!;
  const flaws = inserted === rows.length && trades.length === rows.length ? [] : [`inserted is ${inserted}`];
  for (const [i, row] of rows.entries()) {
    const answered = trades[i]!;
    flaws.push(...tradeEchoFlaws(row, answered, known));
    const {
      feesPaid: _,
      spreadPaid: __,
      slippagePaid: ___,
      plGross: ____,
      plNet: _____,
      ...fields
    } = answered;
    const { plPct: ______, rMultiple: _______, ...lasting } = fields;
    const tags = ((row['tags'] ?? []) as string[]).map((tag) => tag.trim());
    const { clientId, positionId = null } = row;
    const trade = new Changing({
      ...lasting,
      clientId,
      positionId,
      pointValue: UNKNOWN,
      secondLook: UNKNOWN,
      tags,
    });
    trade.removalSent = wasClearing || clearing.begun > clearsBegun;
    session!.trades.set(answered.id, trade);
  }
  return flaws;
}

function stateFlaws(
  { route, precondition }: Asked,
  sentTo: SentTo,
  answer: Row,
  { headers }: Reply,
): string[] {
  const { session, ofState } = sentTo;
  const etag = headers.etag ?? '';
  const flaws = /^"\d+"$/.test(etag) ? [] : [`the ETag ${etag}`];
  session!.etag = etag;
  if (route.startsWith('get')) return [...flaws, ...session!.state.flaws(answer, ofState!)];
  if (precondition === 'nothing' && etag !== '"1"') flaws.push(`put anew as ${etag}`);
  if (session!.replaced.has(etag)) flaws.push(`two states with the ETag ${etag}`);
  session!.replaced.add(etag);
  return flaws;
}

function previewFlaws(
  rows: readonly unknown[],
  { verdicts, counts }: { verdicts: { index: number }[]; counts: Readonly<Record<string, number>> },
): string[] {
  const sum = Object.values(counts).reduce((one, other) => one + other, 0);
  return verdicts.length === rows.length &&
    sum === rows.length &&
    verdicts.every(({ index }, i) => index === i)
    ? []
    : [`${verdicts.length} verdicts and counts of ${sum} for ${rows.length} rows`];
}
