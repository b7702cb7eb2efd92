import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Entry {
  /** A line of the file without its indentation. */
  readonly line: string;
  readonly mutators: readonly string[];
  readonly reason: string;
}

const baseline = JSON.parse(readFileSync(`${ROOT}scripts/mutants-baseline.json`, 'utf8')) as Readonly<
  Record<string, readonly Entry[]>
>;

describe('the baseline of mutants that no spec can find', () => {
  it.each(Object.entries(baseline))(
    'contains only existing lines of %s, each with mutators and a reason',
    (file, entries) => {
      const lines = new Set(
        readFileSync(ROOT + file, 'utf8')
          .split('\n')
          .map((line) => line.trim()),
      );
      expect(entries.filter(({ line }) => !lines.has(line))).toEqual([]);
      expect(entries.filter(({ mutators, reason }) => mutators.length === 0 || reason === '')).toEqual([]);
    },
  );

  it('is the only place where mutants are ignored', () => {
    const files = readdirSync(`${ROOT}src`, { recursive: true, encoding: 'utf8' });
    const formulas = files.filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.spec.ts'));
    expect(formulas.length).toBeGreaterThan(100);
    expect(
      formulas.filter((file) => readFileSync(`${ROOT}src/${file}`, 'utf8').includes('// Stryker')),
    ).toEqual([]);
  });
});
