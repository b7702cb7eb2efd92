import { Injectable } from '@nestjs/common';
import { Environment } from '../../../platform/config/environment.js';
import { VersionCache } from '../../../shared/concurrency/version-cache.js';
import { isTooManyTrades } from '../../../shared/problems/too-many-trades.js';

/** Share of the memory for cached statistics that this cache may use. */
const SHARE = 1 / 4;

/** Caches responses by their version. */
@Injectable()
export class AnalysisCache extends VersionCache<Buffer> {
  constructor({ STATS_CACHE_MB }: Environment) {
    super(STATS_CACHE_MB * SHARE * 2 ** 20, ({ length }) => length, { isRefusal: isTooManyTrades });
  }
}
