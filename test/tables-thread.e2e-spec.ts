import { tablesThreads } from '../src/review/trade-files/tables/tables-thread.js';

const PROGRAM = new URL('support/threads/tables.mjs', import.meta.url);
const LIMITS = { longestMs: 60_000, heapMb: 32, threads: 1, waitMs: 60_000 };

const threads = (limits: Partial<typeof LIMITS> = {}) => {
  const parse = tablesThreads(PROGRAM, { ...LIMITS, ...limits });
  return (path: string) => parse({ kind: 'html', path, rowsPath: '', mostBytes: 1 });
};

describe('a thread that parses tables', () => {
  it('passes on the answer, a refusal with its field, and a failure with its code', async () => {
    const run = threads();
    await expect(run('answer')).resolves.toBeUndefined();
    await expect(run('refuse')).rejects.toMatchObject({
      name: 'TradeFileError',
      field: 'timezone',
      message: 'no zone',
    });
    await expect(run('throw')).rejects.toMatchObject({ name: 'Error', message: 'defect', code: 'ECODE' });
    await expect(run('answer')).resolves.toBeUndefined();
  });

  it('is ended at its time limit: the file is refused, and the next file is read', async () => {
    const run = threads({ longestMs: 500 });
    await expect(run('endless')).rejects.toMatchObject({
      name: 'TradeFileError',
      field: 'file',
      message: 'takes more than 0.5 seconds to be read',
    });
    await expect(threads()('answer')).resolves.toBeUndefined();
    await expect(run('endless')).rejects.toMatchObject({ name: 'TradeFileError' });
  });

  it('that runs out of memory refuses its file, and the next file is read', async () => {
    const run = threads();
    await expect(run('fill')).rejects.toMatchObject({
      name: 'TradeFileTooLarge',
      message: 'The file needs too much memory to be read.',
    });
    await expect(run('answer')).resolves.toBeUndefined();
  });

  it('has one file at a time: others wait in order, and are told to come back after the longest wait', async () => {
    const run = threads({ longestMs: 1_500, waitMs: 200 });
    const ended: string[] = [];
    const note = (name: string, running: Promise<void>) =>
      running.finally(() => ended.push(name)).catch(() => undefined);
    const first = note('first', run('endless'));
    await expect(run('answer')).rejects.toMatchObject({ code: 'BUSY', extras: { retryAfterS: 30 } });
    const patient = threads({ longestMs: 300 });
    await Promise.all([
      first,
      note('1', patient('endless')),
      note('2', patient('answer')),
      note('3', patient('answer')),
    ]);
    expect(ended.filter((name) => name !== 'first')).toEqual(['1', '2', '3']);
    await expect(run('answer')).resolves.toBeUndefined();
  });
});
