import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProjectsService } from '../../projects/projects.service.js';
import type { FiguresFiller } from './figures-filler.js';
import type { SessionFiguresService } from './session-figures.service.js';
import { MAX_SESSIONS_OF_READER, MAX_TRADES_OF_READER, StudiesService } from './studies.service.js';
import type { StudiesStore } from './studies.store.js';

/** A study whose sessions have no figures. Each has the same number of trades. */
function studyOf(sessions: number, tradeCount = 1) {
  const pending = new Set(Array.from({ length: sessions }, (_, k) => `s${k}`));
  const prepared: string[] = [];
  const left: string[] = [];
  const projects = { get: (_: string, id: string) => Promise.resolve({ id }) };
  const store = {
    version: () => Promise.resolve({ version: 'v', rows: sessions, pending: pending.size }),
    pending: (_: unknown, most: number) =>
      Promise.resolve([...pending].slice(0, most).map((id) => ({ workspaceId: 'w', id, tradeCount }))),
  };
  const figures = {
    prepare: async ({ id }: { readonly id: string }) => {
      await nextTurn();
      prepared.push(id);
      pending.delete(id);
      return 1;
    },
  };
  const filler = { add: ({ id }: { readonly id: string }) => left.push(id) };
  const service = new StudiesService(
    store as unknown as StudiesStore,
    projects as unknown as ProjectsService,
    figures as unknown as SessionFiguresService,
    filler as unknown as FiguresFiller,
  );
  return { prepared, left, read: (signal?: AbortSignal) => service.versionOf('w', 'p', '', signal) };
}

describe('a reader of a study without figures', () => {
  it('waits for the figures of all sessions if they are few', async () => {
    const { prepared, left, read } = studyOf(20);
    expect(await read()).toMatchObject({ rows: 20, pending: 0 });
    expect([prepared.length, left]).toEqual([20, []]);
  });

  it('waits for the figures of at most 1,000 sessions, and leaves the others to the background', async () => {
    const { prepared, left, read } = studyOf(MAX_SESSIONS_OF_READER + 500);
    expect(await read()).toMatchObject({ pending: 500 });
    expect([prepared.length, left.length]).toEqual([MAX_SESSIONS_OF_READER, 500]);
    expect(new Set([...prepared, ...left]).size).toBe(MAX_SESSIONS_OF_READER + 500);
  });

  it('does not wait if the sessions have many trades', async () => {
    const { prepared, left, read } = studyOf(20, MAX_TRADES_OF_READER / 10);
    expect(await read()).toMatchObject({ pending: 20 });
    expect([prepared, left.length]).toEqual([[], 20]);
  });

  it('shares the work with other readers', async () => {
    const { prepared, read } = studyOf(30);
    const found = await Promise.all([read(), read(), read()]);
    expect(found.map(({ pending }) => pending)).toEqual([0, 0, 0]);
    expect(prepared).toHaveLength(30);
  });

  it('continues the work for other readers if one of them disconnects', async () => {
    const { prepared, read } = studyOf(30);
    const gone = new AbortController();
    const [first, second] = [read(gone.signal), read()];
    gone.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    expect(await second).toMatchObject({ pending: 0 });
    expect(prepared).toHaveLength(30);
  });
});
