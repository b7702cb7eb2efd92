import type { TrialParameters, SampleRun } from './windows.js';

/**
 * Returns whether two runs have equal parameters and the same version of the code. Two runs without a version count as
 * having the same version.
 */
export const sameRun = (one: SampleRun, other: SampleRun): boolean =>
  one.codeVersion === other.codeVersion && sameParameters(one.parameters, other.parameters);

/** Returns whether two sets of parameters have the same names, types and values. */
export function sameParameters(one: TrialParameters, other: TrialParameters): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && one[name] === other[name])
  );
}
