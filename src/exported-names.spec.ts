import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const sources = ['src', 'desk/report', 'desk/thread'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.tsx?$/.test(file) && !/\.spec\.tsx?$/.test(file)),
);

const EXPORTED = /^export (?:(?:async|abstract) )?(?:const|class|interface|type|function\*?) (\w+)/gm;

/** Returns the names that a file declares and exports. */
function exportsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(EXPORTED)].map(([, name]) => name!);
}

describe('exported names of src, desk/report and desk/thread', () => {
  const declared = sources.flatMap((file) => exportsOf(file).map((name) => ({ name, file })));

  it('are found in every kind of declaration', () => {
    const names = new Set(declared.map(({ name }) => name));
    const examples = ['MINUTE_MS', 'intervalMs', 'openDatabase', 'Metrics', 'Span', 'Interval', 'isTime'];
    expect(examples.filter((example) => !names.has(example))).toEqual([]);
  });

  it('are declared in only one file each, so that a name has one meaning', () => {
    const fileOf = new Map(declared.map(({ name, file }) => [name, file]));
    expect(declared.filter(({ name, file }) => fileOf.get(name) !== file)).toEqual([]);
  });
});

describe('service files', () => {
  const services = sources.filter((file) => file.endsWith('.service.ts'));
  const classOf = (file: string): string =>
    file
      .slice(file.lastIndexOf('/') + 1, -'.ts'.length)
      .replace(/(?:^|[-.])(\w)/g, (_, letter: string) => letter.toUpperCase());

  it('export the class that they are named for', () => {
    expect(services.length).toBeGreaterThan(20);
    expect(services.filter((file) => !exportsOf(file).includes(classOf(file)))).toEqual([]);
  });
});
