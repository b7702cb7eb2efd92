import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { FieldProblem } from '../../common/problem.js';
import type { Feed } from '../../market/feeds.js';
import { clientIds } from './client-ids.js';
import { FREQTRADE_TRAITS, readFreqtrade } from './formats/freqtrade.js';
import { NDJSON_START, NDJSON_TRAITS, readExportedNdjson } from './formats/exported-ndjson.js';
import { importedTrade, type FileFacts, type ImportedTrade } from './imported-trade.js';
import { JsonLinesFile } from './json-lines-file.js';
import { profitFacts } from './profit-facts.js';
import { rawNumbers } from './raw-numbers.js';
import { rawTimes } from './raw-times.js';
import type { ImportOptions, ImportSource } from './raw-trade.js';
import { RawTrades, type StoredRawTrade } from './raw-trades.js';
import { readCsvTrades } from './read-csv-trades.js';
import { receivedText } from './received-text.js';
import { RowReports, type SkippedRow } from './row-reports.js';
import { startOf } from './start-of.js';
import { temporaryDirectory } from './temporary-files.js';
import { TradeFileError } from './trade-file-error.js';

export interface ImportLimits {
  /** Of the file as it is received, and of its text once it is unpacked. */
  readonly bytes: number;
  readonly trades: number;
}

/** A symbol, and a feed where the file names one, that an asset is needed for. */
export interface WantedMarket {
  readonly symbol: string;
  readonly feed: Feed | undefined;
}

/** A file whose trades are all read and checked. They wait in a temporary file until `close`. */
export interface TradeFile {
  readonly source: ImportSource;
  /** What the number of a row counts: lines of a csv, from 1, or trades of JSON, from 0. */
  readonly rowsAre: 'lines' | 'trades';
  /** Trades that `batches` has: all of the file if there is no problem. */
  readonly tradeCount: number;
  readonly markets: readonly WantedMarket[];
  /** Rows that are no closed trades: the first 100. */
  readonly skipped: readonly SkippedRow[];
  readonly skippedCount: number;
  /** Fields that are wrong, the first 100. With any problem the file must not be stored, and with very many it is not read on. */
  readonly problems: readonly FieldProblem[];
  readonly problemCount: number;
  /** The trades in the order of the file. May be read again. */
  readonly batches: (size?: number) => AsyncIterable<readonly ImportedTrade[]>;
  /** Removes the temporary file. */
  readonly close: () => Promise<void>;
}

/** This many rows are converted before other requests have their turn. */
const ROWS_AT_A_TIME = 100;

/** Enough to tell JSON from csv. */
const START_BYTES = 1024;

/**
 * Reads a file of trades that another tool, or this service, has written, and checks all of it.
 * @param file its path, or its bytes as they arrive; csv, JSON, or a zip with one of them
 * @throws TradeFileError (400) when the file as a whole cannot be read, TradeFileTooLarge (413)
 */
export async function readTradeFile(
  file: string | AsyncIterable<Uint8Array>,
  options: ImportOptions,
  limits: ImportLimits,
): Promise<TradeFile> {
  const directory = await temporaryDirectory();
  const close = () => rm(directory, { recursive: true, force: true });
  const files = {
    raws: new JsonLinesFile<StoredRawTrade>(join(directory, 'rows')),
    trades: new JsonLinesFile<ImportedTrade>(join(directory, 'trades')),
  };
  try {
    const raws = new RawTrades(files.raws, new RowReports(), limits.trades, options.symbol);
    const text = await receivedText(file, directory, limits.bytes);
    for await (const _ of await readRaws(text, raws, options)) {
      await files.raws.flush();
      await setImmediate();
      if (raws.reports.areTooMany) break;
    }
    await files.raws.finish();
    const { reports } = raws;
    const markets = reports.areTooMany ? [] : await convert(raws, files.trades, options);
    return {
      source: raws.traits.source,
      rowsAre: reports.rowsAre,
      tradeCount: files.trades.count,
      markets,
      skipped: reports.skipped,
      skippedCount: reports.skippedCount,
      problems: reports.problems,
      problemCount: reports.problemCount,
      batches: (size = 1000) => files.trades.batches(size),
      close,
    };
  } catch (error) {
    files.raws.destroy();
    files.trades.destroy();
    await close();
    throw error;
  }
}

async function readRaws(
  text: AsyncIterable<Buffer>,
  raws: RawTrades,
  { source, strategyName }: ImportOptions,
): Promise<AsyncIterable<void>> {
  const { start, chunks, close } = await startOf(text, START_BYTES);
  const head = start.toString('utf8').trimStart();
  if (head === '' && start.length < START_BYTES) throw new TradeFileError('file', 'is empty');
  const isJson = head.startsWith('{') || head.startsWith('[');
  if (!isJson && source !== 'freqtrade') return readCsvTrades(chunks, raws, source);
  raws.reports.rowsAre = 'trades';
  if (NDJSON_START.test(head) && (source ?? 'csv') === 'csv') {
    raws.begin(NDJSON_TRAITS);
    return readExportedNdjson(chunks, raws);
  }
  if (source !== undefined && source !== 'freqtrade') {
    await close();
    throw new TradeFileError('source', `is ${source}, which writes csv, but the file is JSON`);
  }
  raws.begin(FREQTRADE_TRAITS);
  return readFreqtrade(chunks, raws, strategyName);
}

/** Writes the trades of the rows, and puts what is wrong with any of them into the reports. */
async function convert(
  raws: RawTrades,
  trades: JsonLinesFile<ImportedTrade>,
  options: ImportOptions,
): Promise<readonly WantedMarket[]> {
  const { reports, traits } = raws;
  const numbers = rawNumbers(raws);
  const times = rawTimes(raws, options);
  const profits = await profitFacts(raws, numbers);
  const facts: FileFacts = { traits, numbers, times, profits, symbol: options.symbol };
  const clientId = clientIds(traits.source, raws.sameEntries, isNewestFirst(raws, times));
  const rowOfClientId = new Map<string, number>();
  const markets = new Map<string, WantedMarket>();
  for await (const batch of raws.file.batches(ROWS_AT_A_TIME)) {
    for (const raw of batch) {
      const id = clientId(raw);
      const trade = importedTrade(raw, id, facts, (field, message) =>
        reports.problem(raw.row, field, message),
      );
      if (!trade) continue;
      // Those that the file does not give are made to differ.
      if (raw.clientId !== undefined) {
        const first = rowOfClientId.get(id);
        if (first === undefined) rowOfClientId.set(id, raw.row);
        else reports.problem(raw.row, 'clientId', `repeats that of ${reports.rowsAre}[${first}]`);
      }
      const { symbol, feed } = trade;
      markets.set(`${symbol} ${feed ?? ''}`, { symbol, feed });
      trades.add(trade);
    }
    await trades.flush();
    await setImmediate();
  }
  await trades.finish();
  return [...markets.values()];
}

function isNewestFirst({ first, last }: RawTrades, times: (text: string) => number): boolean {
  return first !== undefined && last !== undefined && times(first.entryTime) > times(last.entryTime);
}
