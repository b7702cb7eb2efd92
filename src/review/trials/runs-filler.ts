import { Injectable } from '@nestjs/common';
import { FillerAfterStart } from '../../sessions/filler-after-start.js';
import type { SessionKey } from '../../sessions/session.entity.js';
import { SessionRuns } from '../../sessions/session-runs.js';
import { SessionsService } from '../../sessions/sessions.service.js';
import { SummariesService } from '../../sessions/summaries.service.js';
import { isSummaryOf } from '../../sessions/summary.js';
import { StudiesStore } from './studies.store.js';

/**
 * After a start of the service, adds rows to the ledger for sessions that hold trades but have no run, because an older
 * version of the service stored their trades. Until a session has its row, it is read as if it had one.
 */
@Injectable()
export class RunsFiller extends FillerAfterStart {
  constructor(
    private readonly store: StudiesStore,
    private readonly sessions: SessionsService,
    private readonly summaries: SummariesService,
    private readonly runs: SessionRuns,
  ) {
    super('Rows of the ledger of tries');
  }

  protected incomplete(after: SessionKey | undefined, most: number): Promise<SessionKey[]> {
    return this.store.withoutRun(after, most);
  }

  protected async fillOne({ workspaceId, id }: SessionKey): Promise<void> {
    await this.summaries.complete(workspaceId, id);
    // The session may have been deleted. It then needs no row.
    if (await this.store.exists({ workspaceId, id }))
      await this.sessions.withLock(workspaceId, id, async (transaction, session) => {
        if (isSummaryOf(session) && session.tradeCount > 0) await this.runs.register(transaction, session);
      });
  }
}
