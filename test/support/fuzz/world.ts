import type { ProjectDto } from '../../../src/projects/project.dto.js';
import type { SessionDto } from '../../../src/sessions/session.dto.js';
import type { TradeDto } from '../../../src/trades/trade.dto.js';

/** A batch that was accepted, as it was written. */
interface Batch {
  readonly text: string;
  readonly trades: readonly TradeDto[];
}

export interface KnownSession {
  readonly answered: SessionDto;
  /** By clientId, as they were answered. */
  readonly trades: Map<string, TradeDto>;
  /** How often each clientId was sent, accepted or not. */
  readonly sent: Map<string, number>;
  readonly batches: Batch[];
  finishSent: boolean;
  endedAt: number | null;
}

/** All that a workspace must hold: what the service accepted, as it answered it. */
export interface World {
  readonly secret: string;
  readonly projects: ProjectDto[];
  readonly sessions: KnownSession[];
  /** The id of a session of another workspace. */
  readonly foreignSession: string;
  made: number;
}

export const newWorld = (secret: string, foreignSession: string): World => ({
  secret,
  projects: [],
  sessions: [],
  foreignSession,
  made: 0,
});

/** A text that no other request of this world has. */
export function tag(world: World): string {
  world.made += 1;
  return world.made.toString(36);
}

export function addSession(world: World, answered: SessionDto): void {
  world.sessions.push({
    answered,
    trades: new Map(),
    sent: new Map(),
    batches: [],
    finishSent: false,
    endedAt: null,
  });
}

export function noteSent({ sent }: KnownSession, clientIds: readonly string[]): void {
  for (const clientId of clientIds) sent.set(clientId, (sent.get(clientId) ?? 0) + 1);
}
