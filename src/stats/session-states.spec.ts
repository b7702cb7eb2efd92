import type { SessionState, SessionsService } from '../sessions/sessions.service.js';
import { SessionStates } from './session-states.js';

function statesOf(status: () => SessionState['status'] | null) {
  const asked: string[] = [];
  const getState = async (workspaceId: string, id: string) => {
    asked.push(`${workspaceId} ${id}`);
    const found = status();
    if (!found) throw new Error('none');
    return Promise.resolve({ workspaceId, id, status: found, revision: asked.length, initialBalance: 1 });
  };
  return { states: new SessionStates({ getState } as unknown as SessionsService), asked };
}

describe('states of sessions', () => {
  it.each(['active', 'finished'] as const)('are looked up for each request: %s', async (status) => {
    const { states, asked } = statesOf(() => status);
    expect((await states.of('w', 's')).revision).toBe(1);
    expect((await states.of('w', 's')).revision).toBe(2);
    await states.of('other', 's');
    expect(asked).toEqual(['w s', 'w s', 'other s']);
  });

  it('are shared by requests that come together', async () => {
    const { states, asked } = statesOf(() => 'finished');
    await Promise.all(Array.from({ length: 5 }, () => states.of('w', 's')));
    expect(asked).toHaveLength(2);
  });

  it('of deleted sessions are not cached, nor those of unknown ones', async () => {
    let status: SessionState['status'] | null = 'finished';
    const { states } = statesOf(() => status);
    await states.of('w', 's');
    status = null;
    await expect(states.of('w', 's')).rejects.toThrow('none');
    status = 'active';
    expect((await states.of('w', 's')).status).toBe('active');
  });
});
