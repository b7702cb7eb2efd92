import { Logger } from '@nestjs/common';
import { type JWTHeaderParameters, errors } from 'jose';
import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '../../../shared/problems/problem.js';
import { sentenceOf } from '../../../shared/problems/sentence-of.js';
import { type FindKey, readKeySet } from './key-set.js';

/**
 * If the key set is at least this old, ms, it is read again, so that a key that the provider has withdrawn is no longer
 * accepted.
 */
export const FRESH_MS = 10 * 60_000;

/** Time for which known keys are accepted while the key set cannot be read, ms. */
const USABLE_MS = 60 * 60_000;

/**
 * Minimum time between two reads of the key set, ms. Many unknown keys do not cause more reads, because anybody can
 * invent key names.
 */
export const COOLDOWN_MS = 1_000;

/** Minimum time between two reads while the key set cannot be read, ms. */
export const RETRY_MS = 5_000;

/**
 * Maximum number of tokens that name an unknown key and wait for the next read of the key set. Requests with further
 * tokens fail at once, and can be retried.
 */
export const MAX_WAITING = 1_000;

/**
 * The public keys that verify tokens. The key set is read again when it is old, or when a token names an unknown key. A
 * token with an unknown key waits for a read that begins after the token arrived, so that a key is accepted as soon as
 * the provider announces it. All waiting tokens share one read.
 */
export class TokenKeys {
  private readonly logger = new Logger(TokenKeys.name);
  private known: { readonly find: FindKey; readonly since: number } | null = null;
  private attemptedAt = -Infinity;
  private failure: string | null = null;
  private loading: Promise<void> | null = null;
  /** The next read, which has not begun yet; null if there is none. */
  private next: Promise<string | null> | null = null;
  private waiting = 0;

  /**
   * @param load returns the text of the key set
   * @param now a monotonic clock, ms
   * @param pause waits for a number of ms
   */
  constructor(
    private readonly load: () => Promise<string>,
    private readonly now: () => number = () => performance.now(),
    private readonly pause: (ms: number) => Promise<unknown> = (ms) => delay(ms, undefined, { ref: false }),
  ) {}

  /**
   * Returns the key that a token names.
   * @throws JWKSNoMatchingKey; Problem IDENTITY_UNAVAILABLE while it is unknown whether the key exists
   */
  async get(header: JWTHeaderParameters): Promise<CryptoKey> {
    const known = await this.find(header);
    if (known) {
      if (this.ageMs() > FRESH_MS && !this.loading) void this.reload();
      return known;
    }
    if (this.waiting === MAX_WAITING) throw this.unavailable('too many unknown keys are named');
    this.waiting += 1;
    try {
      return await this.findInNext(header);
    } finally {
      this.waiting -= 1;
    }
  }

  /**
   * Reads the key set. The read begins after this call, and not before the cooldown after the last read has passed. If
   * the last read has just failed, returns that failure and reads nothing.
   * @returns the failure, which is also logged; null if the read succeeded
   */
  reload(): Promise<string | null> {
    if (!this.loading && this.hasJustFailed()) return Promise.resolve(this.failure);
    return (this.next ??= this.readNext());
  }

  /**
   * Returns the key from the read in progress. If this read does not find the key, waits for the next read, which finds
   * every key that the provider has.
   */
  private async findInNext(header: JWTHeaderParameters): Promise<CryptoKey> {
    await this.loading;
    let found = await this.find(header);
    if (found) return found;
    const failure = await this.reload();
    found = await this.find(header);
    if (found) return found;
    if (failure !== null) throw this.unavailable(failure);
    throw new errors.JWKSNoMatchingKey();
  }

  private async readNext(): Promise<string | null> {
    await this.loading;
    const waitMs = this.attemptedAt + COOLDOWN_MS - this.now();
    if (waitMs > 0 && !this.hasJustFailed()) await this.pause(waitMs);
    this.next = null;
    if (!this.hasJustFailed()) await (this.loading = this.read());
    return this.failure;
  }

  private hasJustFailed(): boolean {
    return this.failure !== null && this.now() - this.attemptedAt < RETRY_MS;
  }

  private async read(): Promise<void> {
    try {
      const find = readKeySet(await this.load());
      this.known = { find, since: this.now() };
      if (this.failure !== null) this.logger.warn('The key set of the identity provider can be read again');
      this.failure = null;
    } catch (error) {
      const failure = sentenceOf(error);
      if (this.failure === null)
        this.logger.warn(`The key set of the identity provider cannot be read: ${failure}`);
      this.failure = failure;
    }
    this.attemptedAt = this.now();
    this.loading = null;
  }

  private async find(header: JWTHeaderParameters): Promise<CryptoKey | null> {
    if (!this.known || this.ageMs() > USABLE_MS) return null;
    try {
      return await this.known.find(header);
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) return null;
      throw error;
    }
  }

  private ageMs(): number {
    return this.known ? this.now() - this.known.since : Infinity;
  }

  private unavailable(reason: string): Problem {
    const waitMs = this.failure === null ? 0 : this.attemptedAt + RETRY_MS - this.now();
    return new Problem(
      'IDENTITY_UNAVAILABLE',
      'The keys that tokens are checked with cannot be read; try again shortly.',
      { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)), reason },
    );
  }
}
