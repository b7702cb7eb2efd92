/**
 * Returns a PostgreSQL regular expression that matches a text case-insensitively. The expression lists the cases of
 * each character, because `lower` and ILIKE depend on the locale of the database: in "C", they convert only A to Z.
 */
export const anyCasePattern = (text: string): string => Array.from(text, patternOf).join('');

const SPECIAL = /[\\^$.[\](){}*+?|]/;

function patternOf(character: string): string {
  const cases = casesOf().get(character);
  if (cases) return `[${[...cases].join('')}]`;
  return SPECIAL.test(character) ? `\\${character}` : character;
}

type Cases = ReadonlyMap<string, ReadonlySet<string>>;

let cases: Cases | undefined;

/** The table is computed at the first search, because this takes about 30 ms. */
const casesOf = (): Cases => (cases ??= allCases());

/** End of the first two planes of Unicode. No letter beyond these planes has cases. */
const END_OF_LETTERS = 0x20000;

/**
 * Returns, for each character, all other characters that are the same letter in a different case. A conversion may work
 * in one direction only: ς converts to Σ, and Σ to σ, but σ never to ς. Characters that are linked only in this way are
 * included as well.
 */
function allCases(): Cases {
  const all = new Map<string, Set<string>>();
  for (let code = 0; code < END_OF_LETTERS; code += 1) {
    const character = String.fromCodePoint(code);
    const others = [character.toUpperCase(), character.toLowerCase()].filter(
      (other) => other !== character && isSingle(other),
    );
    for (const other of others) join(all, character, other);
  }
  return all;
}

/** Some case conversions give several characters, such as SS for ß. Conversions of this kind are ignored. */
const isSingle = (text: string): boolean => text.length === 1 || [...text].length === 1;

function join(all: Map<string, Set<string>>, one: string, other: string): void {
  const joined = new Set([...(all.get(one) ?? [one]), ...(all.get(other) ?? [other])]);
  for (const character of joined) all.set(character, joined);
}
