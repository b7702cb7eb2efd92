import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PAGE_BUILD } from '../src/review/desk/page-build.js';

const KB = 1_000;

/**
 * The scripts that each route loads for its first view, by the start of their file names. Shared scripts are not in
 * this list, because these scripts import them.
 */
const ROUTES = {
  lists: ['index', 'list-pages'],
  session: ['index', 'session-page'],
  tries: ['index', 'tries-pages'],
} as const;

const CANDLE_CHART = 'candle-chart-';

interface Script {
  readonly name: string;
  readonly size: number;
  /** Names of the scripts that this script imports statically, so the browser loads them with it. */
  readonly imported: readonly string[];
}

describe('the compressed script of the review desk', () => {
  let scripts: readonly Script[];
  const sum = (some: Iterable<Script>) => [...some].reduce((total, { size }) => total + size, 0);

  beforeAll(async () => {
    const assets = join(PAGE_BUILD, 'assets');
    const names = (await readdir(assets)).filter((name) => name.endsWith('.js'));
    scripts = await Promise.all(
      names.map(async (name) => {
        const text = await readFile(join(assets, name), 'utf8');
        const imports = text.matchAll(/(?:import|from)\s*["']\.\/([^"']+\.js)["']/g);
        return { name, size: gzipSync(text).length, imported: Array.from(imports, ([, file]) => file!) };
      }),
    );
  });

  /** Returns the scripts with these names, and all scripts that they import statically. */
  function loadedBy(starts: readonly string[]): Set<Script> {
    const loaded = new Set<Script>();
    const add = (script: Script) => {
      if (loaded.has(script)) return;
      loaded.add(script);
      for (const name of script.imported) add(scripts.find((other) => other.name === name)!);
    };
    for (const start of starts) {
      const named = scripts.filter(({ name }) => name.startsWith(`${start}-`));
      expect(named.map(({ name }) => name)).toHaveLength(1);
      add(named[0]!);
    }
    return loaded;
  }

  it.each(Object.entries(ROUTES))('is at most 45 KB for the first view of %s', (_, starts) => {
    expect(sum(loadedBy(starts))).toBeLessThanOrEqual(45 * KB);
  });

  it('is at most 130 KB for all routes, without the candle chart', () => {
    const chart = scripts.filter(({ name }) => name.startsWith(CANDLE_CHART));
    expect(chart).toHaveLength(1);
    expect(sum(scripts) - sum(chart)).toBeLessThanOrEqual(130 * KB);
  });
});
