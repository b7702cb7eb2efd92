import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { toUnits } from '../../../shared/decimal/eight-decimals.js';
import { UNITS_PER_ONE, ratio, unitsIn, whole } from '../../../shared/decimal/exact-sum.js';
import { MAX_DRAWS } from '../random-draws.js';
import { type ChangeParts, allParts, sumOfUnits } from './change-parts.js';

const MAX_PATHS = 10_000;

const SEED = 42;

/**
 * Returns the share of random paths that change the net at least as much as the answers were changed. On a path, each
 * answer that went is a random answer, each second look has the result of a random answer, and each change of an answer
 * has a random sign. Null without parts, or without answers.
 * @param plNet results of the answers as first answered, in trade order
 */
export function chanceOfChange(plNet: Float64Array, parts: ChangeParts): number | null {
  const { removed, edited, costs, secondLooks } = parts;
  const signed = [...edited, ...(costs === null ? [] : [costs])].filter((part) => part !== 0n);
  const draws = removed.length + signed.length + secondLooks.length;
  if (draws === 0 || plNet.length === 0) return null;
  const paths = Math.min(MAX_PATHS, Math.floor(MAX_DRAWS / draws));
  const change = sumOfUnits(allParts(parts));
  const counts = { paths, removed: removed.length, added: secondLooks.length };
  const units = exactUnits(plNet, removed.length + secondLooks.length, signed);
  const reached = units
    ? countPaths({ ...counts, units, signed: signed.map(Number), change: Number(change), ...OF_DOUBLES })
    : countPaths({ ...counts, units: Array.from(plNet, toUnits), signed, change, ...OF_INTEGERS });
  return ratio(whole(1 + reached), whole(1 + paths));
}

/** Sums of a type of number that is exact for all paths. */
interface Paths<Units extends number | bigint> {
  readonly paths: number;
  /** Number of draws that are subtracted. */
  readonly removed: number;
  /** Number of draws that are added. */
  readonly added: number;
  readonly units: { readonly [place: number]: Units; readonly length: number };
  readonly signed: readonly Units[];
  readonly change: Units;
  readonly zero: Units;
  readonly plus: (a: Units, b: Units) => Units;
  readonly minus: (a: Units, b: Units) => Units;
}

const OF_DOUBLES = {
  zero: 0,
  plus: (a: number, b: number) => a + b,
  minus: (a: number, b: number) => a - b,
};

const OF_INTEGERS = {
  zero: 0n,
  plus: (a: bigint, b: bigint) => a + b,
  minus: (a: bigint, b: bigint) => a - b,
};

/** Returns the number of paths whose sum is at least the change. */
function countPaths<Units extends number | bigint>(walk: Paths<Units>): number {
  const { paths, removed, added, units, signed, change, zero, plus, minus } = walk;
  const rng = xoroshiro128plus(SEED);
  const last = units.length - 1;
  let count = 0;
  for (let path = 0; path < paths; path += 1) {
    let sum = zero;
    for (let i = 0; i < removed; i += 1) sum = minus(sum, units[uniformInt(rng, 0, last)]!);
    for (const part of signed) sum = uniformInt(rng, 0, 1) === 1 ? plus(sum, part) : minus(sum, part);
    for (let i = 0; i < added; i += 1) sum = plus(sum, units[uniformInt(rng, 0, last)]!);
    count += Number(sum >= change);
  }
  return count;
}

/**
 * Returns the results as counts of units; null if doubles cannot hold every sum of a path exactly.
 * @param draws number of results in a sum
 * @param signed the other amounts of a sum, in units
 */
function exactUnits(plNet: Float64Array, draws: number, signed: readonly bigint[]): Float64Array | null {
  const units = new Float64Array(plNet.length);
  let greatest = 0;
  for (let i = 0; i < plNet.length; i += 1) {
    units[i] = unitsIn(plNet[i]!);
    greatest = Math.max(greatest, Math.abs(units[i]!));
    if (units[i]! / UNITS_PER_ONE !== plNet[i] || greatest > Number.MAX_SAFE_INTEGER) return null;
  }
  const ofSigned = sumOfUnits(signed.map((part) => (part < 0n ? -part : part)));
  const most = BigInt(greatest) * BigInt(draws) + ofSigned;
  return most <= BigInt(Number.MAX_SAFE_INTEGER) ? units : null;
}
