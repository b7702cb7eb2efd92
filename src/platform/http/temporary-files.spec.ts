import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { removeStaleFiles, temporaryDirectory } from './temporary-files.js';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

describe('files that killed imports have left behind', () => {
  it('are removed after an hour, but other files are not', async () => {
    const [left, underWay] = [await temporaryDirectory('trade'), await temporaryDirectory('trade')];
    const leftCandles = await temporaryDirectory('candle');
    const other = join(tmpdir(), `other-${basename(left)}`);
    await mkdir(other);
    await writeFile(join(left, 'rows'), 'x');
    for (const path of [left, leftCandles, other]) await utimes(path, hoursAgo(2), hoursAgo(2));
    await removeStaleFiles();
    const names = await readdir(tmpdir());
    expect([left, leftCandles, underWay, other].map((path) => names.includes(basename(path)))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    for (const path of [underWay, other]) await rm(path, { recursive: true });
  });
});
