import { Logger } from '@nestjs/common';
import { type JWTHeaderParameters, errors } from 'jose';
import { Problem } from '../../common/problem.js';
import { sentenceOf } from '../../common/sentence-of.js';
import { type FindKey, readKeySet } from './key-set.js';

/** After this time the key set is read again, so that a key that the provider has withdrawn is no longer accepted. */
export const FRESH_MS = 10 * 60_000;

/** For how long known keys are accepted while the key set cannot be read. */
export const USABLE_MS = 60 * 60_000;

/** An unknown key makes the service read the key set at most this often: anybody can invent names of keys. */
export const COOLDOWN_MS = 30_000;

/** The same while it cannot be read. */
export const RETRY_MS = 5_000;

/** The public keys that tokens are checked with, read again when they are old or a token names an unknown one. */
export class TokenKeys {
  private readonly logger = new Logger(TokenKeys.name);
  private known: { readonly find: FindKey; readonly since: number } | null = null;
  private attemptedAt = -Infinity;
  private failure: string | null = null;
  private loading: Promise<void> | null = null;

  /**
   * @param load the text of the key set
   * @param now a monotonic clock, ms
   */
  constructor(
    private readonly load: () => Promise<string>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * The key that a token names.
   * @throws JWKSNoMatchingKey; Problem IDENTITY_UNAVAILABLE while it is not known whether there is such a key
   */
  async get(header: JWTHeaderParameters): Promise<CryptoKey> {
    if (this.ageMs() > FRESH_MS) {
      const reloaded = this.reload();
      if (this.ageMs() > USABLE_MS) await reloaded;
    }
    const known = await this.find(header);
    if (known) return known;
    await this.reload();
    const found = await this.find(header);
    if (found) return found;
    if (this.failure !== null) throw this.unavailable();
    throw new errors.JWKSNoMatchingKey();
  }

  /**
   * Reads the key set, unless that was tried a short while ago. A failure is logged and remembered.
   * @returns what went wrong; null when it was read
   */
  async reload(): Promise<string | null> {
    const pauseMs = this.failure === null ? COOLDOWN_MS : RETRY_MS;
    if (!this.loading && this.now() - this.attemptedAt >= pauseMs)
      this.loading = this.read().finally(() => (this.loading = null));
    await this.loading;
    return this.failure;
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

  private unavailable(): Problem {
    const waitMs = Math.max(0, this.attemptedAt + RETRY_MS - this.now());
    return new Problem(
      'IDENTITY_UNAVAILABLE',
      'The keys that tokens are checked with cannot be read; try again shortly.',
      {
        retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)),
        reason: this.failure ?? undefined,
      },
    );
  }
}
