import { Injectable } from '@nestjs/common';
import { bulkhead } from 'cockatiel';
import { DataSource } from 'typeorm';
import { type Bytes, joined } from '../common/bytes.js';
import { PageCache } from '../common/page-cache.js';
import { Environment } from '../config/environment.js';
import type { SessionState } from '../sessions/sessions.service.js';
import { copyTradeFigures } from '../trades/trade-figures.js';
import { IdealRService } from './ideal-r/ideal-r.service.js';
import { type ComputedStatistics, StatisticsThread } from './statistics-thread.js';

/** How many sessions are read and computed at a time: more would only take memory and connections from other requests. */
const COMPUTED_AT_ONCE = 2;

export interface StatsAnswerBytes {
  /** A `StatsAnswer` as JSON. */
  readonly body: Bytes;
  /** The entity tag of the body; null while it may still change although nothing was written. */
  readonly etag: string | null;
  /** Whether it was kept from an earlier request. */
  readonly isKept: boolean;
}

/** The statistics of sessions, as bytes; answers are kept in memory until something that they depend on changes. */
@Injectable()
export class StatsAnswers {
  private readonly kept: PageCache | null;
  private readonly underWay = new Map<string, Promise<StatsAnswerBytes>>();
  private readonly slots = bulkhead(COMPUTED_AT_ONCE, Infinity);

  constructor(
    private readonly dataSource: DataSource,
    private readonly idealR: IdealRService,
    private readonly thread: StatisticsThread,
    private readonly environment: Environment,
  ) {
    const { STATS_CACHE_MB } = environment;
    this.kept = STATS_CACHE_MB > 0 ? new PageCache(STATS_CACHE_MB * 2 ** 20) : null;
  }

  /**
   * @param version of the statistics, see `StatsVersion`
   * @param patienceMs how long candles that the analysis lacks are waited for
   */
  async of(
    session: SessionState,
    breakEvenThreshold: number,
    version: string,
    patienceMs: number,
  ): Promise<StatsAnswerBytes> {
    const key = `${session.id} ${breakEvenThreshold}`;
    const body = this.kept?.get(key, version);
    if (body) return { body, etag: version, isKept: true };
    const flight = `${key} ${version}`;
    const underWay = this.underWay.get(flight);
    if (underWay) return underWay;
    const answer = this.compute(session, breakEvenThreshold, version, patienceMs).finally(() =>
      this.underWay.delete(flight),
    );
    this.underWay.set(flight, answer);
    return answer;
  }

  private async compute(
    session: SessionState,
    breakEvenThreshold: number,
    version: string,
    patienceMs: number,
  ): Promise<StatsAnswerBytes> {
    const { text, counts } = await this.slots.execute(() => this.calculate(session, breakEvenThreshold));
    const { analysis, mayChange } = await this.idealR.analyse(
      session,
      counts,
      breakEvenThreshold,
      patienceMs,
    );
    const body = joined([
      Buffer.from('{"stats":'),
      ...text,
      Buffer.from(`,"idealRAnalysis":${JSON.stringify(analysis)}}}`),
    ]);
    // Without a venue bars come by writes alone, which the version tells.
    const isFinal = analysis.state !== 'pending' && !(mayChange && this.environment.VENUE_MODE === 'live');
    if (isFinal) this.kept?.set(`${session.id} ${breakEvenThreshold}`, version, body);
    return { body, etag: isFinal ? version : null, isKept: false };
  }

  private calculate(session: SessionState, breakEvenThreshold: number): Promise<ComputedStatistics> {
    const { initialBalance } = session;
    return this.thread.compute((take) => copyTradeFigures(this.dataSource, session, take), {
      initialBalance,
      breakEvenThreshold,
    });
  }
}
