import type { SessionState, SessionsService } from '../sessions/sessions.service.js';
import type { StatsVersion } from './stats-version.js';
import { VersionedSessions } from './versioned-sessions.js';

function versionedSessions(status: () => SessionState['status'] | null) {
  const asked: string[] = [];
  const getState = async (workspaceId: string, id: string) => {
    asked.push(`${workspaceId} ${id}`);
    const found = status();
    if (!found) throw new Error('none');
    return Promise.resolve({ workspaceId, id, status: found, revision: asked.length, initialBalance: 1 });
  };
  const versionOf = ({ revision }: SessionState, threshold: number) =>
    Promise.resolve(`${revision} at ${threshold}`);
  const sessions = new VersionedSessions(
    { getState } as unknown as SessionsService,
    { get: versionOf } as unknown as StatsVersion,
  );
  return { sessions, asked };
}

describe('sessions with the version of their statistics', () => {
  it.each(['active', 'finished'] as const)(
    'are read again for each request if the session is %s',
    async (status) => {
      const { sessions, asked } = versionedSessions(() => status);
      expect(await sessions.get('w', 's', 0)).toMatchObject({ session: { revision: 1 }, version: '1 at 0' });
      expect(await sessions.get('w', 's', 5)).toMatchObject({ session: { revision: 2 }, version: '2 at 5' });
      await sessions.get('other', 's', 0);
      expect(asked).toEqual(['w s', 'w s', 'other s']);
    },
  );

  it('are read once for concurrent requests with the same threshold', async () => {
    const { sessions, asked } = versionedSessions(() => 'finished');
    await Promise.all(Array.from({ length: 5 }, () => sessions.get('w', 's', 0)));
    expect(asked).toHaveLength(2);
    const [one, other] = await Promise.all([sessions.get('w', 's', 0), sessions.get('w', 's', 5)]);
    expect([one.version, other.version]).toEqual(['3 at 0', '4 at 5']);
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
