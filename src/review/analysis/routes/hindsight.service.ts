import { Injectable } from '@nestjs/common';
import type { TaggedJson } from '../../../platform/http/tagged-answer.js';
import { EarlierSessionsService } from '../../../sessions/earlier-sessions.service.js';
import { SessionsService } from '../../../sessions/sessions.service.js';
import { type AnalysisRequest, AnalysisService } from './analysis.service.js';
import type { HindsightQuery } from '../hindsight/hindsight.dto.js';

@Injectable()
export class HindsightService {
  constructor(
    private readonly analysis: AnalysisService,
    private readonly sessions: SessionsService,
    private readonly earlier: EarlierSessionsService,
  ) {}

  /**
   * Returns how much of a session earlier sessions have seen, as the JSON of a `HindsightAnswer`. The task contains all
   * data about the earlier sessions, so the ETag depends on them, too.
   * @throws Problem SESSION_NOT_FOUND, BUSY
   */
  hindsight(request: AnalysisRequest<HindsightQuery>): Promise<TaggedJson> {
    const { breakEvenThreshold } = request.query;
    return this.analysis.answer(request, async (session) => {
      const assets = await this.sessions.getAssets(session.workspaceId, session.id);
      const markets = assets.map(({ symbol, feed }) => ({ symbol, feed }));
      const { sessions, hasMore: moreSessions } = await this.earlier.before(session, markets);
      const earlier = sessions.flatMap(({ id, name, spans }) =>
        spans.map(({ symbol, feed, firstEntryTime: firstEntry, lastExitTime: lastExit }) => ({
          id,
          name,
          symbol,
          feed,
          firstEntry,
          lastExit,
        })),
      );
      const { initialBalance } = session;
      return {
        kind: 'hindsight',
        settings: { initialBalance, breakEvenThreshold, markets, earlier, moreSessions },
      };
    });
  }
}
