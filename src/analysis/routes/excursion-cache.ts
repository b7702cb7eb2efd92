import { Injectable } from '@nestjs/common';
import { Environment } from '../../config/environment.js';
import { VersionCache } from '../../concurrency/version-cache.js';
import { type ExcursionTable, byteLengthOf } from '../excursions/excursion-table.js';
import { isTooManyTrades } from '../../problems/too-many-trades.js';

/**
 * Share of the memory for cached statistics that excursions may use. The default is enough for about 200,000 trades.
 */
const SHARE = 1 / 2;

/** Excursions, and whether they can change only by a write. */
export interface CachedExcursions {
  readonly table: ExcursionTable;
  readonly isFinal: boolean;
}

/** Caches the excursions of whole sessions by version, so that each page does not compute them again. */
@Injectable()
export class ExcursionCache extends VersionCache<CachedExcursions> {
  constructor({ STATS_CACHE_MB }: Environment) {
    super(STATS_CACHE_MB * SHARE * 2 ** 20, ({ table }) => byteLengthOf(table), isTooManyTrades);
  }
}
