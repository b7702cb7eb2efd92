import { Injectable } from '@nestjs/common';
import type { Caller } from '../platform/audit/author.js';
import { recordChange } from '../platform/audit/record-change.js';
import { isId } from '../shared/fields/ids.js';
import { foundOr } from '../shared/problems/problem.js';
import { sessionChanges } from './session-changes.js';
import type { SessionRecord } from './session-record.dto.js';
import { SessionRecordsService } from './session-records.service.js';
import { SessionRuns } from './session-runs.js';
import { Session } from './session.entity.js';
import { SessionsService, sessionNotFound } from './sessions.service.js';
import { SummariesService } from './summaries.service.js';
import { TradeChanges } from './trade-changes.js';
import type { UpdateSessionDto } from './update-session.dto.js';

/** Edits the labels of sessions. */
@Injectable()
export class SessionEditsService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly records: SessionRecordsService,
    private readonly summaries: SummariesService,
    private readonly runs: SessionRuns,
    private readonly changes: TradeChanges,
  ) {}

  /**
   * Changes the given fields, in any status. No figure depends on these fields, so the revision and the cached
   * statistics do not change. If no value differs, nothing changes.
   * @throws Problem SESSION_NOT_FOUND, VALIDATION_FAILED, BUSY
   */
  async update(caller: Caller, id: string, edit: UpdateSessionDto): Promise<SessionRecord> {
    if (!isId(id)) throw sessionNotFound();
    const { workspaceId } = caller;
    const session = await this.sessions.transaction({ workspaceId, id }, async (transaction) => {
      const query = { where: { workspaceId, id }, lock: { mode: 'for_no_key_update' } } as const;
      const stored = foundOr(await transaction.findOne(Session, query), sessionNotFound);
      const changes = sessionChanges(stored, edit);
      if (!changes) return stored;
      if (changes.trial) {
        const [summary] = await this.summaries.list(workspaceId, [stored], transaction);
        await this.runs.relabel(transaction, stored, changes.trial, summary!.tradeCount > 0);
      }
      // The stored figures depend on the time zone, which determines local days.
      if (changes.accountTimezone !== undefined) this.changes.changed({ workspaceId, id });
      const changed = { ...changes, labelRevision: stored.labelRevision + 1, updatedAt: Date.now() };
      await transaction.update(Session, { workspaceId, id }, changed);
      await recordChange(transaction, caller, { action: 'session.edit', resourceId: id });
      return { ...stored, ...changed };
    });
    return this.records.recordOf({ session, assets: await this.sessions.getAssets(workspaceId, id) });
  }
}
