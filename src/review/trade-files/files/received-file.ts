import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { decodedText } from './decoded-text.js';
import { KIND_BYTES, binaryProblem, isHtml } from './file-kinds.js';
import { startedStream } from '../../../shared/text/started-stream.js';
import { TradeFileError, TradeFileTooLarge } from './trade-file-error.js';
import { areOfWorkbook } from './zip-entries.js';
import { withZip, zipMember } from './zip-member.js';

/** First bytes of a zip: `PK\3\4`, or `PK\5\6` if the zip has no entries. */
const ZIP_STARTS = new Set(['504b0304', '504b0506']);

/** A csv or a JSON as its text, or a file with tables by its path. */
export type ReceivedFile =
  | { readonly kind: 'text'; readonly text: AsyncIterable<Buffer> }
  | { readonly kind: 'workbook' | 'html'; readonly path: string };

/** Returns the path of a received file in its directory, if the file is a zip. */
export const receivedZip = (directory: string): string => join(directory, 'received.zip');

/**
 * Returns a file, which may be zipped. The limit applies to the received bytes and to the unpacked bytes.
 * @param file path of a file, or the bytes as they arrive
 * @param directory for storing a zip while it is read, because its list of members is at its end, and a file with
 * tables, because a thread reads it
 * @throws TradeFileError for a file of another kind; TradeFileTooLarge beyond `maxBytes`, also while the text is read
 */
export async function receivedFile(
  file: string | AsyncIterable<Uint8Array>,
  directory: string,
  maxBytes: number,
): Promise<ReceivedFile> {
  const received = typeof file === 'string' ? (createReadStream(file) as AsyncIterable<Buffer>) : file;
  const { start, chunks, close } = await startedStream(limited(received, maxBytes), KIND_BYTES);
  if (start.length === 0) throw new TradeFileError('file', 'is empty');
  const problem = binaryProblem(start);
  if (problem !== undefined) {
    await close();
    throw new TradeFileError('file', problem);
  }
  if (!ZIP_STARTS.has(start.subarray(0, 4).toString('hex'))) return textOrPage(start, chunks, directory);
  const zip = receivedZip(directory);
  await pipeline(chunks, createWriteStream(zip, { mode: 0o600 }));
  if (await withZip(zip, (_, entries) => Promise.resolve(areOfWorkbook(entries))))
    return { kind: 'workbook', path: zip };
  const member = await startedStream(limited(zipMember(zip), maxBytes), KIND_BYTES);
  return textOrPage(member.start, member.chunks, directory);
}

async function textOrPage(
  start: Buffer,
  chunks: AsyncIterable<Buffer>,
  directory: string,
): Promise<ReceivedFile> {
  if (!isHtml(start)) return { kind: 'text', text: decodedText(chunks) };
  const path = join(directory, 'received.html');
  await pipeline(chunks, createWriteStream(path, { mode: 0o600 }));
  return { kind: 'html', path };
}

/**
 * Passes on the chunks of a file.
 * @throws TradeFileTooLarge beyond `maxBytes`
 */
async function* limited(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new TradeFileTooLarge(`The file has more than ${maxBytes} bytes.`);
    yield chunk;
  }
}
