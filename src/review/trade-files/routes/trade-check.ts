import { Injectable, Logger } from '@nestjs/common';
import { type TradeSampleStamps, sampledTrades } from '../../analysis/timestamps/stamps.js';
import type { TimestampCheckDto } from '../../analysis/timestamps/timestamps.dto.js';
import { TimestampsService } from '../../analysis/routes/timestamps.service.js';
import { Problem } from '../../../shared/problems/problem.js';
import type { SessionAndAssets } from '../../../sessions/sessions.service.js';
import type { TradeStamps } from './trade-stamps.js';

/** Checks whether the trades of a file or a batch fit the stored candles. */
@Injectable()
export class TradeCheck {
  private readonly logger = new Logger('TradeCheck');

  constructor(private readonly timestamps: TimestampsService) {}

  /**
   * Returns the result of the check, which is only a warning and never makes the request fail. Returns null if there
   * are no trades, or if the check could not run.
   * @throws the reason of the signal
   */
  getVerdict(
    workspaceId: string,
    sessionId: string,
    trades: TradeStamps,
    signal: AbortSignal,
  ): Promise<TimestampCheckDto | null> {
    return this.verdictOn(trades, signal, (sample) =>
      this.timestamps.check(workspaceId, sessionId, sample, signal),
    );
  }

  /**
   * Like `getVerdict`, for a session that need not be stored.
   * @throws the reason of the signal
   */
  getVerdictOfPlanned(
    session: SessionAndAssets,
    trades: TradeStamps,
    signal: AbortSignal,
  ): Promise<TimestampCheckDto | null> {
    return this.verdictOn(trades, signal, (sample) => this.timestamps.checkOf(session, sample, signal));
  }

  private async verdictOn(
    trades: TradeStamps,
    signal: AbortSignal,
    check: (sample: TradeSampleStamps) => Promise<TimestampCheckDto>,
  ): Promise<TimestampCheckDto | null> {
    if (trades.count === 0) return null;
    try {
      return await check(sampledTrades(trades.inTradeOrder()));
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Problem)) this.logger.warn(error);
      return null;
    }
  }
}
