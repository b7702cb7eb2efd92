import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Settings {
  readonly overrides: readonly { readonly files: readonly string[] }[];
}

/** Returns a regular expression for a glob with `**`, `*` and braces. */
const patternOf = (glob: string): RegExp => {
  const parts: Readonly<Record<string, string>> = {
    '**/': '(?:.*/)?',
    '**': '.*',
    '*': '[^/]*',
    '{': '(?:',
    '}': ')',
    ',': '|',
    '.': '\\.',
  };
  return new RegExp(`^${glob.replaceAll(/\*\*\/|\*\*|[*{},.]/g, (part) => parts[part]!)}$`);
};

const settings: Settings = JSON.parse(
  readFileSync(`${ROOT}.oxlintrc.json`, 'utf8').replaceAll(/^\s*\/\/.*$/gm, ''),
);
const files = ['src', 'desk', 'test', 'clients', 'samples'].flatMap((folder) =>
  readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
);

// A path that matches nothing is no error for the linter, so a rule would be lost if a folder was renamed.
describe('the paths of .oxlintrc.json', () => {
  it.each(settings.overrides.flatMap((override) => [...override.files]))('match a file: %s', (glob) => {
    expect(files.some((file) => patternOf(glob).test(file))).toBe(true);
  });

  it('forbid Nest and TypeORM in every folder of an analysis', () => {
    const formulas = settings.overrides.find(({ files }) =>
      files.some((glob) => glob.includes('/{account,')),
    )!;
    const tasks = files.filter(
      (file) => file.startsWith('src/review/analysis/') && file.endsWith('.task.ts'),
    );
    expect(tasks.length).toBeGreaterThan(15);
    expect(tasks.filter((file) => !formulas.files.some((glob) => patternOf(glob).test(file)))).toEqual([]);
  });
});
