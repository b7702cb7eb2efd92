import { readFileSync } from 'node:fs';

interface LockedPackage {
  readonly integrity?: string;
  /** True for a directory of this repository. */
  readonly link?: boolean;
  /** True if the package is inside the archive of another package. */
  readonly inBundle?: boolean;
}

/** Returns the packages that `npm ci` fetches on any operating system. */
function fetched(file: string): [path: string, LockedPackage][] {
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockedPackage> };
  return Object.entries(packages).filter(
    ([path, { link, inBundle }]) => path.includes('node_modules/') && !link && !inBundle,
  );
}

it('every package that an installation fetches has a hash, also the packages for other operating systems', () => {
  const all = [
    'package-lock.json',
    'samples/front-end/package-lock.json',
    'samples/replay/package-lock.json',
  ].flatMap(fetched);
  expect(all.map(([path]) => path)).toContain('node_modules/@oxlint/binding-win32-x64-msvc');
  const without = all.filter(([, { integrity = '' }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity));
  expect(without.map(([path]) => path)).toEqual([]);
});
