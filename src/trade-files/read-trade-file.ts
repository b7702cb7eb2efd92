import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { FieldProblem } from '../problems/problem.js';
import { clientIds } from './columns/client-ids.js';
import { ConvertedTrades, type WantedMarket } from './converted-trades.js';
import { CSV_FORMATS, type ImportSource, JSON_FORMATS } from './formats/formats.js';
import type { FileFacts, ImportedTrade } from './imported-trade.js';
import { isNewestFirst } from './columns/is-newest-first.js';
import { JsonLinesFile } from './files/json-lines-file.js';
import { NO_PROFITS, profitFacts } from './columns/profit-facts.js';
import { rawNumbers } from './columns/raw-numbers.js';
import { rawTimes } from './columns/raw-times.js';
import type { ImportOptions, StatedStops } from './formats/import-options.js';
import type { RawTrade } from './formats/raw-trade.js';
import { RawTrades } from './columns/raw-trades.js';
import { readCsvTrades } from './read-csv-trades.js';
import { receivedText } from './files/received-text.js';
import { RowReports, type SkippedRow } from './columns/row-reports.js';
import { startedStream } from './files/started-stream.js';
import { temporaryDirectory } from './files/temporary-files.js';
import { TradeFileError } from './files/trade-file-error.js';

export interface ImportLimits {
  /** Maximum number of bytes, both of the received file and of its unpacked text. */
  readonly bytes: number;
  readonly trades: number;
}

/** How stops were read that may have been moved after the entry; `none` if the file has no such stop. */
export type FileStops = StatedStops | 'none';

/** A file whose trades have all been read and checked. The trades are in a temporary file until `close`. */
export interface TradeFile {
  readonly source: ImportSource;
  readonly stops: FileStops;
  /** What row numbers count: lines of a csv, from 1, or trades of JSON, from 0. */
  readonly rowsAre: 'lines' | 'trades';
  /** Number of trades in `batches`. Without problems, these are all trades of the file. */
  readonly tradeCount: number;
  readonly markets: readonly WantedMarket[];
  /** The first 100 rows that are not closed trades. */
  readonly skipped: readonly SkippedRow[];
  readonly skippedCount: number;
  /**
   * The first 100 wrong fields. A file with problems must not be stored. After very many problems, reading has stopped.
   */
  readonly problems: readonly FieldProblem[];
  readonly problemCount: number;
  /** Yields the trades in the order of the file. May be called more than once. */
  readonly batches: (size?: number) => AsyncIterable<readonly ImportedTrade[]>;
  /** Removes the temporary file. */
  readonly close: () => Promise<void>;
}

/** Number of rows that are converted before other requests can run. */
const ROWS_AT_A_TIME = 100;

/** Number of bytes at the start of a file that are enough to distinguish JSON from csv. */
const START_BYTES = 1024;

/**
 * Reads and checks a whole file of trades, written by another tool or by this service.
 * @param file path of the file, or its bytes as they arrive. The file is csv, JSON, or a zip with one of them.
 * @throws TradeFileError (400) if the file as a whole cannot be read; TradeFileTooLarge (413)
 */
export async function readTradeFile(
  file: string | AsyncIterable<Uint8Array>,
  options: ImportOptions,
  limits: ImportLimits,
): Promise<TradeFile> {
  const directory = await temporaryDirectory();
  const close = () => rm(directory, { recursive: true, force: true });
  const files = {
    raws: new JsonLinesFile<RawTrade>(join(directory, 'rows')),
    trades: new JsonLinesFile<ImportedTrade>(join(directory, 'trades')),
  };
  try {
    const reports = new RowReports();
    let converted: ConvertedTrades | undefined;
    const convert = (raw: RawTrade) => {
      converted ??= new ConvertedTrades(files.trades, reports, fileFacts(raws, options));
      converted.add(raw, raw.clientId!);
    };
    const raws = new RawTrades(files.raws, reports, limits.trades, options, convert);
    const text = await receivedText(file, directory, limits.bytes);
    for await (const _ of await readRaws(text, raws, options)) {
      await files.raws.flush();
      await files.trades.flush();
      await setImmediate();
      if (reports.areTooMany) break;
    }
    await files.raws.finish();
    if (files.raws.count > 0 && !reports.areTooMany)
      converted = await convertAll(raws, files.trades, options);
    await files.trades.finish();
    return {
      source: raws.source,
      stops: raws.hasPrintedStops ? (options.stops ?? 'unknown') : 'none',
      rowsAre: reports.rowsAre,
      tradeCount: files.trades.count,
      markets: converted?.markets ?? [],
      skipped: reports.skipped,
      skippedCount: reports.skippedCount,
      problems: reports.problems,
      problemCount: reports.problemCount,
      batches: (size = 1000) => files.trades.batches(size),
      close,
    };
  } catch (error) {
    await Promise.all([files.raws.destroy(), files.trades.destroy()]);
    await close();
    throw error;
  }
}

async function readRaws(
  text: AsyncIterable<Buffer>,
  raws: RawTrades,
  { source, strategyName }: ImportOptions,
): Promise<AsyncIterable<void>> {
  const { start, chunks, close } = await startedStream(text, START_BYTES);
  const head = start.toString('utf8').trimStart();
  if (head === '' && start.length < START_BYTES) throw new TradeFileError('file', 'is empty');
  const isJson = head.startsWith('{') || head.startsWith('[');
  const isOfCsv = source === undefined || CSV_FORMATS.some((format) => format.source === source);
  if (!isJson && isOfCsv) return readCsvTrades(chunks, raws, source);
  raws.reports.rowsAre = 'trades';
  const format = JSON_FORMATS.find(
    ({ source: own, start }) => own === (source ?? own) && (start?.test(head) ?? true),
  );
  if (!format) {
    await close();
    throw new TradeFileError('source', `is ${source}, which writes csv, but the file is JSON`);
  }
  raws.begin(format);
  return format.read(chunks, raws, strategyName);
}

/** Converts the rows that can be interpreted only after the whole file has been read. */
async function convertAll(
  raws: RawTrades,
  trades: JsonLinesFile<ImportedTrade>,
  options: ImportOptions,
): Promise<ConvertedTrades> {
  const facts = fileFacts(raws, options);
  const profits = await profitFacts(raws, facts.numbers);
  const clientId = clientIds(raws, await isNewestFirst(raws, facts.times));
  const converted = new ConvertedTrades(trades, raws.reports, { ...facts, profits });
  let index = 0;
  for await (const batch of raws.file.batches(ROWS_AT_A_TIME)) {
    for (const raw of batch) converted.add(raw, clientId(raw, index++));
    await trades.flush();
    await setImmediate();
  }
  return converted;
}

const fileFacts = (raws: RawTrades, options: ImportOptions): FileFacts => ({
  traits: raws.traits,
  numbers: rawNumbers(raws),
  times: rawTimes(raws, options),
  profits: NO_PROFITS,
  symbol: options.symbol,
});
