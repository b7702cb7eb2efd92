import type { DayReturns } from '../day-returns.js';
import { type Candidate, MAX_PANEL_DAYS, MAX_PANEL_SESSIONS, buildPanel, panelSessions } from './panel.js';

const candidate = (
  sessionId: string,
  firstDay: number,
  lastDay: number,
  changes: Partial<Candidate> = {},
): Candidate => ({ sessionId, timezone: 'UTC', firstDay, lastDay, equityNotPositive: false, ...changes });

/**
 * Returns the panel of the candidates. Their returns are 1 % on odd days and 0 on even days. `changed` replaces the
 * returns of some sessions.
 */
function panelOf(candidates: readonly Candidate[], changed: Record<string, DayReturns> = {}) {
  const byId = new Map(candidates.map((each) => [each.sessionId, each]));
  return buildPanel(panelSessions(candidates), (sessionId) => {
    const { firstDay, lastDay } = byId.get(sessionId)!;
    const days = Array.from({ length: lastDay - firstDay + 1 }, (_, i) => firstDay + i);
    const values = Float64Array.from(days, (day) => (day % 2) / 100);
    return changed[sessionId] ?? { firstDay, lastDay, days: Int32Array.from(days), values };
  });
}

const several = (count: number, firstDay: number, lastDay: number) =>
  Array.from({ length: count }, (_, i) => candidate(`s${i}`, firstDay, lastDay));

const excludedFrom = (...candidates: Candidate[]) => Object.fromEntries(panelOf(candidates).excluded);

describe('a panel', () => {
  it('covers the days that all its sessions share', () => {
    const panel = panelOf([candidate('a', 10, 20), candidate('b', 12, 25), candidate('c', 9, 19)]);
    expect(panel).toMatchObject({ sessionIds: ['a', 'b', 'c'], span: { firstDay: 12, lastDay: 19 } });
    expect(panel.returns.map((column) => [...column])).toEqual(
      Array.from({ length: 3 }, () => [0, 0.01, 0, 0.01, 0, 0.01, 0, 0.01]),
    );
    expect(panel.excluded.size).toBe(0);
  });

  it('covers at most the newest 2,500 days', () => {
    const over = (days: number) => panelOf(several(2, 1, days));
    expect(over(MAX_PANEL_DAYS)).toMatchObject({ span: { firstDay: 1, lastDay: MAX_PANEL_DAYS } });
    expect(over(MAX_PANEL_DAYS + 1)).toMatchObject({ span: { firstDay: 2, lastDay: MAX_PANEL_DAYS + 1 } });
  });

  it('leaves out sessions whose returns are undefined', () => {
    const ruined = candidate('r', 1, 9, { equityNotPositive: true });
    expect(excludedFrom(ruined, candidate('a', 1, 9))).toEqual({ 'equity-not-positive': 1 });
  });

  it('leaves out sessions outside the most frequent time zone (the first by name if several are equally frequent)', () => {
    const inZone = (timezone: string) => candidate(timezone, 1, 9, { timezone });
    const [berlin, tokyo] = [inZone('Europe/Berlin'), inZone('Asia/Tokyo')];
    expect(panelOf([berlin, tokyo, berlin]).sessionIds).toEqual(['Europe/Berlin', 'Europe/Berlin']);
    expect(panelOf([berlin, tokyo]).sessionIds).toEqual(['Asia/Tokyo']);
    expect(excludedFrom(berlin, tokyo)).toEqual({ 'time-zone': 1 });
    const names = ['UTC', 'Etc/UTC', 'GMT'].map((name) => inZone(name));
    expect(excludedFrom(tokyo, tokyo, ...names)).toEqual({ 'time-zone': 2 });
    expect(excludedFrom(inZone('Europe/Kyiv'), inZone('Europe/Kiev'))).toEqual({});
  });

  it('leaves out sessions that share less than half of the usual days', () => {
    // The usual days are the days 11 to 20.
    const usual = several(3, 11, 20);
    expect(panelOf([...usual, candidate('half', 16, 40)]).sessionIds).toContain('half');
    expect(panelOf([...usual, candidate('less', 17, 40)]).sessionIds).not.toContain('less');
    expect(excludedFrom(...usual, candidate('later', 30, 40))).toEqual({ 'other-period': 1 });
    // The first of the two sessions has the lower median.
    expect(panelOf([candidate('a', 1, 10), candidate('b', 8, 30)]).sessionIds).toEqual(['a']);
  });

  it('contains at most 200 sessions, evenly spaced in the order of the ledger', () => {
    expect(panelOf(several(MAX_PANEL_SESSIONS, 1, 9)).sessionIds).toHaveLength(MAX_PANEL_SESSIONS);
    const { sessionIds, excluded } = panelOf(several(301, 1, 9));
    expect(sessionIds).toHaveLength(MAX_PANEL_SESSIONS);
    expect(sessionIds.slice(0, 4)).toEqual(['s0', 's1', 's3', 's4']);
    expect(sessionIds.at(-1)).toBe('s299'); // ⌊199 · 301/200⌋ = 299
    expect(Object.fromEntries(excluded)).toEqual({ 'sampled-out': 101 });
  });

  it('leaves out sessions whose returns do not vary on the shared days', () => {
    const varied = candidate('a', 1, 9);
    const idle = { firstDay: 1, lastDay: 12, days: Int32Array.of(12), values: Float64Array.of(0.1) };
    const panel = panelOf([varied, candidate('b', 1, 12)], { b: idle });
    expect(panel.sessionIds).toEqual(['a']);
    expect(Object.fromEntries(panel.excluded)).toEqual({ constant: 1 });
  });

  it('has no days if its sessions share no day', () => {
    const apart = [candidate('a', 1, 20), candidate('b', 1, 10), candidate('c', 11, 20)];
    expect(panelOf(apart)).toMatchObject({ span: null, returns: [] });
    expect(panelOf([])).toMatchObject({ sessionIds: [], span: null });
  });
});
