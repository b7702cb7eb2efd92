import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/audit/author.js';
import { BulkWrites } from '../../../trades/bulk-writes.js';
import type { TradeFile } from '../trade-file.js';
import type { TradesPart } from '../../../trades/trades-part.js';
import { TradeInsertsService } from '../../../trades/trade-inserts.service.js';
import { TradesService } from '../../../trades/trades.service.js';
import type { ImportAnswer, ImportPreviewAnswer } from './import.dto.js';
import { MoneySums, choicesOf, moneyOf, requireClearMoney, requireExplainedMoney } from './money-answers.js';
import { DryRunsService } from './dry-runs.service.js';
import { type FileRequest, ReceivedFilesService } from './received-files.service.js';
import { TradeCheck } from './trade-check.js';
import { TradeStamps } from './trade-stamps.js';
import { amongAssets, partsOf } from './trades-of-file.js';

@Injectable()
export class FileImportsService {
  constructor(
    private readonly files: ReceivedFilesService,
    private readonly inserts: TradeInsertsService,
    private readonly dryRuns: DryRunsService,
    private readonly check: TradeCheck,
    private readonly trades: TradesService,
    private readonly writes: BulkWrites,
  ) {}

  /**
   * Stores all trades of a file, or none.
   * @throws Problem VALIDATION_FAILED, MONEY_UNCLEAR, SESSION_NOT_FOUND, SESSION_FINISHED, CLIENT_ID_CONFLICT, PAYLOAD_TOO_LARGE, BUSY
   */
  import(caller: Caller, request: FileRequest): Promise<ImportAnswer> {
    return this.checked(request, async (file, parts) => {
      // A file that an earlier version has imported is a repeat, even if its money is unclear now.
      if (file.unclear !== null && !(await this.isStored(request, file, parts()))) requireClearMoney(file);
      const inserted = await this.inserts.insertParts(caller, request.sessionId, parts);
      return { inserted, stored: file.tradeCount - inserted, ...toFileSummary(file) };
    });
  }

  /**
   * Dry-runs an import and returns the figures of the session without and with the import. Writes nothing.
   * @throws the same problems as an import, except SESSION_FINISHED and CLIENT_ID_CONFLICT
   */
  preview(request: FileRequest, breakEvenThreshold: number): Promise<ImportPreviewAnswer> {
    return this.checked(request, async (file, parts) => {
      const found = await this.dryRuns.run(request, parts(), breakEvenThreshold);
      if (found.counts.stored < file.tradeCount) requireExplainedMoney(file);
      return { ...toFileSummary(file), choices: choicesOf(file), ...found };
    });
  }

  /** Returns whether the session has all trades of a file. */
  private async isStored(
    { workspaceId, sessionId }: FileRequest,
    file: TradeFile,
    parts: AsyncIterable<TradesPart>,
  ): Promise<boolean> {
    let stored = 0;
    for await (const part of this.trades.dryRunFile(workspaceId, sessionId, parts))
      stored += part.filter(({ rowOutcome }) => rowOutcome.verdict === 'stored').length;
    return file.tradeCount > 0 && stored === file.tradeCount;
  }

  /**
   * Calls `work` with a checked file when a slot is free, and then checks whether the trades fit the stored candles. A
   * slot is needed because comparing many trades with stored trades costs as much as storing them.
   */
  private checked<Answer extends object>(
    request: FileRequest,
    work: (file: TradeFile, parts: () => AsyncIterable<TradesPart>) => Promise<Answer>,
  ): Promise<Answer & Pick<ImportAnswer, 'money' | 'check'>> {
    const { workspaceId, sessionId, signal } = request;
    return this.files.with(request, async (file, assets) => {
      let stamps = new TradeStamps(file.tradeCount);
      let sums = new MoneySums();
      const parts = () => {
        stamps = new TradeStamps(file.tradeCount);
        sums = new MoneySums();
        return partsOf(file, amongAssets(assets), stamps, sums);
      };
      const answer = await this.writes.enqueue(workspaceId, signal, () => work(file, parts));
      const money = moneyOf(file, sums);
      return { ...answer, money, check: await this.check.getVerdict(workspaceId, sessionId, stamps, signal) };
    });
  }
}

export const toFileSummary = (file: TradeFile) => ({
  skipped: [...file.skipped],
  skippedCount: file.skippedCount,
  tradeCount: file.tradeCount,
  ambiguous: [...file.ambiguous],
  ambiguousCount: file.ambiguousCount,
  notices: [...file.notices],
});
