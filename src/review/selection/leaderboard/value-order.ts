/** A value by which sessions are sorted and filtered. Null stands for an undefined value. */
export type RankedValue = number | string | boolean | null;

/** A position in the list: the part of the list, and the value and the id of a session. */
export type Place = readonly [part: number, value: RankedValue, id: string];

/**
 * Compares values by which a list is sorted. Numbers come before texts, texts before false, and false before true.
 * Texts are in code-point order. In both directions, undefined values come last.
 */
export function compareValuesIn(order: 'asc' | 'desc', one: RankedValue, other: RankedValue): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const difference = compareValues(one, other);
  return order === 'asc' ? difference : -difference;
}

/** Compares positions in a list. Sessions with equal values are sorted by ascending id. */
export const comparePlaces = (
  order: 'asc' | 'desc',
  [part, value, id]: Place,
  [otherPart, other, otherId]: Place,
): number => part - otherPart || compareValuesIn(order, value, other) || compareTexts(id, otherId);

/** Compares defined values in ascending order. */
export function compareValues(one: NonNullable<RankedValue>, other: NonNullable<RankedValue>): number {
  const kinds = kindOf(one) - kindOf(other);
  if (kinds !== 0) return kinds;
  if (typeof one === 'string') return compareTexts(one, other as string);
  return Number(one) - Number(other);
}

const KINDS = ['number', 'string', 'boolean'];
const kindOf = (value: NonNullable<RankedValue>): number => KINDS.indexOf(typeof value);

/** Compares two texts by their code points. */
export function compareTexts(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let i = 0; i < length; i++) {
    const [a, b] = [one.charCodeAt(i), other.charCodeAt(i)];
    if (a !== b) return codePointRank(a) - codePointRank(b);
  }
  return one.length - other.length;
}

/**
 * Returns a number whose order is the code-point order of UTF-16 code units. Surrogates represent the code points from
 * U+10000 on, so their number is above the numbers of all other units.
 */
const codePointRank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
