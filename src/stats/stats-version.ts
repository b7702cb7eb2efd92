import { Injectable } from '@nestjs/common';
import { CandlesService } from '../candles/candles.service.js';
import { Environment } from '../platform/config/environment.js';
import { entityTag } from '../platform/http/tagged-answer.js';
import { SessionState, SessionsService } from '../sessions/sessions.service.js';
import { CALCULATION_VERSION } from '../shared/figures/calculator/calculate-statistics.js';

/**
 * Creates versions of statistics. A version identifies everything on which the statistics of a session depend, so equal
 * versions mean equal statistics.
 */
@Injectable()
export class StatsVersion {
  constructor(
    private readonly sessions: SessionsService,
    private readonly environment: Environment,
    private readonly candles: CandlesService,
  ) {}

  /**
   * Returns the version as an ETag. The version depends on the trades (by the revision), the formulas and the
   * threshold. For a finished session it also depends on the settings and candles of the ideal-R analysis.
   */
  async get(session: SessionState, breakEvenThreshold: number): Promise<string> {
    const { IDEAL_R_HORIZON_MS, IDEAL_R_THRESHOLD } = this.environment;
    const candles = session.status === 'finished' ? await this.candlesOf(session) : '';
    const { workspaceId, id, revision, status } = session;
    return entityTag([
      // The workspace is part of the version, because a session keeps its id when it is imported into another
      // workspace.
      workspaceId,
      id,
      revision,
      status,
      breakEvenThreshold,
      CALCULATION_VERSION,
      IDEAL_R_HORIZON_MS,
      IDEAL_R_THRESHOLD,
      candles,
    ]);
  }

  private async candlesOf({ workspaceId, id }: SessionState): Promise<string> {
    return this.candles.minutesRevision(await this.sessions.getAssets(workspaceId, id));
  }
}
