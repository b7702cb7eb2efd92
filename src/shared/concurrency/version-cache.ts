import { LRUCache } from 'lru-cache';
import { SharedWork } from './shared-work.js';

/** Approximate overhead of an entry in bytes. */
const OVERHEAD_BYTES = 300;

/** Time in ms after which a refused version is computed again, because the machine may have been busy. */
const REFUSED_MS = 600_000;
const MAX_REFUSED = 10_000;

interface CacheRules<Value> {
  /** Returns whether an error of `compute` is cached and thrown again without computing. By default, no error is. */
  readonly isRefusal?: (error: unknown) => error is Error;
  /** Returns false for a value that may change although its version does not. By default, all values are cached. */
  readonly mayKeep?: (value: Value) => boolean;
}

/** Caches values by version. The version of a value identifies everything that the value depends on. */
export class VersionCache<Value extends object> {
  private readonly values: LRUCache<string, Value> | null;
  private readonly refused = new LRUCache<string, Error>({ max: MAX_REFUSED, ttl: REFUSED_MS });
  private readonly inFlight = new SharedWork<Value>();

  /** @param maxBytes 0 disables the cache */
  constructor(
    maxBytes: number,
    bytesOf: (value: Value) => number,
    private readonly rules: CacheRules<Value> = {},
  ) {
    const sizeCalculation = (value: Value) => bytesOf(value) + OVERHEAD_BYTES;
    this.values = maxBytes > 0 ? new LRUCache({ maxSize: Math.floor(maxBytes), sizeCalculation }) : null;
  }

  /** Returns the value of this version if the value is cached. */
  find(version: string): Value | undefined {
    return this.values?.get(version);
  }

  /** Caches a value that was computed as part of other work. */
  keep(version: string, value: Value): void {
    if (this.rules.mayKeep?.(value) ?? true) this.values?.set(version, value);
  }

  /**
   * Returns the value of this version from the cache, or computes the value. Concurrent requests for the version share
   * the work.
   * @throws what `compute` throws
   */
  async get(
    version: string,
    compute: (signal: AbortSignal) => Promise<Value>,
    signal: AbortSignal,
  ): Promise<Value> {
    const kept = this.find(version);
    if (kept) return kept;
    const refusal = this.refused.get(version);
    if (refusal) throw refusal;
    try {
      const value = await this.inFlight.join(version, compute, signal);
      this.keep(version, value);
      return value;
    } catch (error) {
      if (this.rules.isRefusal?.(error)) this.refused.set(version, error);
      throw error;
    }
  }
}
