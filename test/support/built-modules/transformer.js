import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = new URL('../../../', import.meta.url);

/**
 * Turns a source file into a module that exports what the built file in `dist/` exports. A file of a package in
 * `node_modules` is itself the built file. Without this transformer, Jest would compile, link and run the whole service
 * once per suite. With this transformer, each worker loads the service once, and the tests run the same files as users.
 */
export default {
  async processAsync(_source, path) {
    const { href } = builtFile(path);
    const names = Object.keys(await import(href));
    const bindings = names.map((name, i) => [
      `const e${i} = built[${JSON.stringify(name)}];`,
      `e${i} as ${name}`,
    ]);
    return {
      code: [
        `const built = await importBuilt(${JSON.stringify(href)});`,
        ...bindings.map(([constant]) => constant),
        `export { ${bindings.map(([, exported]) => exported).join(', ')} };`,
      ].join('\n'),
    };
  },

  /** The key depends on the content of the built file, because the exported names come from this file. */
  async getCacheKeyAsync(_source, path) {
    const built = builtFile(path);
    return createHash('sha256')
      .update(built.href)
      .update(await readFile(built))
      .digest('hex');
  },
};

function builtFile(path) {
  const file = relative(ROOT.pathname, path);
  // If node_modules is a symbolic link, its files are outside the repository.
  if (/(^|\/)node_modules\//.test(file)) return pathToFileURL(path);
  return new URL(`dist/${file.replace(/\.tsx?$/, '.js')}`, ROOT);
}
