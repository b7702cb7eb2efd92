import { ticks } from 'd3-array';

type Pair = readonly [number, number];

/**
 * Maps values to positions in a drawing. d3-scale is not used, because it also contains formats, colours and
 * interpolation, and would be a third of the page's script.
 */
export interface Scale {
  (value: number): number;
  domain(): [number, number];
  range(): [number, number];
  invert(pixel: number): number;
  /** Returns round values of the domain in ascending order, about as many as requested. */
  ticks(about: number): number[];
}

export function scaleLinear([low, high]: Pair, [start, end]: Pair): Scale {
  const perUnit = (end - start) / (high - low || 1);
  const scale = (value: number) => start + (value - low) * perUnit;
  return Object.assign(scale, {
    domain: (): [number, number] => [low, high],
    range: (): [number, number] => [start, end],
    invert: (pixel: number) => low + (pixel - start) / perUnit,
    ticks: (about: number) => ticks(low, high, about),
  });
}

/** @param domain both ends must be above 0 */
export function scaleLog([low, high]: Pair, range: Pair): Scale {
  const logarithms = scaleLinear([Math.log10(low), Math.log10(high)], range);
  const scale = (value: number) => logarithms(Math.log10(value));
  return Object.assign(scale, {
    domain: (): [number, number] => [low, high],
    range: () => logarithms.range(),
    invert: (pixel: number) => 10 ** logarithms.invert(pixel),
    ticks: (about: number) => (high / low < 10 ? ticks(low, high, about) : decadeTicks(low, high, about)),
  });
}

/** Returns 1, 2 and 5 times powers of ten, or only powers of ten if there would be too many values. */
function decadeTicks(low: number, high: number, about: number): number[] {
  const first = Math.floor(Math.log10(low));
  const decades = Math.ceil(Math.log10(high)) - first;
  const steps = decades * 3 <= about * 2 ? [1, 2, 5] : [1];
  return Array.from({ length: decades + 1 }, (_, decade) => 10 ** (first + decade))
    .flatMap((power) => steps.map((step) => step * power))
    .filter((value) => value >= low && value <= high);
}
