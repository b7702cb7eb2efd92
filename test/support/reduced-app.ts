import type { Type } from '@nestjs/common';
import { optionalModules } from '../../src/optional-modules.js';
import { REMOVED_WITH } from './reduced-features.js';

/** Returns the folder of a feature, such as `trade-files` for `TradeFilesModule`. */
const folderOf = ({ name }: Type): string =>
  name
    .replace(/Module$/, '')
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`)
    .toLowerCase();

/**
 * Returns the features that are left without one of them.
 * @param feature its folder in `src/review/`, or `review` for all features
 */
export function featuresWithout(feature: string): readonly Type[] {
  if (feature === 'review') return [];
  const removed = new Set([feature, ...REMOVED_WITH[feature]!]);
  return optionalModules({ DESK: 'on' }).filter((module) => !removed.has(folderOf(module)));
}
