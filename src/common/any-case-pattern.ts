/**
 * A regular expression of PostgreSQL that finds a text in upper and lower case alike. It lists the cases of each character,
 * since what `lower` and ILIKE know of them depends on the locale of the database: in "C" only A to Z.
 */
export const anyCasePattern = (text: string): string => Array.from(text, patternOf).join('');

const SPECIAL = /[\\^$.[\](){}*+?|]/;

function patternOf(character: string): string {
  const upper = character.toUpperCase();
  const cases = new Set([character, upper, character.toLowerCase(), upper.toLowerCase()]);
  // Some cases are several characters, as SS is for ß.
  const single = [...cases].filter((one) => [...one].length === 1);
  if (single.length > 1) return `[${single.join('')}]`;
  return SPECIAL.test(character) ? `\\${character}` : character;
}
