/** The functions are looked up once. In a vm context, as in Jest, look-ups of globals would take most of the time. */
const { floor, imul } = Math;

/** Returns a 32-bit hash of a text (FNV-1a). All randomness of a symbol is derived from this hash. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Returns a new seed from a seed and a whole number. Neighbouring numbers give unrelated seeds. */
export function mixed(seed: number, number: number): number {
  let hash = (seed ^ imul(number | 0, 0x9e3779b1)) >>> 0;
  hash = imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Returns one number in [0, 1) for a seed. */
export const fractionOf = (seed: number): number => mixed(seed, 1) / 0x1_0000_0000;

/** Returns an endless stream of numbers in [0, 1). The same seed gives the same stream (mulberry32). */
export function randomStream(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = imul(state ^ (state >>> 15), state | 1);
    bits = (bits + imul(bits ^ (bits >>> 7), bits | 61)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** Returns smooth noise in [-1, 1]: hashed values at whole numbers, with smooth transitions in between. */
export function smoothNoise(seed: number, at: number): number {
  const left = floor(at);
  const rest = at - left;
  const ease = rest * rest * (3 - 2 * rest);
  const from = fractionOf(mixed(seed, left)) * 2 - 1;
  const to = fractionOf(mixed(seed, left + 1)) * 2 - 1;
  return from + (to - from) * ease;
}
