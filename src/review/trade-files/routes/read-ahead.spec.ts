import { setImmediate } from 'node:timers/promises';
import { readAhead } from './read-ahead.js';

async function* upTo(count: number, note: (what: string) => void): AsyncGenerator<number> {
  try {
    for (let i = 1; i <= count; i += 1) {
      note(`made ${i}`);
      yield i;
    }
  } finally {
    note('closed');
  }
}

describe('readAhead', () => {
  it('yields each value once, in order, and meanwhile requests the next value', async () => {
    const notes: string[] = [];
    for await (const value of readAhead(upTo(3, (what) => notes.push(what)))) {
      await setImmediate();
      notes.push(`used ${value}`);
    }
    expect(notes).toEqual(['made 1', 'made 2', 'used 1', 'made 3', 'used 2', 'closed', 'used 3']);
  });

  it('requests at most the given number of values ahead', async () => {
    const notes: string[] = [];
    for await (const value of readAhead(
      upTo(5, (what) => notes.push(what)),
      3,
    )) {
      await setImmediate();
      notes.push(`used ${value}`);
    }
    const rest = ['used 1', 'made 5', 'used 2', 'closed', 'used 3', 'used 4', 'used 5'];
    expect(notes).toEqual(['made 1', 'made 2', 'made 3', 'made 4', ...rest]);
  });

  it('yields nothing from an empty source', async () => {
    const values = readAhead(upTo(0, () => undefined));
    expect(await values.next()).toEqual({ done: true, value: undefined });
  });

  it('closes the source if the caller stops early', async () => {
    const notes: string[] = [];
    for await (const value of readAhead(upTo(9, (what) => notes.push(what)))) if (value === 2) break;
    expect(notes).toEqual(['made 1', 'made 2', 'made 3', 'closed']);
  });

  it('fails when the source fails, after yielding the earlier values', async () => {
    async function* failing(): AsyncGenerator<number> {
      yield 1;
      throw new Error('broken');
    }
    const values = readAhead(failing());
    expect((await values.next()).value).toBe(1);
    await setImmediate();
    await expect(values.next()).rejects.toThrow('broken');
  });
});
