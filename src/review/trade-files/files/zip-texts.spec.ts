import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ZipPart, zip } from '../../../../test/support/zip.js';
import { zipTexts } from './zip-texts.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zip-texts-'));
});
afterAll(() => rm(directory, { recursive: true }));

const MAIN: ZipPart = { name: 'result.json', text: '{}' };
/** A text of this many bytes that does not shrink to less than a tenth. */
const textOf = (bytes: number) =>
  Array.from({ length: Math.ceil(bytes / 8) }, (_, i) =>
    ((i * 2_654_435_761) >>> 0).toString(16).padStart(8, '0'),
  )
    .join('')
    .slice(0, bytes);

async function read(parts: readonly ZipPart[], names: readonly string[]) {
  const path = join(directory, 'file.zip');
  await writeFile(path, zip(MAIN, ...parts));
  const texts: (readonly [string, string])[] = [];
  for await (const text of zipTexts(path, names)) texts.push(text);
  return texts;
}

describe('the texts beside the result in a zip', () => {
  it('are read only for the wanted names', async () => {
    const parts = ['A', 'B', 'C'].map((name) => ({ name: `result_${name}.json`, text: `"${name}"` }));
    expect(await read(parts, ['B', 'D'])).toEqual([['B', '"B"']]);
    expect(await read(parts, [])).toEqual([]);
  });

  it('have at most 64 KiB each', async () => {
    const parts = [65_536, 65_537].map((bytes) => ({ name: `result_${bytes}.json`, text: textOf(bytes) }));
    const texts = await read(parts, ['65536', '65537']);
    expect(texts.map(([name]) => name)).toEqual(['65536']);
  });

  it('have at most 1 MiB together, also in a zip of 990 members', async () => {
    const names = Array.from({ length: 990 }, (_, i) => `S${i}`);
    const text = textOf(65_536);
    const texts = await read(
      names.map((name) => ({ name: `result_${name}.json`, text })),
      names,
    );
    expect(texts.map(([name]) => name)).toEqual(names.slice(0, 16));
  });

  it('are not read if they shrink to less than a two-hundredth', async () => {
    const parts = [{ name: 'result_A.json', text: ' '.repeat(65_536) }];
    expect(await read(parts, ['A'])).toEqual([]);
  });
});
