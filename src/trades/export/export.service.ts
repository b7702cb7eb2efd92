import { Injectable } from '@nestjs/common';
import { Problem } from '../../problems/problem.js';
import { TextBytes } from './text-bytes.js';
import { type SessionState, SessionsService } from '../../sessions/sessions.service.js';
import { EXPORT_FORMATS, type ExportFormat } from './export-format.js';
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

/** Expected bytes per row. Some rows are longer. */
const EXPECTED_BYTES = 200;

@Injectable()
export class ExportService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly store: ExportStore,
  ) {}

  /**
   * Yields a file with all trades of a session in trade order, in parts. No transaction and no connection is held
   * between two parts. If the session's trades change during the export, the export fails, so that a file never mixes
   * old and new trades.
   * @throws Problem SESSION_NOT_FOUND, with the first part
   */
  async *parts(workspaceId: string, id: string, format: ExportFormat): AsyncGenerator<Buffer> {
    const { header, line } = EXPORT_FORMATS[format];
    const session = await this.sessions.getState(workspaceId, id);
    let rows = FIRST_ROWS;
    let start: string = header;
    let last: ExportedTrade | undefined;
    for (;;) {
      const { count, trade } = await this.store.page(session, last, rows);
      await this.requireUnchanged(session);
      const text = new TextBytes(start.length + count * EXPECTED_BYTES);
      text.add(start);
      for (let i = 0; i < count; i += 1) text.add(line(trade(i)));
      const part = text.end();
      if (part.length > 0) yield part;
      if (count < rows) return;
      last = trade(count - 1);
      rows = rowsFor(part.length / count);
      start = '';
    }
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
