import { BeforeApplicationShutdown, Injectable, Logger, OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import type { Author } from '../audit/author.js';
import { recordChange } from '../audit/record-change.js';
import { DEFAULT_WORKSPACE } from '../config/configured-keys.js';
import { sentenceOf } from '../../shared/problems/sentence-of.js';
import { Workspace } from './workspace.entity.js';

/** Interval at which refused requests are stored, ms. The interval is documented in docs/api.md. */
const STORE_INTERVAL_MS = 60_000;

/**
 * Maximum number of addresses with an entry of their own per interval and caller. All further addresses share one
 * entry, so that nobody can flood the log from many addresses. The limit is documented in docs/api.md.
 */
const MAX_ADDRESSES = 20;

/** A stored key that is expired or revoked. */
export interface RefusedKey {
  readonly keyId: string;
  readonly workspaceId: string;
}

/** A request with a key or a token that was refused. */
export interface RefusedRequest {
  /** Undefined for a secret that is not stored, and for a token. */
  readonly key: RefusedKey | undefined;
  readonly credential: 'key' | 'token';
  readonly address: string;
  readonly requestId: string | null;
}

/** Refused requests of one caller since the last interval. */
interface Refusals extends Pick<RefusedRequest, 'key' | 'credential'> {
  readonly byAddress: Map<string | null, { count: number; readonly requestId: string | null }>;
}

/**
 * Counts requests with refused keys and tokens in memory, and stores them as entries of the audit log once per minute.
 * An expired or revoked key belongs to its workspace. Any other secret belongs to no workspace, so its entry is stored
 * in the workspace `default`. This entry contains no part of the secret, because the secret may belong to another
 * service.
 */
@Injectable()
export class RefusedKeys implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger(RefusedKeys.name);
  private refusals = new Map<string, Refusals>();
  private timer: NodeJS.Timeout | undefined;
  private storing: Promise<void> = Promise.resolve();

  constructor(private readonly dataSource: DataSource) {}

  onModuleInit(): void {
    const store = () => {
      this.storing = this.store();
    };
    this.timer = setInterval(store, STORE_INTERVAL_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.storing;
    await this.store();
  }

  note({ key, credential, address, requestId }: RefusedRequest): void {
    const caller = key?.keyId ?? credential;
    const refusals = this.refusals.get(caller) ?? { key, credential, byAddress: new Map() };
    this.refusals.set(caller, refusals);
    const { byAddress } = refusals;
    const isOwn = byAddress.has(address) || byAddress.size < MAX_ADDRESSES;
    const counted = byAddress.get(isOwn ? address : null);
    if (counted) counted.count += 1;
    else byAddress.set(isOwn ? address : null, { count: 1, requestId: isOwn ? requestId : null });
  }

  /**
   * Stores the refused requests. If storing fails, the refused requests are dropped, because the log of requests
   * contains them as well.
   */
  async store(): Promise<void> {
    if (this.refusals.size === 0) return;
    const refusals = [...this.refusals.values()];
    this.refusals = new Map();
    for (const refused of refusals) {
      try {
        await this.dataSource.transaction((transaction) => record(transaction, refused));
      } catch (error) {
        this.logger.warn(`Refused keys were not stored in the audit log: ${sentenceOf(error)}`);
      }
    }
  }
}

async function record(transaction: EntityManager, { key, credential, byAddress }: Refusals): Promise<void> {
  const where = key ? { id: key.workspaceId } : { name: DEFAULT_WORKSPACE };
  // The lock keeps an erasure of the workspace from ending between this statement and the insertion.
  const workspace = await transaction.findOne(Workspace, {
    where: { ...where, erasedAt: IsNull() },
    lock: { mode: 'pessimistic_read' },
  });
  if (!workspace) return;
  const author: Pick<Author, 'actorKind' | 'actor'> = key
    ? { actorKind: 'key', actor: key.keyId }
    : { actorKind: 'unknown', actor: credential };
  const resource = key
    ? ({ resourceType: 'key', resourceId: key.keyId } as const)
    : ({ resourceType: 'workspace', resourceId: workspace.id } as const);
  for (const [address, { count, requestId }] of byAddress)
    await recordChange(
      transaction,
      { workspaceId: workspace.id, ...author, address, requestId },
      { action: 'key.refuse', ...resource, count },
    );
}
