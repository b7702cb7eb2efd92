import type { CandlesService } from '../candles/candles.service.js';
import type { Environment } from '../platform/config/environment.js';
import type { SessionState, SessionsService } from '../sessions/sessions.service.js';
import { entityTag } from '../platform/http/tagged-answer.js';
import { CALCULATION_VERSION } from '../shared/figures/calculator/calculate-statistics.js';
import { VersionedSessions } from './versioned-sessions.js';

function versionedSessions(status: () => SessionState['status'] | null, calendars: readonly string[] = []) {
  const asked: string[] = [];
  const getState = async (workspaceId: string, id: string) => {
    asked.push(`${workspaceId} ${id}`);
    const found = status();
    if (!found) throw new Error('none');
    return Promise.resolve({ workspaceId, id, status: found, revision: asked.length, initialBalance: 1 });
  };
  const sessions = new VersionedSessions(
    {
      getState,
      getAssets: async () => calendars.map((calendarCode) => ({ calendarCode })),
    } as unknown as SessionsService,
    { IDEAL_R_HORIZON_MS: 1, IDEAL_R_THRESHOLD: 1 } as Environment,
    { minutesRevision: async () => '' } as unknown as CandlesService,
  );
  return { sessions, asked };
}

describe('sessions with the version of their statistics', () => {
  it.each(['active', 'finished'] as const)(
    'are read again for each request if the session is %s',
    async (status) => {
      const { sessions, asked } = versionedSessions(() => status);
      for (const [revision, threshold] of [
        [1, 0],
        [2, 5],
      ] as const) {
        const { session, version } = await sessions.get('w', 's', threshold);
        expect(session.revision).toBe(revision);
        expect(version).toBe(await sessions.versionOf(session, threshold));
      }
      await sessions.get('other', 's', 0);
      expect(asked).toEqual(['w s', 'w s', 'other s']);
    },
  );

  it('are read once for concurrent requests with the same threshold', async () => {
    const { sessions, asked } = versionedSessions(() => 'finished');
    await Promise.all(Array.from({ length: 5 }, () => sessions.get('w', 's', 0)));
    expect(asked).toHaveLength(2);
    const [one, other] = await Promise.all([sessions.get('w', 's', 0), sessions.get('w', 's', 5)]);
    expect([one.session.revision, other.session.revision]).toEqual([3, 4]);
    expect(one.version).not.toBe(other.version);
  });

  it('have a version of their own if a market closes at times, and otherwise the version that they always had', async () => {
    const versionWith = (...calendars: readonly string[]) =>
      versionedSessions(() => 'finished', calendars)
        .sessions.get('w', 's', 0)
        .then(({ version }) => version);
    const always = entityTag(['w', 's', 1, 'finished', 0, CALCULATION_VERSION, 1, 1, '']);
    expect(await versionWith('24/7')).toBe(always);
    expect(await versionWith('24/7', '24/7')).toBe(always);
    expect(await versionWith('24/5')).not.toBe(always);
    expect(await versionWith('24/7', '24/5')).toBe(await versionWith('24/5'));
  });

  it('are not cached, so the next request after a deletion does not find the session', async () => {
    let status: SessionState['status'] | null = 'finished';
    const { sessions } = versionedSessions(() => status);
    await sessions.get('w', 's', 0);
    status = null;
    await expect(sessions.get('w', 's', 0)).rejects.toThrow('none');
    status = 'active';
    expect((await sessions.get('w', 's', 0)).session.status).toBe('active');
  });
});
