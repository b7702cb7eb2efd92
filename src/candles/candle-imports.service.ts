import { Injectable, Logger, OnApplicationBootstrap } from '@nestjs/common';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DataSource } from 'typeorm';
import type { Caller } from '../platform/audit/author.js';
import { AuditLog } from '../platform/auth/audit-log.js';
import { Environment } from '../platform/config/environment.js';
import { analyseFilled } from '../platform/database/analyse-filled.js';
import { sizeInBytes } from '../platform/http/json-body.guard.js';
import { tooLarge } from '../platform/http/received-body.js';
import { isStorageFull, storageFull } from '../platform/http/storage-full.js';
import { removeStaleFiles, temporaryDirectory } from '../platform/http/temporary-files.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { ConcurrencyLimit } from '../shared/concurrency/concurrency-limit.js';
import { FairQueue } from '../shared/concurrency/fair-queue.js';
import type { Span } from '../shared/market/spans.js';
import { MAX_DETAILS } from '../shared/problems/problem.js';
import { differProblem, fileProblem } from './candle-import-problems.js';
import type { CandleImportAnswer } from './candle-import.dto.js';
import { CandleFileError, CandleFileTooLarge } from './import/candle-file-error.js';
import { type CandleImportOptions, coveredSpan, gapsIn } from './import/import-candles.js';
import { type CandleFile, readCandleFile } from './import/read-candle-file.js';
import type { BarColumns } from './store/bar-columns.js';
import { CandleStore } from './store/candle-store.js';
import type { BarComparison } from './store/compare-bars.js';
import type { SeriesKey } from './store/series-key.js';
import { BarsDifferError } from './store/write-part.js';
import { Clock } from './venue/clock.js';

/** Maximum number of uploads, in total and per workspace. Documented in docs/operations.md. */
const UPLOADS_AT_ONCE = { all: 8, perGroup: 4 };

/**
 * One file is read and stored at a time, because its bars are in memory: up to 100 bytes for each row of 30 bytes.
 */
const QUEUE_LIMITS = { running: 1, waiting: Infinity, waitingPerGroup: 4 };
const MAX_WAIT_MS = 60_000;

/** A file with candles of a series, and what to do with it. */
export interface CandleUpload extends SeriesKey, CandleImportOptions {
  readonly isPreview: boolean;
  /** True if stored bars with other figures are replaced. */
  readonly isReplacing: boolean;
  /** Begins to receive the file. */
  readonly receive: () => AsyncIterable<Uint8Array>;
  /** Called after the file has arrived. Throws if the caller may no longer send the file. */
  readonly requireStill: () => Promise<void>;
  /** Aborts if the client disconnects. */
  readonly signal: AbortSignal;
}

interface CandleTask extends CandleUpload {
  /** When the file is read, ms UTC. Bars that are not closed by then are left out. */
  readonly now: number;
}

/** The fields of a task that its write needs. */
type CandleWrite = Omit<CandleTask, 'receive' | 'requireStill' | 'signal'>;

interface CandleImportResult {
  readonly answer: CandleImportAnswer;
  /** True if anything was stored. */
  readonly isStored: boolean;
}

/** Imports candle files that clients send. */
@Injectable()
export class CandleImportsService implements OnApplicationBootstrap {
  /** Maximum number of bytes of a file, packed and unpacked. */
  readonly mostBytes: number;
  private readonly logger = new Logger(CandleImportsService.name);
  private readonly uploads: ConcurrencyLimit;
  private readonly queue: FairQueue;
  /** Tests replace this function with a function that fails. */
  private readonly newDirectory = temporaryDirectory;

  constructor(
    private readonly store: CandleStore,
    private readonly audit: AuditLog,
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    { IMPORT_LIMIT }: Environment,
  ) {
    this.mostBytes = sizeInBytes(IMPORT_LIMIT);
    this.uploads = new ConcurrencyLimit(UPLOADS_AT_ONCE, metrics.queue('candle uploads'));
    this.queue = new FairQueue(QUEUE_LIMITS, metrics.queue('candle imports'));
  }

  async onApplicationBootstrap(): Promise<void> {
    await removeStaleFiles();
  }

  /**
   * Stores the bars of a file, or counts what would be stored. The whole file is checked first, and then compared with
   * the stored bars. If a stored bar changes between the comparison and the write, the write stops before this bar.
   * @throws Problem VALIDATION_FAILED, CANDLES_DIFFER, PAYLOAD_TOO_LARGE, BUSY, STORAGE_FULL; the reason of the signal
   */
  import(caller: Caller, upload: CandleUpload): Promise<CandleImportResult> {
    const { signal } = upload;
    return this.uploads.hold(caller.workspaceId, () =>
      this.whileReceived(upload, async (path) => {
        await upload.requireStill();
        const waitUntil = performance.now() + MAX_WAIT_MS;
        return this.queue.run({ group: caller.workspaceId, signal, waitUntil }, async () => {
          const task = { ...upload, now: this.clock.now() };
          return this.importBars(caller, task, await this.read(path, task));
        });
      }),
    );
  }

  /**
   * Stores bars that the service has made. Stored bars with other figures are replaced. Bars that are stored already
   * change nothing, and a write that was interrupted is completed.
   * @returns whether anything was stored
   * @throws Problem BUSY; the reason of the signal
   */
  async storeMade(
    caller: Caller,
    series: SeriesKey,
    bars: BarColumns,
    signal: AbortSignal,
  ): Promise<boolean> {
    const waitUntil = performance.now() + MAX_WAIT_MS;
    const write = { ...series, isPreview: false, isReplacing: true, now: this.clock.now() };
    const { isStored } = await this.queue.run({ group: caller.workspaceId, signal, waitUntil }, () =>
      this.importBars(caller, write, { bars, leftOutUnclosed: 0 }),
    );
    return isStored;
  }

  private async whileReceived<Result>(
    { receive, signal }: CandleUpload,
    work: (path: string) => Promise<Result>,
  ): Promise<Result> {
    const directory = await this.newDirectory('candle').catch((error: unknown) => this.refused(error));
    try {
      const path = join(directory, 'received');
      await pipeline(limited(receive(), this.mostBytes), createWriteStream(path, { mode: 0o600 })).catch(
        (error: unknown) => {
          // If the client has disconnected, the reason of the signal is thrown, because the error of an aborted body
          // has no useful message.
          signal.throwIfAborted();
          return this.refused(error);
        },
      );
      return await work(path);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }

  private refused(error: unknown): never {
    if (!isStorageFull(error)) throw error;
    this.metrics.filesWithoutRoom.inc();
    throw storageFull(error as Error);
  }

  private read(path: string, { signal, ...options }: CandleTask): Promise<CandleFile> {
    return readCandleFile(path, {
      ...options,
      maxBytes: this.mostBytes,
      onProgress: () => signal.throwIfAborted(),
    }).catch((error: unknown) => {
      signal.throwIfAborted();
      if (error instanceof CandleFileTooLarge) throw tooLarge(this.mostBytes);
      throw error instanceof CandleFileError ? fileProblem(error) : error;
    });
  }

  private async importBars(
    caller: Caller,
    task: CandleWrite,
    { bars, leftOutUnclosed: leftOut }: CandleFile,
  ): Promise<CandleImportResult> {
    const { symbol, feed, interval, isPreview, isReplacing } = task;
    const span = coveredSpan(bars, task);
    const answer = (counts: Omit<BarComparison, 'differing'>): CandleImportAnswer => ({
      symbol,
      feed,
      interval,
      inserted: counts.inserted,
      changed: counts.changed,
      unchanged: counts.unchanged,
      leftOut,
      from: span?.start ?? null,
      to: span?.end ?? null,
      gaps: gapsIn(bars, interval),
    });
    const found = await this.compare(task, bars);
    if (isPreview || span === null) return { answer: answer(found), isStored: false };
    if (found.changed > 0 && !isReplacing) throw differProblem(found);
    if (await this.isWhole(task, span, found)) return { answer: answer(found), isStored: false };
    const series = await this.store.getOrCreateSeries(feed, symbol, interval);
    let isStored = false;
    const change = { action: 'candles.import', count: found.inserted + found.changed } as const;
    const counts = await this.store
      .writeBars(series.id, bars, span, {
        isKeeping: !isReplacing,
        onFirstChange: async (transaction) => {
          isStored = true;
          await this.audit.recordWithin(transaction, caller, { ...change, resourceId: caller.workspaceId });
        },
      })
      .catch(async (error: unknown) => {
        throw error instanceof BarsDifferError ? differProblem(await this.compare(task, bars)) : error;
      });
    await analyseFilled(this.dataSource, ['bars', 'made_bars'], counts.inserted, (sentence) =>
      this.logger.warn(sentence),
    );
    return { answer: answer(counts), isStored };
  }

  /** Returns whether a write would change nothing: all bars are stored, and one covered span contains them. */
  private async isWhole(
    series: SeriesKey,
    span: Span,
    { inserted, changed }: BarComparison,
  ): Promise<boolean> {
    if (inserted + changed > 0) return false;
    const { own } = await this.store.coverage(series, span);
    return own.covered.some(({ start, end }) => start <= span.start && end >= span.end);
  }

  private async compare({ feed, symbol, interval }: SeriesKey, bars: BarColumns): Promise<BarComparison> {
    const series = await this.store.findSeries(feed, symbol, interval);
    if (!series) return { inserted: bars.count, changed: 0, unchanged: 0, differing: [] };
    return this.store.compare(series.id, bars, MAX_DETAILS);
  }
}

/** Passes on the chunks of a file. */
async function* limited(chunks: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw tooLarge(mostBytes);
    yield chunk;
  }
}
