import { Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { ConcurrencyLimit } from '../../../shared/concurrency/concurrency-limit.js';
import { Environment } from '../../../platform/config/environment.js';
import { sizeInBytes } from '../../../platform/http/json-body.guard.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import type { Project } from '../../../projects/project.entity.js';
import { ProjectsService } from '../../../projects/projects.service.js';
import type { Asset } from '../../../sessions/asset.entity.js';
import { SessionsService } from '../../../sessions/sessions.service.js';
import type { ImportOptions } from '../formats/import-options.js';
import type { RunFile } from '../read-run-file.js';
import type { ImportLimits } from '../run-file-reading.js';
import type { RunOptions } from '../run-options.js';
import type { TradeFile } from '../trade-file.js';
import { removeStaleFiles } from '../../../platform/http/temporary-files.js';
import { isStorageFull, storageFull } from '../../../platform/http/storage-full.js';
import { checkedFile, checkedRunFile } from './trades-of-file.js';

const MAX_TRADES_PER_FILE = 100_000;

/**
 * Maximum number of uploads, in total and per workspace. An upload takes disk space from its first byte until it is
 * stored. Documented in docs/operations.md.
 */
const AT_ONCE = { all: 32, perGroup: 8 };

interface Upload {
  readonly workspaceId: string;
  /** Begins to receive the file. */
  readonly receive: () => AsyncIterable<Uint8Array>;
  /** Called after the file has arrived. Throws if the caller may no longer send the file. */
  readonly requireStill: () => Promise<void>;
  /** Aborts if the client disconnects. */
  readonly signal: AbortSignal;
}

/** A file with trades of a session. */
export interface FileRequest extends Upload {
  readonly sessionId: string;
  readonly options: ImportOptions;
}

/** A file with runs. */
export interface RunsOfFileRequest extends Upload {
  readonly options: RunOptions;
}

/** A file whose runs become sessions of a project. */
export interface RunFileRequest extends RunsOfFileRequest {
  readonly projectId: string;
}

/** Receives and checks files. While it does so, it takes no slot of a queue, no lock and no connection. */
@Injectable()
export class ReceivedFilesService implements OnApplicationBootstrap {
  /** Maximum number of bytes of a file. */
  readonly mostBytes: number;
  private readonly uploadLimit: ConcurrencyLimit;
  /** Tests replace these functions with functions that fail. */
  private readonly read = checkedFile;
  private readonly readRuns = checkedRunFile;

  constructor(
    private readonly projects: ProjectsService,
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
    const { workspaceId, sessionId, options } = request;
    return this.uploadLimit.hold(workspaceId, async () => {
      const { accountCurrency } = await this.sessions.get(workspaceId, sessionId);
      const assets = await this.sessions.getAssets(workspaceId, sessionId);
      const target = { assets, accountCurrency };
      const read = (body: AsyncIterable<Uint8Array>, limits: ImportLimits) =>
        this.read(body, options, limits, target);
      return this.whileOpen(request, read, (file) => work(file, assets));
    });
  }

  /**
   * Calls a function with a file whose runs are all read and checked, and with their project.
   * @throws the same problems as `with`, but PROJECT_NOT_FOUND instead of SESSION_NOT_FOUND
   */
  withRuns<Result>(
    request: RunFileRequest,
    work: (file: RunFile, project: Project) => Promise<Result>,
  ): Promise<Result> {
    const { workspaceId, projectId } = request;
    return this.uploadLimit.hold(workspaceId, async () => {
      const project = await this.projects.get(workspaceId, projectId);
      return this.whileRead(request, (file) => work(file, project));
    });
  }

  /** Like `withRuns`, but without a project. */
  withRunsAlone<Result>(
    request: RunsOfFileRequest,
    work: (file: RunFile) => Promise<Result>,
  ): Promise<Result> {
    return this.uploadLimit.hold(request.workspaceId, () => this.whileRead(request, work));
  }

  private whileRead<Result>(
    request: RunsOfFileRequest,
    work: (file: RunFile) => Promise<Result>,
  ): Promise<Result> {
    const read = (body: AsyncIterable<Uint8Array>, limits: ImportLimits) =>
      this.readRuns(body, request.options, limits);
    return this.whileOpen(request, read, work);
  }

  private async whileOpen<File extends Pick<TradeFile, 'close'>, Result>(
    { receive, requireStill, signal }: Upload,
    read: (body: AsyncIterable<Uint8Array>, limits: ImportLimits) => Promise<File>,
    work: (file: File) => Promise<Result>,
  ): Promise<Result> {
    const limits = { bytes: this.mostBytes, trades: MAX_TRADES_PER_FILE };
    const file = await read(receive(), limits).catch((error: unknown) => {
      // If the client has disconnected, the reason of the signal is thrown, because the error of an aborted body has no
      // useful message.
      signal.throwIfAborted();
      if (!isStorageFull(error)) throw error;
      this.metrics.filesWithoutRoom.inc();
      throw storageFull(error as Error);
    });
    try {
      await requireStill();
      return await work(file);
    } finally {
      await file.close();
    }
  }
}
