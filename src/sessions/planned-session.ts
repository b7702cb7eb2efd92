import { randomInt } from 'node:crypto';
import type { Project } from '../projects/project.entity.js';
import { CreateSessionDto } from './create-session.dto.js';
import { newAsset, newSession } from './new-session.js';
import type { SessionAndAssets } from './sessions.store.js';

/** node:crypto draws integers below 2^48. A given seed may be up to 2^53 − 1. */
const DRAWN_SEEDS = 2 ** 48 - 1;

/** Returns a new session of a project, which is not stored yet. */
export function plannedSession(
  { assets: inputs, ...input }: CreateSessionDto,
  project: Project,
): SessionAndAssets {
  const session = newSession(input, project, Date.now(), randomInt(DRAWN_SEEDS));
  return { session, assets: inputs.map((asset, position) => newAsset(asset, position, session, project)) };
}
