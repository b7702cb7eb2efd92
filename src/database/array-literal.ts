/** An array parameter of numbers; null is NULL. Cheaper than what pg makes of an array, which quotes every element. */
export function numbersLiteral(values: readonly (number | null)[]): string {
  let text = '{';
  for (let i = 0; i < values.length; i += 1) text += `${i === 0 ? '' : ','}${values[i] ?? 'NULL'}`;
  return `${text}}`;
}

/** An array parameter of texts, quoted and escaped. Source: PostgreSQL documentation, "Array Input and Output Syntax". */
export function textsLiteral(values: readonly string[]): string {
  let text = '{';
  for (let i = 0; i < values.length; i += 1) text += `${i === 0 ? '"' : ',"'}${escaped(values[i] ?? '')}"`;
  return `${text}}`;
}

const NEEDS_ESCAPE = /["\\]/;

const escaped = (text: string): string =>
  NEEDS_ESCAPE.test(text) ? text.replaceAll(/["\\]/g, String.raw`\$&`) : text;
