import { Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { ConcurrencyLimit } from './concurrency-limit.js';
import { Environment } from '../../config/environment.js';
import { sizeInBytes } from '../../http/json-body.guard.js';
import { Metrics } from '../../metrics/metrics.js';
import type { Asset } from '../../sessions/asset.entity.js';
import { SessionsService } from '../../sessions/sessions.service.js';
import type { ImportOptions } from '../formats/import-options.js';
import type { TradeFile } from '../read-trade-file.js';
import { removeStaleFiles } from '../files/temporary-files.js';
import { isStorageFull, storageFull } from './storage-full.js';
import { checkedFile } from './trades-of-file.js';

const MAX_TRADES_PER_FILE = 100_000;

/**
 * Maximum number of uploads, in total and per workspace. An upload takes disk space from its first byte until it is
 * stored. Documented in docs/operations.md.
 */
const AT_ONCE = { all: 32, perGroup: 8 };

export interface FileRequest {
  readonly workspaceId: string;
  readonly sessionId: string;
  readonly options: ImportOptions;
  /** Begins to receive the file. */
  readonly receive: () => AsyncIterable<Uint8Array>;
  /** Called after the file has arrived. Throws if the caller may no longer send the file. */
  readonly requireStill: () => Promise<void>;
  /** Aborts if the client disconnects. */
  readonly signal: AbortSignal;
}

/** Receives and checks files. This takes no slot of a queue, no lock and no connection. */
@Injectable()
export class ReceivedFilesService implements OnApplicationBootstrap {
  readonly mostBytes: number;
  private readonly uploadLimit: ConcurrencyLimit;
  /** Tests replace this function with a function that fails. */
  private readonly read = checkedFile;

  constructor(
    private readonly sessions: SessionsService,
    private readonly metrics: Metrics,
    { IMPORT_LIMIT }: Environment,
  ) {
    this.uploadLimit = new ConcurrencyLimit(AT_ONCE, metrics.queue('uploads'));
    this.mostBytes = sizeInBytes(IMPORT_LIMIT);
  }

  async onApplicationBootstrap(): Promise<void> {
    await removeStaleFiles();
  }

  /**
   * Calls a function with a file whose trades have all been read and checked, and with the assets of its session.
   * @throws Problem BUSY, SESSION_NOT_FOUND, VALIDATION_FAILED, PAYLOAD_TOO_LARGE, STORAGE_FULL; the reason of the
   * signal
   */
  with<Result>(
    request: FileRequest,
    work: (file: TradeFile, assets: readonly Asset[]) => Promise<Result>,
  ): Promise<Result> {
    const { workspaceId, sessionId } = request;
    return this.uploadLimit.hold(workspaceId, async () => {
      const assets = await this.sessions.getAssets(workspaceId, sessionId);
      const file = await this.checked(request, assets);
      try {
        await request.requireStill();
        return await work(file, assets);
      } finally {
        await file.close();
      }
    });
  }

  private checked({ options, receive, signal }: FileRequest, assets: readonly Asset[]): Promise<TradeFile> {
    const limits = { bytes: this.mostBytes, trades: MAX_TRADES_PER_FILE };
    return this.read(receive(), options, limits, assets).catch((error: unknown) => {
      // The error of an aborted body has no useful message.
      signal.throwIfAborted();
      if (!isStorageFull(error)) throw error;
      this.metrics.filesWithoutRoom.inc();
      throw storageFull(error as Error);
    });
  }
}
