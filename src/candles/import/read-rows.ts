import type { CandleRows } from './candle-rows.js';
import { readCsv } from './read-csv.js';
import { readJson } from './read-json.js';

/** Matches the start of JSON: a bracket, after an optional byte order mark and white space. */
const JSON_START = /^(?:\u00ef\u00bb\u00bf)?\s*\[/;

/** Passes every row of a text to `rows`. A text that begins with a bracket is JSON. Any other text is csv. */
export async function readRows(text: AsyncIterable<Buffer>, rows: CandleRows): Promise<void> {
  const chunks = text[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) return;
  const isJson = JSON_START.test(first.value.toString('latin1'));
  await (isJson ? readJson : readCsv)(joined(first.value, chunks), rows);
}

async function* joined(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
