import { Injectable } from '@nestjs/common';
import { FillerAfterStart } from './filler-after-start.js';
import type { SessionKey } from './session.entity.js';
import { SummariesService } from './summaries.service.js';
import { SummariesStore } from './summaries.store.js';

/**
 * Computes missing and outdated summaries after a start: sessions that an older version of the service wrote may have
 * no summary or an old one. Until the filler reaches a session, each read computes its summary, and the next write
 * stores it.
 */
@Injectable()
export class SummaryFiller extends FillerAfterStart {
  constructor(
    private readonly summaries: SummariesService,
    private readonly store: SummariesStore,
  ) {
    super('Summaries of sessions');
  }

  protected incomplete(after: SessionKey | undefined, most: number): Promise<SessionKey[]> {
    return this.store.outdated(after, most);
  }

  protected async fillOne({ workspaceId, id }: SessionKey): Promise<void> {
    await this.summaries.complete(workspaceId, id);
  }
}
