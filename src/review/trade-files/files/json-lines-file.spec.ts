import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JsonLinesFile } from './json-lines-file.js';

describe('a file of rows', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'json-lines-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('returns its rows in batches, whatever the rows contain', async () => {
    const file = new JsonLinesFile<{ text: string }>(join(directory, 'rows'));
    const rows = ['a\nb', '\u2028', '€'.repeat(100_000), ''].map((text) => ({ text }));
    for (const row of rows) {
      file.add(row);
      await file.flush();
    }
    await file.finish();
    const batches: unknown[] = [];
    for await (const batch of file.batches(3)) batches.push(batch);
    expect(batches).toEqual([rows.slice(0, 3), rows.slice(3)]);
    expect(file.count).toBe(4);
  });

  it('has been created when `destroy` returns, even if it was still being opened', async () => {
    const path = join(directory, 'rows');
    await new JsonLinesFile(path).destroy();
    expect(existsSync(path)).toBe(true);
  });

  it('can be destroyed twice, even after it is finished', async () => {
    const file = new JsonLinesFile(join(directory, 'rows'));
    await file.finish();
    await file.destroy();
    await file.destroy();
  });
});
