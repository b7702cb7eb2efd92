import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChangeCounts, type TableFacts, toAnalyse, toVacuum } from './change-counts.js';

const table = (facts: Partial<TableFacts>): TableFacts => ({
  name: 'trades',
  rows: 100_000,
  pages: 2_000,
  changed: 0,
  dead: 0,
  ...facts,
});

describe('a table is due', () => {
  it.each([
    [{ changed: 10_000 }, 'trades'],
    [{ changed: 9_999 }, undefined],
    [{ rows: 500, changed: 999 }, undefined],
    [{ rows: 0, changed: 1_000 }, 'trades'],
  ])('for ANALYZE if a tenth of its rows, and at least 1,000, have changed: %o', (facts, due) => {
    expect(toAnalyse([table(facts)])?.name).toBe(due);
  });

  it.each([
    [{ dead: 20_000 }, 'trades'],
    [{ dead: 19_999 }, undefined],
    [{ rows: 500, dead: 999 }, undefined],
    [{ rows: 0, dead: 1_000 }, 'trades'],
  ])('for VACUUM if a fifth of its rows, and at least 1,000, are dead: %o', (facts, due) => {
    expect(toVacuum([table(facts)])?.name).toBe(due);
  });

  it('first if most of its rows are concerned', () => {
    const bars = table({ name: 'bars', dead: 30_000, changed: 30_000 });
    const tables = [table({ dead: 20_000, changed: 20_000 }), bars];
    expect([toVacuum(tables)?.name, toAnalyse(tables)?.name]).toEqual(['bars', 'bars']);
  });
});

describe('counts of changed rows', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'bss-counts-'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));
  const counts = () => new ChangeCounts(join(directory, 'changed-rows.json'));

  async function afterRestart(position: number, facts = table({})): Promise<TableFacts> {
    const [total] = await counts().total([facts], position);
    return total!;
  }

  it('continue after a restart', async () => {
    const before = counts();
    await before.keep(await before.total([table({ changed: 0, dead: 0, pages: 1 })], 0), 0);
    await before.keep(await before.total([table({ changed: 700, dead: 300, pages: 1 })], 5_000), 5_000);
    expect(await afterRestart(6_000, table({ changed: 1, dead: 2 }))).toMatchObject({
      changed: 701,
      dead: 302,
    });
  });

  it('begin again after ANALYZE and VACUUM', async () => {
    const first = counts();
    await first.keep(await first.total([table({ pages: 1 })], 0), 0);
    await first.keep([table({ changed: 700, dead: 300 })], 1);
    const second = counts();
    await second.total([table({})], 1);
    second.analysed('trades');
    expect(await second.total([table({})], 1)).toMatchObject([{ changed: 0, dead: 300 }]);
    second.vacuumed('trades');
    expect(await second.total([table({})], 1)).toMatchObject([{ changed: 0, dead: 0 }]);
  });

  it('count every table of some size as changed if others have written to the database', async () => {
    const before = counts();
    await before.keep([table({ changed: 5 })], 1_000);
    expect(await afterRestart(1_000 + 2 ** 21)).toMatchObject({ changed: 100_000, dead: 100_000 });
    expect(await afterRestart(1_000 + 2 ** 21, table({ pages: 2, rows: 10 }))).toMatchObject({ changed: 0 });
  });

  it.each(['', '{', 'null'])('do so, too, if the file is damaged: %s', async (text) => {
    await writeFile(join(directory, 'changed-rows.json'), text);
    expect(await afterRestart(0)).toMatchObject({ changed: 100_000, dead: 100_000 });
  });
});
