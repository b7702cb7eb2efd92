import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';

const CONFIGURATION = resolve(import.meta.dirname, '../../tsconfig.json');

const { compilerOptions } = ts.parseConfigFileTextToJson(
  CONFIGURATION,
  readFileSync(CONFIGURATION, 'utf8'),
).config;
// `nodenext` needs the package.json of each file, which `transpileModule` does not read. All sources are ES modules.
const MODULES = { module: 'esnext', moduleResolution: 'bundler' };
const { options } = ts.convertCompilerOptionsFromJson(
  { ...compilerOptions, ...MODULES, sourceMap: false, inlineSourceMap: true, inlineSources: true },
  resolve(CONFIGURATION, '..'),
);

/** Everything that the output depends on, except the source and its path. */
const VERSION = [ts.version, readFileSync(CONFIGURATION), readFileSync(import.meta.filename)];

/** Transpiles TypeScript for Jest, file by file. `npm run check` checks the types. */
export default {
  process: (source, fileName) => ({
    code: ts.transpileModule(source, { compilerOptions: options, fileName }).outputText,
  }),

  getCacheKey: (source, path) =>
    [...VERSION, path, source]
      .reduce((hash, part) => hash.update(part).update('\0'), createHash('sha256'))
      .digest('hex'),
};
