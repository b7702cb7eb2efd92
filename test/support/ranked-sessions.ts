import type { RankedSessions } from '../../src/review/selection/leaderboard/ranked-sessions.js';

/** A session in memory. */
export interface RankedSession {
  readonly id: string;
  /** Null while all figures are pending. A single figure is null if it is undefined. */
  readonly figures: Readonly<Record<string, number | null>> | null;
  readonly parameters: Readonly<Record<string, number | string | boolean>>;
}

/** Returns some of the sessions of a list. */
export const rankedSessions = (
  sessions: readonly RankedSession[],
  from = 0,
  to = sessions.length,
): RankedSessions => ({
  from,
  to: Math.min(to, sessions.length),
  isPending: (index) => sessions[index]!.figures === null,
  valueOf: ({ kind, name }, index) => {
    const { figures, parameters } = sessions[index]!;
    if (kind === 'figure') return figures?.[name] ?? null;
    return Object.hasOwn(parameters, name) ? parameters[name]! : null;
  },
});
