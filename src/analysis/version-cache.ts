import { LRUCache } from 'lru-cache';
import { SharedWork } from '../common/shared-work.js';

/** Approximate overhead of an entry in bytes. */
const OVERHEAD_BYTES = 300;

/** Caches values by their version, which identifies everything that they depend on. */
export class VersionCache<Value extends object> {
  private readonly values: LRUCache<string, Value> | null;
  private readonly underWay = new SharedWork<Value>();

  /** @param maxBytes 0 for no cache */
  constructor(maxBytes: number, bytesOf: (value: Value) => number) {
    const sizeCalculation = (value: Value) => bytesOf(value) + OVERHEAD_BYTES;
    this.values = maxBytes > 0 ? new LRUCache({ maxSize: Math.floor(maxBytes), sizeCalculation }) : null;
  }

  /** The value of this version if it is cached. */
  find(version: string): Value | undefined {
    return this.values?.get(version);
  }

  /** The value of this version, cached or computed; concurrent requests for it share the work. */
  async get(
    version: string,
    compute: (signal: AbortSignal) => Promise<Value>,
    signal: AbortSignal,
  ): Promise<Value> {
    const kept = this.values?.get(version);
    if (kept) return kept;
    const value = await this.underWay.join(version, compute, signal);
    this.values?.set(version, value);
    return value;
  }
}
