import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PAGE_BUILD } from '../src/desk/page-build.js';

const KB = 1_000;

describe('the compressed script of the review desk', () => {
  it('is at most 45 KB without the candle chart and 100 KB with it', async () => {
    const assets = join(PAGE_BUILD, 'assets');
    const sizes = await Promise.all(
      (await readdir(assets))
        .filter((name) => name.endsWith('.js'))
        .map(async (name) => ({ name, size: gzipSync(await readFile(join(assets, name))).length })),
    );
    const sum = (some: typeof sizes) => some.reduce((total, { size }) => total + size, 0);
    const page = sum(sizes.filter(({ name }) => !name.startsWith('candle-chart-')));
    expect(page).toBeLessThanOrEqual(45 * KB);
    expect(sum(sizes)).toBeLessThanOrEqual(100 * KB);
    expect(sum(sizes)).toBeGreaterThan(page);
  });
});
