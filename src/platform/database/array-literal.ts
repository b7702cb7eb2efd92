/**
 * Returns an array parameter of texts, quoted and escaped. Source: PostgreSQL documentation, "Array Input and Output
 * Syntax". (Benchmark: "ingest, batches of 500".)
 */
export function textsLiteral(values: readonly string[]): string {
  let text = '{';
  for (let i = 0; i < values.length; i += 1) text += `${i === 0 ? '"' : ',"'}${escaped(values[i] ?? '')}"`;
  return `${text}}`;
}

const NEEDS_ESCAPE = /["\\]/;

const escaped = (text: string): string =>
  NEEDS_ESCAPE.test(text) ? text.replaceAll(/["\\]/g, String.raw`\$&`) : text;
