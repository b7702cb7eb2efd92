import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { ImportedTrade } from '../../src/review/trade-files/imported-trade.js';
import type { ImportOptions } from '../../src/review/trade-files/formats/import-options.js';
import { readTradeFile } from '../../src/review/trade-files/read-trade-file.js';
import type { ImportLimits } from '../../src/review/trade-files/run-file-reading.js';
import { parseTables } from '../../src/review/trade-files/tables/parse-tables.js';
import type { TradeFile } from '../../src/review/trade-files/trade-file.js';

/** Tables are parsed without a thread, whose program exists only in the build. */
export const IMPORT_LIMITS: ImportLimits = { bytes: 64_000_000, trades: 100_000, parseTables };

/** Yields a file in parts of the size that a socket delivers. */
export async function* inParts(content: string | Buffer, size = 65_536): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(content as string);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export interface ReadTrades extends TradeFile {
  readonly trades: readonly ImportedTrade[];
}

/** Reads a whole file of trades. */
export async function readTrades(
  content: string | Buffer | AsyncIterable<Uint8Array>,
  options: ImportOptions = {},
  limits: ImportLimits = IMPORT_LIMITS,
): Promise<ReadTrades> {
  const bytes = typeof content === 'string' || Buffer.isBuffer(content) ? inParts(content) : content;
  const file = await readTradeFile(bytes, options, limits);
  try {
    const trades: ImportedTrade[] = [];
    for await (const batch of file.batches()) trades.push(...batch);
    return { ...file, trades };
  } finally {
    await file.close();
  }
}

/** Returns why a file is refused: `field: message`, or the message of a file that is too large. */
export async function refusal(
  content: Parameters<typeof readTrades>[0],
  options: ImportOptions = {},
  limits: ImportLimits = IMPORT_LIMITS,
): Promise<string> {
  try {
    const { problems } = await readTrades(content, options, limits);
    return problems.map(({ field, message }) => `${field}: ${message}`).join('\n') || 'not refused';
  } catch (error) {
    const { name, field, message } = error as Error & { field?: string };
    return `${name}: ${field === undefined ? '' : `${field} `}${message}`;
  }
}

/** Returns the temporary directories of imports in progress in this process. */
export const temporaryFiles = async (): Promise<string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith(`trade-import-${process.pid}-`));

export const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;
