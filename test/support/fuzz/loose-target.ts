import type { Asked } from './plans.js';
import { bodyVerdict } from './verdict.js';
import { type Changing, UNKNOWN, type Watch } from './changing.js';
import type { LooseProject, LooseSession, World } from './world.js';

type Row = Readonly<Record<string, unknown>>;

/** The resources of a request. Other requests change and delete these resources at the same time. */
export interface LooseTarget {
  readonly project: LooseProject | null;
  readonly session: LooseSession | null;
  readonly trade: Changing | null;
  readonly tradeId: string;
}

/** The resources of a request that has been sent, and what was known about them at that time. */
export interface SentTo extends LooseTarget {
  readonly ofProject: Watch | null;
  readonly ofSession: Watch | null;
  readonly ofTrade: Watch | null;
  readonly ofState: Watch | null;
  /** Costs that an edit sends. */
  readonly costs: Row;
  readonly wasFinished: boolean;
  /** Sessions of the project for which no deletion had been sent. */
  readonly sessionsThere: readonly LooseSession[];
  readonly clearsBegun: number;
  readonly wasClearing: boolean;
  /** Trades that were known when the request was sent. */
  readonly knownTrades: readonly Changing[];
  readonly removedSessions: ReadonlySet<string>;
}

/** Picks a resource from a list, usually a resource that still exists. */
function pick<T>(all: readonly T[], isGone: (one: T) => boolean, index: number): T | null {
  const there = all.filter((one) => !isGone(one));
  const pool = index % 7 === 6 || there.length === 0 ? all : there;
  return pool[index % Math.max(1, pool.length)] ?? null;
}

export function looseTarget({ route, id, trade: ofTrade }: Asked, { loose }: World): LooseTarget {
  const isOfProject = route.includes('/projects/{id}') || route === 'post /sessions';
  const index = id.kind === 'known' ? id.index : 0;
  const isKnown = id.kind === 'known';
  const project = isKnown && isOfProject ? pick(loose.projects, ({ fields }) => fields.removed, index) : null;
  const session =
    isKnown && route.includes('/sessions/{id}')
      ? pick(loose.sessions, ({ fields }) => fields.removed, index)
      : null;
  if (!route.includes('{tradeId}') || ofTrade.kind !== 'known')
    return { project, session, trade: null, tradeId: ofTrade.kind === 'odd' ? ofTrade.text : FOREIGN };
  const [tradeId = FOREIGN, trade = null] =
    pick([...(session?.trades ?? [])], ([, { removed }]) => removed, ofTrade.index) ?? [];
  return { project, session, trade, tradeId };
}

const FOREIGN = '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a';

/** Records that the request is sent, and the changes that it may make. */
export function noteSentTo(plan: Asked, target: LooseTarget, body: unknown, world: World): SentTo {
  const { route } = plan;
  const { project, session, trade } = target;
  const change = changeOf(route, body, session, world);
  const { costs, ...given } = change ?? { costs: {} };
  // An edit of `trial` leaves the members that it does not name unchanged. Concurrent edits may change these members.
  const fields = { ...given, ...('trial' in given && { trial: UNKNOWN }) };
  const of = (patched: string) => (change && route === patched ? fields : null);
  const sent: SentTo = {
    ...target,
    ofProject: (project ?? session?.project)?.fields.watch(of('patch /projects/{id}')) ?? null,
    ofSession: session?.fields.watch(of('patch /sessions/{id}')) ?? null,
    ofTrade: trade?.watch(of('patch /sessions/{id}/trades/{tradeId}')) ?? null,
    ofState: session?.state.watch(of('put /sessions/{id}/state')) ?? null,
    costs,
    wasFinished: session !== null && session.known.endedAt !== null,
    sessionsThere: world.loose.sessions.filter(
      (one) => project !== null && one.project === project && !one.fields.removalSent,
    ),
    clearsBegun: session?.clearing.begun ?? 0,
    wasClearing: (session?.clearing.inFlight ?? 0) > 0,
    knownTrades: [...(session?.trades.values() ?? [])],
    removedSessions: new Set(
      world.loose.sessions.flatMap(({ known, fields }) => (fields.removed ? [known.answered.id] : [])),
    ),
  };
  noteRemoval(route, target);
  if (project && route === 'post /sessions') project.isUsed = true;
  if (session && route.endsWith('/finish')) session.known.finishSent = true;
  return sent;
}

function noteRemoval(route: string, { project, session, trade }: LooseTarget): void {
  if (route === 'delete /projects/{id}' && project) project.fields.removalSent = true;
  if (route === 'delete /sessions/{id}' && session) session.fields.removalSent = true;
  if (route === 'delete /sessions/{id}/trades/{tradeId}' && trade) trade.removalSent = true;
  if (route !== 'delete /sessions/{id}/trades' || !session) return;
  session.clearing.begun += 1;
  session.clearing.inFlight += 1;
  for (const one of session.trades.values()) one.removalSent = true;
}

const COSTS = ['feesPaid', 'spreadPaid', 'slippagePaid'] as const;

/**
 * Returns the fields that an edit sets, in stored form, and separately the costs that it sets. Returns null if the edit
 * must be refused, or if the request is not an edit.
 */
function changeOf(
  route: string,
  body: unknown,
  session: LooseSession | null,
  world: World,
): (Row & { costs: Row }) | null {
  if (!/^(patch|put) /.test(route) || bodyVerdict(route, body, session?.known ?? null, world) !== null)
    return null;
  if (route.startsWith('put ')) return { state: (body as Row)['state'], costs: {} };
  const entries = Object.entries(body as Row).map(
    ([field, value]) => [field, asStored(field, value)] as const,
  );
  const isCost = (field: string) => (COSTS as readonly string[]).includes(field);
  return {
    ...Object.fromEntries(entries.filter(([field]) => !isCost(field))),
    costs: Object.fromEntries(entries.filter(([field, value]) => isCost(field) && value !== null)),
  };
}

function asStored(field: string, value: unknown): unknown {
  if (field === 'name') return (value as string).trim();
  if (field === 'symbol') return (value as string).toUpperCase();
  if (field === 'tags') return (value as string[]).map((tag) => tag.trim());
  return typeof value === 'number' ? value + 0 : value;
}
