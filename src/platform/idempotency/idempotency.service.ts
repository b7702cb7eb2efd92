import { BeforeApplicationShutdown, Injectable, Logger, OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';
import { Problem } from '../../shared/problems/problem.js';
import { RepeatedWork } from '../../shared/concurrency/repeated-work.js';
import { sentenceOf } from '../../shared/problems/sentence-of.js';
import { DAY_MS } from '../../shared/market/intervals.js';
import { IdempotencyStore, type KeptAnswer, type KeyedRequest } from './idempotency.store.js';
import type { Creation } from './idempotent.js';

/** Time for which a key is stored, ms. */
const LIFETIME_MS = DAY_MS;

/** Creates a resource only once, even if several requests with the same Idempotency-Key arrive. */
@Injectable()
export class IdempotencyService implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger(IdempotencyService.name);
  private readonly sweeps = new RepeatedWork(() => this.sweep());

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly store: IdempotencyStore,
  ) {}

  onModuleInit(): void {
    this.sweeps.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.sweeps.stop();
  }

  /**
   * Runs a creation in a transaction. If the request has a key, the transaction first stores the key. A concurrent
   * request with the same key then waits for this transaction and gets the same response. If the work fails, neither
   * its result nor the key is stored.
   * @param work returns the body of the response, as plain data
   * @throws Problem IDEMPOTENCY_KEY_REUSED
   */
  once<Answer extends object>(
    workspaceId: string,
    { keyed, onReplay }: Creation,
    work: (transaction: EntityManager) => Promise<Answer>,
  ): Promise<Answer> {
    return this.dataSource.transaction(async (transaction) => {
      if (!keyed) return work(transaction);
      const request = { ...keyed, workspaceId };
      const kept = await this.claimOrFind(transaction, request);
      if (kept) {
        const answer = keptAnswer(request, kept) as Answer;
        onReplay();
        return answer;
      }
      const answer = await work(transaction);
      await this.store.complete(transaction, request, JSON.stringify(answer));
      return answer;
    });
  }

  /** @returns the response that is stored under the key; null if this transaction has claimed the key */
  private async claimOrFind(transaction: EntityManager, request: KeyedRequest): Promise<KeptAnswer | null> {
    const now = Date.now();
    // If the key expires between the two statements, `sweep` may remove the key. The next pass of the loop then claims
    // the key.
    for (;;) {
      if (await this.store.claim(transaction, request, now, now + LIFETIME_MS)) return null;
      const kept = await this.store.find(transaction, request);
      if (kept) return kept;
    }
  }

  /** Removes expired keys. (An expired key that is used again is replaced at once, even before it is removed.) */
  async sweep(): Promise<void> {
    try {
      await this.store.removeExpired(Date.now());
    } catch (error) {
      this.logger.warn(`Expired Idempotency-Keys were not removed: ${sentenceOf(error)}`);
    }
  }
}

/**
 * Returns the body of the stored response, parsed. Serializing the body gives the stored text again.
 * @throws Problem IDEMPOTENCY_KEY_REUSED if the request differs
 */
function keptAnswer(request: KeyedRequest, { method, path, bodyHash, response }: KeptAnswer): unknown {
  if (method !== request.method || path !== request.path || !bodyHash.equals(request.bodyHash))
    throw new Problem(
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was used for another request; send another key.',
    );
  return JSON.parse(response);
}
