import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Bytes, lengthOf } from '../shared/text/bytes.js';
import { Environment } from '../platform/config/environment.js';

/** Approximate overhead of a cached text in bytes: its key and the objects of the cache. */
const OVERHEAD_BYTES = 600;

/** JSON of candles that only a write to their series can change. The revisions of the series are part of each key. */
@Injectable()
export class CandleTexts {
  private readonly texts: LRUCache<string, Bytes>;

  constructor(environment: Environment) {
    this.texts = new LRUCache({
      // A cache needs a size above 0. Nothing fits into one byte, so a size of 1 turns the cache off.
      maxSize: Math.max(1, environment.CANDLE_CACHE_MB * 2 ** 20),
      sizeCalculation: (text) => lengthOf(text) + OVERHEAD_BYTES,
    });
  }

  get(key: string): Bytes | undefined {
    return this.texts.get(key);
  }

  set(key: string, text: Bytes): void {
    this.texts.set(key, text);
  }
}
