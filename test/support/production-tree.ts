import { chmod, copyFile, cp, link, mkdir, readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** An entry of package-lock.json. */
interface LockedPackage {
  readonly dev?: boolean;
  readonly optional?: boolean;
}

/** The files in the WORKDIR of the image beside node_modules. `dist` contains only the build of the service. */
const FILES = ['package.json', 'scripts/build.js', 'dist/src', 'dist/desk', 'dist/page', 'dist/ormconfig.js'];

/**
 * Creates the content of the image's WORKDIR, with the packages that `npm ci --omit=dev` would install. The packages
 * are hard links to the packages of the checkout, so no network is needed.
 */
export async function makeProductionTree(directory: string): Promise<void> {
  for (const file of FILES) await cp(file, join(directory, file), { recursive: true });
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>;
  };
  for (const [path, { dev, optional }] of Object.entries(packages)) {
    if (path === '' || dev) continue;
    try {
      await linkTree(path, join(directory, path));
    } catch (error) {
      if (!optional || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

/** Links the files of a package, but not the packages inside its directory, because these have entries of their own. */
async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && entry.name !== 'node_modules') await linkTree(source, target);
    else if (entry.isFile()) await link(source, target).catch(() => copyFile(source, target));
  }
}

/**
 * Makes every directory of a tree read-only. Does not change the files, because they may be hard links to files of the
 * checkout.
 */
export async function makeReadOnly(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (entry.isDirectory()) await makeReadOnly(join(directory, entry.name));
  }
  await chmod(directory, 0o555);
}

/** Matches the name of a package at the start of a specifier, but not `node:…` or `#…`. */
const PACKAGE = /^(@[\w.-]+\/)?[\w.-]+(?=\/|$)/;

const IMPORT = /(?<!\.)(?:from|import|import\(|require\(|new URL\() ?'([^']+)'/g;

/** Returns the packages (by name) and the files (by path) that a build imports. */
export async function importsOf(directory: string): Promise<{ packages: Set<string>; files: Set<string> }> {
  const packages = new Set<string>();
  const files = new Set<string>();
  const all = (await readdir(directory, { recursive: true })).filter((file) => file.endsWith('.js'));
  for (const file of all) {
    const text = await readFile(join(directory, file), 'utf8');
    for (const [, specifier = ''] of text.matchAll(IMPORT)) {
      if (/^\.{1,2}\/./.test(specifier)) files.add(join(directory, dirname(file), specifier));
      else if (PACKAGE.test(specifier)) packages.add(PACKAGE.exec(specifier)![0]);
    }
  }
  return { packages, files };
}
