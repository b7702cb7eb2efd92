import type { ProjectDto } from '../../../src/projects/project.dto.js';
import type { SessionDto } from '../../../src/sessions/session.dto.js';
import type { TradeDto } from '../../../src/trades/trade.dto.js';
import { Changing, UNKNOWN } from './changing.js';

/** An accepted batch, as it was sent. */
interface Batch {
  readonly text: string;
  readonly trades: readonly TradeDto[];
}

export interface KnownSession {
  readonly answered: SessionDto;
  /** Trades by clientId, as the service returned them. */
  readonly trades: Map<string, TradeDto>;
  /** Number of times that each clientId was sent, whether or not it was accepted. */
  readonly sent: Map<string, number>;
  readonly batches: Batch[];
  finishSent: boolean;
  endedAt: number | null;
}

/** A project that is changed and deleted by requests. */
export interface LooseProject {
  readonly id: string;
  readonly fields: Changing;
  /** True if a request was sent that may have created a session in the project. */
  isUsed: boolean;
}

/** A session that is changed and deleted by requests. Its trades are changed and deleted as well. */
export interface LooseSession {
  readonly known: KnownSession;
  readonly project: LooseProject | null;
  readonly fields: Changing;
  /** Trades by id. For a copy, only the trades that were added to the copy. */
  readonly trades: Map<string, Changing>;
  readonly state: Changing;
  readonly isCopy: boolean;
  /** Requests that delete all trades of the session: how many have begun, and how many are in progress. */
  readonly clearing: { begun: number; inFlight: number };
  /** ETags of states that a PUT with If-Match has replaced. */
  readonly replaced: Set<string>;
  etag: string;
}

/**
 * Everything that a workspace must contain: what the service accepted, in the form in which the service returned it.
 */
export interface World {
  readonly secret: string;
  readonly projects: ProjectDto[];
  readonly sessions: KnownSession[];
  /** Resources that requests change and delete. Only these requests refer to them. */
  readonly loose: { readonly projects: LooseProject[]; readonly sessions: LooseSession[] };
  /** The id of a session of another workspace. */
  readonly foreignSession: string;
  made: number;
}

export const newWorld = (secret: string, foreignSession: string): World => ({
  secret,
  projects: [],
  sessions: [],
  loose: { projects: [], sessions: [] },
  foreignSession,
  made: 0,
});

/** Returns a text that is unique among the requests of this world. */
export function tag(world: World): string {
  world.made += 1;
  return world.made.toString(36);
}

export function addSession(world: World, answered: SessionDto): void {
  world.sessions.push(knownSession(answered));
}

const knownSession = (answered: SessionDto): KnownSession => ({
  answered,
  trades: new Map(),
  sent: new Map(),
  batches: [],
  finishSent: false,
  endedAt: null,
});

/** @param others fields that are not in the response */
export function addLooseSession(
  { loose }: World,
  answered: SessionDto,
  { isCopy = false, ...others }: { isCopy?: boolean; tags?: readonly string[] } = {},
): void {
  const { status: _, endedAt: __, updatedAt: ___, ...lasting } = answered;
  Reflect.deleteProperty(lasting, 'summary');
  loose.sessions.push({
    known: knownSession(answered),
    project: loose.projects.find(({ id }) => id === answered.projectId) ?? null,
    fields: new Changing({ trial: UNKNOWN, sourceFile: UNKNOWN, ...lasting, ...others }),
    trades: new Map(),
    state: new Changing({ state: isCopy ? UNKNOWN : null }),
    isCopy,
    clearing: { begun: 0, inFlight: 0 },
    replaced: new Set(),
    etag: '"0"',
  });
}

export function addLooseProject({ loose }: World, answered: ProjectDto): void {
  const { updatedAt: _, ...lasting } = answered;
  loose.projects.push({ id: answered.id, fields: new Changing(lasting), isUsed: false });
}

export function noteSent({ sent }: KnownSession, clientIds: readonly string[]): void {
  for (const clientId of clientIds) sent.set(clientId, (sent.get(clientId) ?? 0) + 1);
}
