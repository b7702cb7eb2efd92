import type { Session } from './session.entity.js';

/** Returns whether the session is an active replay by hand. An analysis of such a session must not use later bars. */
export const isReplay = ({ status, mode }: Pick<Session, 'status' | 'mode'>): boolean =>
  status === 'active' && mode === 'manual';
