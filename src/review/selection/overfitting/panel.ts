import { canonicalZone, haveSameDays } from '../../../shared/market/same-days.js';
import { type DayReturns, returnsBetween } from '../day-returns.js';

/** Maximum number of sessions in a panel, and maximum number of days. docs/selection.md documents both. */
export const MAX_PANEL_SESSIONS = 200;
export const MAX_PANEL_DAYS = 2_500;

/** Minimum number of sessions in a panel, and minimum number of days. */
export const MIN_PANEL_SESSIONS = 10;
export const MIN_PANEL_DAYS = 60;

/** Reasons why a session is not in the panel. The reasons are checked in the order of this list. */
export const PANEL_EXCLUSIONS = [
  'ended',
  'duplicate',
  'equity-not-positive',
  'time-zone',
  'other-period',
  'sampled-out',
  'constant',
] as const;
export type PanelExclusion = (typeof PANEL_EXCLUSIONS)[number];

/** A live session that counts as a try. */
export interface Candidate {
  readonly sessionId: string;
  readonly timezone: string;
  /** First and last local day, numbered from 1970-01-01. */
  readonly firstDay: number;
  readonly lastDay: number;
  /** True if a day starts with an equity of 0 or less. The return of such a day is undefined. */
  readonly equityNotPositive: boolean;
}

/** The sessions that may be in a panel, and the days that they share. Sessions with constant returns are removed later. */
export interface PanelSessions {
  readonly sessionIds: readonly string[];
  /** Numbers of sessions that are left out, by reason. */
  readonly excluded: ReadonlyMap<PanelExclusion, number>;
  /** First and last shared day; null if the sessions share no day. */
  readonly span: { readonly firstDay: number; readonly lastDay: number } | null;
}

/** The daily returns of sessions over the days that they share. */
export interface SessionPanel extends PanelSessions {
  /** Returns of each session, one per day. */
  readonly returns: readonly Float64Array[];
}

/**
 * Chooses the sessions that may be in a panel, and returns these sessions with the days that they share.
 * @param candidates in the order of the ledger
 */
export function panelSessions(candidates: readonly Candidate[]): PanelSessions {
  const excluded = new Map<PanelExclusion, number>();
  const keep = (
    list: readonly Candidate[],
    reason: PanelExclusion,
    isKept: (each: Candidate, place: number) => boolean,
  ) => {
    const kept = list.filter(isKept);
    if (kept.length < list.length) excluded.set(reason, list.length - kept.length);
    return kept;
  };
  const solvent = keep(candidates, 'equity-not-positive', ({ equityNotPositive }) => !equityNotPositive);
  const zone = mostFrequent(solvent.map(({ timezone }) => canonicalZone(timezone)));
  const ofZone = keep(solvent, 'time-zone', ({ timezone, firstDay, lastDay }) =>
    haveSameDays(timezone, zone!, firstDay, lastDay),
  );
  const together = keep(ofZone, 'other-period', overlapWith(ofZone));
  const isSampled = sampleOf(together.length);
  const sampled = keep(together, 'sampled-out', (_, place) => isSampled(place));
  const lastDay = Math.min(...sampled.map((each) => each.lastDay));
  const firstDay = Math.max(lastDay - MAX_PANEL_DAYS + 1, ...sampled.map((each) => each.firstDay));
  return {
    sessionIds: sampled.map(({ sessionId }) => sessionId),
    excluded,
    span: sampled.length > 0 && firstDay <= lastDay ? { firstDay, lastDay } : null,
  };
}

/**
 * Returns the panel of the chosen sessions. Sessions whose returns do not vary are left out.
 * @param returnsOf returns the daily returns of a session; null if the session has been deleted in the meantime
 */
export function buildPanel(
  chosen: PanelSessions,
  returnsOf: (sessionId: string) => DayReturns | null,
): SessionPanel {
  const { span } = chosen;
  if (!span) return { ...chosen, returns: [] };
  const columns = chosen.sessionIds.flatMap((sessionId) => {
    const returns = returnsOf(sessionId);
    return returns ? [{ sessionId, returns: returnsBetween(returns, span.firstDay, span.lastDay) }] : [];
  });
  const varied = columns.filter(({ returns }) => !areEqual(returns));
  const excluded = new Map(chosen.excluded);
  if (varied.length < columns.length) excluded.set('constant', columns.length - varied.length);
  return {
    sessionIds: varied.map(({ sessionId }) => sessionId),
    excluded,
    span,
    returns: varied.map(({ returns }) => returns),
  };
}

/** Returns the most frequent text. If several texts are equally frequent, the first of them by name is returned. */
function mostFrequent(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [first] = [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return first?.[0];
}

/**
 * Returns a function that returns whether a session has at least half of the usual days. The usual days are the days
 * from the median first day to the median last day of all sessions. For an even number of sessions, the median is the
 * lower of the two middle days.
 */
function overlapWith(sessions: readonly Candidate[]): (session: Candidate) => boolean {
  const first = lowerMedian(sessions.map(({ firstDay }) => firstDay));
  const last = lowerMedian(sessions.map(({ lastDay }) => lastDay));
  return ({ firstDay, lastDay }) =>
    2 * Math.max(0, Math.min(last, lastDay) - Math.max(first, firstDay) + 1) >= last - first + 1;
}

const lowerMedian = (days: readonly number[]): number =>
  Int32Array.from(days).toSorted()[Math.floor((days.length - 1) / 2)] ?? 0;

/**
 * Returns a function that returns whether an index belongs to a sample of at most 200 evenly spaced indexes below
 * `count`.
 */
function sampleOf(count: number): (place: number) => boolean {
  if (count <= MAX_PANEL_SESSIONS) return () => true;
  const places = Array.from({ length: MAX_PANEL_SESSIONS }, (_, i) =>
    Math.floor((i * count) / MAX_PANEL_SESSIONS),
  );
  const sampled = new Set(places);
  return (place) => sampled.has(place);
}

const areEqual = (values: Float64Array): boolean => values.every((value) => value === values[0]);
