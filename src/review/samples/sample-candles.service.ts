import { Injectable } from '@nestjs/common';
import { CandleImportsService } from '../../candles/candle-imports.service.js';
import type { CandleDto } from '../../candles/candles.dto.js';
import { CandlesService } from '../../candles/candles.service.js';
import type { Caller } from '../../platform/audit/author.js';
import { SAMPLE_SERIES, sampleCandles, sampleMinutes } from './sample-plan.js';

/** Stores the candles of SAMPLE. */
@Injectable()
export class SampleCandlesService {
  /** Revision of the candles at which a comparison, which takes about a second, found all of them. */
  private wholeAt: string | null = null;

  constructor(
    private readonly imports: CandleImportsService,
    private readonly candles: CandlesService,
  ) {}

  /**
   * Stores the candles that are not stored yet.
   * @returns the candles in the timeframe of the sample
   */
  async store(caller: Caller, signal: AbortSignal): Promise<readonly CandleDto[]> {
    const minutes = sampleMinutes();
    const revision = await this.candles.minutesRevision([SAMPLE_SERIES]);
    if (revision !== this.wholeAt) {
      const hasStored = await this.imports.storeMade(caller, SAMPLE_SERIES, minutes, signal);
      if (!hasStored) this.wholeAt = revision;
    }
    return sampleCandles(minutes);
  }
}
