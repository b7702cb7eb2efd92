import type { SessionKey } from './session.entity.js';

/**
 * Stores the figures of sessions before their trades are removed. The implementation is in `trials/`, because it needs
 * the analyses, which come after `sessions/` and `trades/` in the order of the folders.
 */
export abstract class RunFigures {
  /**
   * Stores the figures of a session, unless they are already stored.
   * @returns the revision of these figures; null if they cannot be computed
   */
  abstract prepare(session: SessionKey, signal: AbortSignal): Promise<number | null>;
}
