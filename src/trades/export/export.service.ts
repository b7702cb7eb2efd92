import { Injectable } from '@nestjs/common';
import { Problem } from '../../shared/problems/problem.js';
import { type SessionState, SessionsService } from '../../sessions/sessions.service.js';
import { EXPORT_FORMATS, type ExportFormat } from './export-format.js';
import type { ExportFile } from './export-file.js';
import { ExportStore } from './export.store.js';
import type { ExportedTrade } from './exported-trade.js';

/**
 * Numbers of trades of the first statement and of each later statement. With pages of twice this size, only a major
 * garbage collection frees their memory. (Benchmark: "peak memory above idle, export of 1M trades".)
 */
const FIRST_ROWS = 500;
const MAX_ROWS = 1_000;

/**
 * Maximum size of a page in bytes. Large trades make a page shorter: a trade with a long note and many tags takes 7 KB.
 */
const PAGE_BYTES = 2 * 2 ** 20;

/** An export whose file has not been read yet. */
export interface Export {
  /** Number of trades in the file. */
  readonly tradeCount: number;
  readonly parts: AsyncGenerator<Buffer>;
}

@Injectable()
export class ExportService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly store: ExportStore,
  ) {}

  /**
   * Starts an export of all trades of a session.
   * @throws Problem SESSION_NOT_FOUND
   */
  async start(workspaceId: string, id: string, format: ExportFormat): Promise<Export> {
    const session = await this.sessions.getState(workspaceId, id);
    return { tradeCount: session.tradeCount, parts: this.parts(session, EXPORT_FORMATS[format].start()) };
  }

  /**
   * Yields the file in trade order, in parts. Between two parts, neither a transaction nor a connection is held. If the
   * session's trades change during the export, the export fails, so that a file never mixes old and new trades.
   */
  private async *parts(session: SessionState, file: ExportFile): AsyncGenerator<Buffer> {
    let rows = FIRST_ROWS;
    let last: ExportedTrade | undefined;
    for (;;) {
      const page = await this.store.page(session, last, rows);
      await this.requireUnchanged(session);
      const { part, size } = await file.add(page);
      if (part.length > 0) yield part;
      if (page.count < rows) break;
      last = page.trade(page.count - 1);
      rows = rowsFor(size / page.count);
    }
    const end = await file.end();
    if (end.length > 0) yield end;
  }

  /** Throws if the session's revision has changed since the export began. Called after each page. */
  private async requireUnchanged({ workspaceId, id, revision }: SessionState): Promise<void> {
    const now = await this.sessions.getState(workspaceId, id);
    if (now.revision !== revision)
      throw new Problem(
        'SESSION_CHANGED',
        'The trades of the session changed while they were exported; try again.',
      );
  }
}

const rowsFor = (bytesPerRow: number): number =>
  Math.max(1, Math.min(MAX_ROWS, Math.floor(PAGE_BYTES / bytesPerRow)));
