import { createHash } from 'node:crypto';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { MINUTE_MS, ceilToInterval } from '../../shared/market/intervals.js';
import { type Span, mergeSpans, subtractSpans } from '../../shared/market/spans.js';

export interface RandomStart {
  /** Number of possible starts. */
  readonly candidates: number;
  /** The start that was drawn, epoch ms; null if there are no candidates. */
  readonly start: number | null;
}

/**
 * Draws the start of a range within a source. The candidates are the whole minutes from which the range lies within the
 * source and does not overlap a seen span. The same seed and number always draw the same candidate.
 * @param draw number of draws before this one
 * @param seen ascending and disjoint
 */
export function randomStart(
  source: Span,
  length: number,
  { seed, draw }: { readonly seed: number; readonly draw: number },
  seen: readonly Span[],
): RandomStart {
  const first = ceilToInterval(source.start, '1m');
  const count = Math.floor((source.end - length - first) / MINUTE_MS) + 1;
  const free = subtractSpans(
    count > 0 ? [{ start: 0, end: count }] : [],
    mergeSpans(overlapping(seen, first, length)),
  );
  const candidates = free.reduce((sum, { start, end }) => sum + end - start, 0);
  if (candidates === 0) return { candidates, start: null };
  let place = uniformInt(generatorOf(seed, draw), 0, candidates - 1);
  for (const { start, end } of free) {
    if (place < end - start) return { candidates, start: first + (start + place) * MINUTE_MS };
    place -= end - start;
  }
  throw new Error('The place of a candidate is less than their number.');
}

/** Returns the starts, in minutes after the first, from which the range would overlap a seen span. */
const overlapping = (seen: readonly Span[], first: number, length: number): Span[] =>
  seen.map(({ start, end }) => ({
    start: Math.floor((start - length - first) / MINUTE_MS) + 1,
    end: Math.ceil((end - first) / MINUTE_MS),
  }));

/** The seeds are hashed, because neighbouring seeds of the generator give neighbouring first numbers. */
function generatorOf(seed: number, draw: number) {
  const hash = createHash('sha256').update(`${seed}:${draw}`).digest();
  return xoroshiro128plus(hash.readUInt32BE(0));
}
