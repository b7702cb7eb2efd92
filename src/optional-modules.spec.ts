import { readFileSync, readdirSync } from 'node:fs';
import { REMOVED_WITH } from '../test/support/reduced-features.js';

const textOf = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Returns the features whose modules a file imports. */
const importedBy = (path: string): string[] =>
  [...textOf(path).matchAll(/from '[^']*\/([a-z-]+)\/\1\.module\.js'/g)]
    .map(([, feature]) => feature!)
    .filter((feature) => feature in REMOVED_WITH);

const features = readdirSync(new URL('review', import.meta.url)).toSorted();
const imports = new Map(
  features.map((feature) => [feature, importedBy(`review/${feature}/${feature}.module.ts`)]),
);

/** Returns whether a module imports another one, directly or through other modules. */
const reaches = (one: string, other: string): boolean =>
  imports.get(one)!.some((feature) => feature === other || reaches(feature, other));

describe('the features beyond the contract', () => {
  it('are all folders of review, each with one line in the list', () => {
    expect(Object.keys(REMOVED_WITH)).toEqual(features);
    expect(importedBy('optional-modules.ts').toSorted()).toEqual(features);
  });

  it('are removed with the features that import them, and no others', () => {
    for (const feature of features) {
      const others = features.filter((other) => reaches(other, feature));
      expect([feature, others]).toEqual([feature, REMOVED_WITH[feature]]);
    }
  });

  it('are named by no other part of the composition root and by no module of the contract', () => {
    const modules = ['projects', 'sessions', 'trades', 'stats', 'candles'].map(
      (name) => `${name}/${name}.module.ts`,
    );
    const root = readdirSync(new URL('.', import.meta.url)).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && file !== 'optional-modules.ts',
    );
    for (const file of [...modules, ...root])
      expect([file, textOf(file).includes('/review/')]).toEqual([file, false]);
  });
});
