import { Injectable } from '@nestjs/common';
import { Environment } from '../../config/environment.js';
import { VersionCache } from '../../concurrency/version-cache.js';
import { type ExcursionTable, byteLengthOf } from '../excursions/excursion-table.js';
import { isTooManyTrades } from './too-many-trades.js';

/** Excursions may take this share of the memory that statistics may take: by default the trades of about 200,000. */
const SHARE = 1 / 2;

/** Excursions, and whether they stay as they are until something is written. */
export interface CachedExcursions {
  readonly table: ExcursionTable;
  readonly isFinal: boolean;
}

/** Caches the excursions of whole sessions by their version, so that a page does not compute them again. */
@Injectable()
export class ExcursionCache extends VersionCache<CachedExcursions> {
  constructor({ STATS_CACHE_MB }: Environment) {
    super(STATS_CACHE_MB * SHARE * 2 ** 20, ({ table }) => byteLengthOf(table), isTooManyTrades);
  }
}
