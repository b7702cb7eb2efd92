import { type Hash, createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { bareSymbolOf, symbolOf } from './columns/symbol-of.js';
import { TradeBudget } from './columns/trade-budget.js';
import { markupProblem } from './files/file-kinds.js';
import { type ReceivedFile, receivedFile, receivedZip } from './files/received-file.js';
import { zipTexts } from './files/zip-texts.js';
import { startedStream } from '../../shared/text/started-stream.js';
import { temporaryDirectory } from '../../platform/http/temporary-files.js';
import { TradeFileError } from './files/trade-file-error.js';
import { CSV_FORMATS, type ImportSource, JSON_FORMATS } from './formats/formats.js';
import { freqtradeParameters } from './formats/freqtrade-parameters.js';
import type { RunFacts } from './formats/run-facts.js';
import type { ImportOptions } from './formats/import-options.js';
import type { TradeSink } from './formats/raw-trade.js';
import { readCsvTrades } from './read-csv-trades.js';
import { readTableTrades } from './read-table-trades.js';
import { RunReading } from './run-reading.js';
import type { TablesParser } from './tables/parse-tables.js';
import { parseTablesInThread } from './tables/tables-thread.js';

export interface ImportLimits {
  /** Maximum number of bytes, both of the received file and of its unpacked text. */
  readonly bytes: number;
  readonly trades: number;
  /** Parses workbooks and pages. Default: in a thread. */
  readonly parseTables?: TablesParser;
}

interface WantedRuns {
  /**
   * True if the runs become sessions. If so, all strategies of a file are read unless one is named, and symbols may
   * contain any characters.
   */
  readonly asSessions: boolean;
}

/** Number of bytes at the start of a file that are enough to distinguish JSON from csv. */
const START_BYTES = 1024;

/** Reads the rows of a file, which may have several runs, into temporary files. */
export class RunFileReading {
  readonly runs: RunReading[] = [];
  /** Name of each run's strategy; undefined in a file without strategies. */
  readonly strategies: (string | undefined)[] = [];
  private readonly hash: Hash | null;
  private readonly budget: TradeBudget;

  private constructor(
    private readonly directory: string,
    private readonly options: ImportOptions,
    private readonly limits: ImportLimits,
    private readonly wanted: WantedRuns,
  ) {
    this.hash = wanted.asSessions ? createHash('sha256') : null;
    this.budget = new TradeBudget(limits.trades);
  }

  /** Calls a function with a reading. If the function fails, the temporary files are removed. */
  static async during<Result>(
    options: ImportOptions,
    limits: ImportLimits,
    wanted: WantedRuns,
    work: (reading: RunFileReading) => Promise<Result>,
  ): Promise<Result> {
    const reading = new RunFileReading(await temporaryDirectory('trade'), options, limits, wanted);
    try {
      return await work(reading);
    } catch (error) {
      for (const run of reading.runs) await run.destroy();
      await reading.close();
      throw error;
    }
  }

  /** Removes the temporary files. */
  readonly close = (): Promise<void> => rm(this.directory, { recursive: true, force: true });

  /** Returns the SHA-256 of the text, or of a workbook or page as it is, if the runs become sessions. */
  digest(): Buffer {
    return this.hash!.copy().digest();
  }

  /** Returns the parameters of the strategies, by strategy, if the file is a zip that contains them. */
  async findParameters(): Promise<ReadonlyMap<string, RunFacts['parameters']>> {
    const found = new Map<string, RunFacts['parameters']>();
    const strategies = this.strategies.filter((name) => name !== undefined);
    for await (const [strategy, text] of zipTexts(receivedZip(this.directory), strategies))
      found.set(strategy, freqtradeParameters(text, strategy));
    return found;
  }

  /** @throws TradeFileError, TradeFileTooLarge */
  async read(file: string | AsyncIterable<Uint8Array>): Promise<void> {
    const received = await receivedFile(file, this.directory, this.limits.bytes);
    const steps =
      received.kind === 'text'
        ? await this.readText(this.hashed(received.text))
        : await this.readTables(received.kind, received.path);
    for await (const _ of steps) {
      for (const run of this.runs) await run.flush();
      await setImmediate();
      if (this.runs.some(({ reports }) => reports.areTooMany)) break;
    }
    for (const run of this.runs) await run.endRows();
  }

  private async *hashed(text: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const part of text) {
      this.hash?.update(part);
      yield part;
    }
  }

  private async readTables(
    kind: Exclude<ReceivedFile['kind'], 'text'>,
    path: string,
  ): Promise<AsyncIterable<void>> {
    const { source } = this.options;
    if (!isOfCsv(source))
      throw new TradeFileError('source', `is ${source}, which writes JSON, but the file has tables`);
    if (this.hash) for await (const part of createReadStream(path)) this.hash.update(part as Buffer);
    const rowsPath = join(this.directory, 'tables');
    const { parseTables = parseTablesInThread, bytes } = this.limits;
    await parseTables({ kind, path, rowsPath, mostBytes: bytes });
    return readTableTrades(rowsPath, this.add().raws, source);
  }

  private async readText(text: AsyncIterable<Buffer>): Promise<AsyncIterable<void>> {
    const { source, strategyName } = this.options;
    const { start, chunks, close } = await startedStream(text, START_BYTES);
    const head = start.toString('utf8').trimStart();
    if (head === '' && start.length < START_BYTES) throw new TradeFileError('file', 'is empty');
    const problem = markupProblem(head);
    if (problem !== undefined) {
      await close();
      throw new TradeFileError('file', problem);
    }
    const isJson = head.startsWith('{') || head.startsWith('[');
    if (!isJson && isOfCsv(source)) return readCsvTrades(chunks, this.add().raws, source);
    const format = JSON_FORMATS.find(
      ({ source: own, start }) => own === (source ?? own) && (start?.test(head) ?? true),
    );
    if (!format) {
      await close();
      throw new TradeFileError('source', `is ${source}, which writes csv, but the file is JSON`);
    }
    const begin = (strategy?: string): TradeSink => {
      const { raws, reports } = this.add(strategy);
      reports.rowsAre = 'trades';
      raws.begin({ source: format.source, traits: () => format.traits });
      return raws;
    };
    return format.read(chunks, { strategyName, areAllWanted: this.wanted.asSessions, begin });
  }

  private add(strategy?: string): RunReading {
    const suffix = this.runs.length === 0 ? '' : `-${this.runs.length}`;
    const toSymbol = this.wanted.asSessions ? bareSymbolOf : symbolOf;
    const run = new RunReading(this.directory, suffix, this.options, toSymbol, this.budget);
    this.runs.push(run);
    this.strategies.push(strategy);
    return run;
  }
}

/** Returns whether a source, or a source to be detected, may have rows of a csv. */
function isOfCsv(source: ImportSource | undefined): boolean {
  return source === undefined || CSV_FORMATS.some((format) => format.source === source);
}
