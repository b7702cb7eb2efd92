import type { SessionState, SessionsService } from '../sessions/sessions.service.js';
import { SessionStates } from './session-states.js';

function statesOf(status: () => SessionState['status'] | null) {
  const asked: string[] = [];
  const stateOf = async (workspaceId: string, id: string) => {
    asked.push(`${workspaceId} ${id}`);
    const found = status();
    if (!found) throw new Error('none');
    return Promise.resolve({ workspaceId, id, status: found, revision: asked.length, initialBalance: 1 });
  };
  return { states: new SessionStates({ stateOf } as unknown as SessionsService), asked };
}

describe('states of sessions', () => {
  it('are looked up for each request while the session is active', async () => {
    const { states, asked } = statesOf(() => 'active');
    expect((await states.of('w', 's')).revision).toBe(1);
    expect((await states.of('w', 's')).revision).toBe(2);
    expect(asked).toHaveLength(2);
  });

  it('are kept once it is finished, for its own workspace alone', async () => {
    let status: SessionState['status'] = 'active';
    const { states, asked } = statesOf(() => status);
    await states.of('w', 's');
    status = 'finished';
    for (let i = 0; i < 3; i += 1) expect((await states.of('w', 's')).revision).toBe(2);
    await states.of('other', 's');
    expect(asked).toEqual(['w s', 'w s', 'other s']);
  });

  it('are looked up again after a while: their row may be gone', async () => {
    const realNow = performance.now.bind(performance);
    let now = 1_000;
    performance.now = () => now;
    try {
      const { states, asked } = statesOf(() => 'finished');
      await states.of('w', 's');
      now = 10_999;
      await states.of('w', 's');
      expect(asked).toHaveLength(1);
      now = 11_000;
      await states.of('w', 's');
      expect(asked).toHaveLength(2);
    } finally {
      performance.now = realNow;
    }
  });

  it('that are not there are never kept', async () => {
    let status: SessionState['status'] | null = null;
    const { states } = statesOf(() => status);
    await expect(states.of('w', 's')).rejects.toThrow('none');
    status = 'active';
    expect((await states.of('w', 's')).status).toBe('active');
  });
});
