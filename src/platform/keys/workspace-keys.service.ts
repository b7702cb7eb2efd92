import { Injectable } from '@nestjs/common';
import type { Caller } from '../audit/author.js';
import type { ApiKey } from '../auth/api-key.entity.js';
import { CreatedKey, KeysService, RotatedKey } from '../auth/keys.service.js';
import type { Scope } from '../auth/principal.js';
import { Cursors } from '../../shared/fields/cursor.js';
import type { PageQuery } from '../../shared/fields/page.dto.js';
import { Problem } from '../../shared/problems/problem.js';
import type { CreateKeyDto, RotateKeyDto } from './create-key.dto.js';

export interface KeysPage {
  readonly keys: ApiKey[];
  readonly nextCursor: string | null;
}

/** Lets a caller manage the stored keys of its own workspace. */
@Injectable()
export class WorkspaceKeysService {
  constructor(private readonly keys: KeysService) {}

  /** @throws Problem VALIDATION_FAILED for a cursor of another list */
  async list(workspaceId: string, { count, cursor }: PageQuery): Promise<KeysPage> {
    const cursors = new Cursors({ route: 'GET /keys', filters: {}, order: 'newest first' }, ['id']);
    const [before = null] = cursor === undefined ? [] : cursors.read(cursor);
    const found = await this.keys.listIn(workspaceId, before, count + 1);
    const keys = found.slice(0, count);
    const last = found.length > count ? keys.at(-1) : undefined;
    return { keys, nextCursor: last ? cursors.write([last.id]) : null };
  }

  /**
   * @param granted the scopes of the caller
   * @throws Problem FORBIDDEN for a scope that the caller lacks
   */
  async create(
    caller: Caller,
    granted: readonly Scope[],
    { name, scopes, expiresAt = null }: CreateKeyDto,
  ): Promise<CreatedKey> {
    refuseMoreThan(granted, scopes);
    return this.keys.createFor(caller, { name, scopes, expiresAt });
  }

  /** @throws Problem KEY_NOT_FOUND, KEY_NOT_VALID; FORBIDDEN for a key with a scope that the caller lacks */
  async rotate(
    caller: Caller,
    granted: readonly Scope[],
    id: string,
    { overlapMs }: RotateKeyDto,
  ): Promise<RotatedKey> {
    const key = await this.keys.get(caller.workspaceId, id);
    refuseMoreThan(granted, key.scopes);
    return this.keys.rotate(key, overlapMs, caller);
  }

  /** @throws Problem KEY_NOT_FOUND */
  async revoke(caller: Caller, id: string): Promise<ApiKey> {
    return this.keys.revoke(await this.keys.get(caller.workspaceId, id), caller);
  }
}

/** Throws if a key has a scope that the caller lacks. Otherwise a caller could get more scopes with a new key. */
function refuseMoreThan(granted: readonly Scope[], scopes: readonly Scope[]): void {
  const lacking = scopes.find((scope) => !granted.includes(scope));
  if (lacking)
    throw new Problem('FORBIDDEN', `A key with the scope "${lacking}" needs a caller with that scope.`);
}
