import { randomInt } from 'node:crypto';
import type { Project } from '../projects/project.entity.js';
import { CreateSessionDto } from './create-session.dto.js';
import { newAsset, newSession } from './new-session.js';
import type { Session } from './session.entity.js';
import type { SessionAndAssets } from './sessions.store.js';

/** node:crypto draws integers below 2^48. A given seed may be up to 2^53 − 1. */
const DRAWN_SEEDS = 2 ** 48 - 1;

/** The file from which a session was imported. */
export type SessionOrigin = Pick<Session, 'sourceFile' | 'runAt'>;

/** Returns a new session of a project, which is not stored yet. */
export function plannedSession(
  { assets: inputs, ...input }: CreateSessionDto,
  project: Project,
  { sourceFile, runAt }: SessionOrigin = { sourceFile: null, runAt: null },
): SessionAndAssets {
  const created = newSession(input, project, Date.now(), randomInt(DRAWN_SEEDS));
  const session = { ...created, sourceFile, runAt };
  return { session, assets: inputs.map((asset, position) => newAsset(asset, position, session, project)) };
}
