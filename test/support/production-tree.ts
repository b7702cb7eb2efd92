import { chmod, copyFile, cp, link, mkdir, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** An entry of package-lock.json. */
interface LockedPackage {
  readonly dev?: boolean;
  readonly optional?: boolean;
}

/**
 * What the image holds in its WORKDIR: the build, package.json and the packages that `npm ci --omit=dev` would install.
 * They are taken by hard links from the packages of the checkout, so that no network is needed.
 */
export async function makeProductionTree(directory: string): Promise<void> {
  await copyFile('package.json', join(directory, 'package.json'));
  await cp('dist', join(directory, 'dist'), { recursive: true });
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

/** Packages within a package have entries of their own. */
async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && entry.name !== 'node_modules') await linkTree(source, target);
    else if (entry.isFile()) await link(source, target).catch(() => copyFile(source, target));
  }
}

/** Takes the right to write from every directory of a tree; its files may be links to those of the checkout. */
export async function makeReadOnly(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (entry.isDirectory()) await makeReadOnly(join(directory, entry.name));
  }
  await chmod(directory, 0o555);
}

const IMPORT = /(?:from|import|import\(|require\() ?'((?:@[\w.-]+\/)?[\w.-]+(?:\/[\w./-]+)?|node:[\w/]+)'/g;

/** The names of packages that the build imports, each with a file that does. */
export async function importedPackages(directory: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const files = (await readdir(directory, { recursive: true })).filter((file) => file.endsWith('.js'));
  for (const file of files) {
    const text = await readFile(join(directory, file), 'utf8');
    for (const [, specifier = ''] of text.matchAll(IMPORT)) {
      if (specifier.startsWith('.') || specifier.startsWith('node:')) continue;
      const parts = specifier.split('/');
      found.set(parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/'), file);
    }
  }
  return found;
}
