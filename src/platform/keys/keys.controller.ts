import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { Query } from '../../shared/fields/query.js';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../audit/author.js';
import { NeedsScope } from '../auth/requests/api-key.guard.js';
import { ByCaller, CallerScopes, type Scope, WorkspaceId } from '../auth/principal.js';
import { ApiProblems } from '../../shared/problems/api-problems.js';
import { NoFields } from '../../shared/fields/no-fields.dto.js';
import { PageQuery } from '../../shared/fields/page.dto.js';
import { CreateKeyDto, RotateKeyDto } from './create-key.dto.js';
import {
  CreatedKeyAnswer,
  KeyAnswer,
  KeysAnswer,
  RotatedKeyAnswer,
  toCreatedKeyAnswer,
  toKeyDto,
  toRotatedKeyAnswer,
} from './key.dto.js';
import { KeyId } from './key-id.js';
import { WorkspaceKeysService } from './workspace-keys.service.js';

@ApiTags('Operate')
@Controller('keys')
@NeedsScope('admin')
export class KeysController {
  constructor(private readonly keys: WorkspaceKeysService) {}

  /**
   * List keys
   * @remarks Returns the stored keys of the caller's workspace, newest first, including expired and revoked keys,
   * without secrets. Keys in the service's settings are not stored, so they are not listed.
   */
  @Get()
  @ApiOkResponse({ type: KeysAnswer })
  async list(@WorkspaceId() workspaceId: string, @Query() query: PageQuery): Promise<KeysAnswer> {
    const { keys, nextCursor } = await this.keys.list(workspaceId, query);
    return { keys: keys.map(toKeyDto), nextCursor };
  }

  /**
   * Create a key
   * @remarks The key belongs to the caller's workspace and expires no later than the key or token of the request. Only
   * this response contains the secret, so the request takes no Idempotency-Key: if you lose the response, revoke the
   * key.
   */
  @Post()
  @ApiCreatedResponse({ type: CreatedKeyAnswer })
  async create(
    @ByCaller() caller: Caller,
    @CallerScopes() granted: readonly Scope[],
    @Body() input: CreateKeyDto,
  ): Promise<CreatedKeyAnswer> {
    return toCreatedKeyAnswer(await this.keys.create(caller, granted, input));
  }

  /**
   * Replace a key with a new one
   * @remarks The new key has the same name, scopes and length of validity, but expires no later than the key or token
   * of the request. Both keys are valid until the overlap ends. Only this response contains the secret.
   */
  @Post(':id/rotate')
  @ApiBody({ type: RotateKeyDto, required: false })
  @ApiCreatedResponse({ type: RotatedKeyAnswer })
  @ApiProblems('KEY_NOT_FOUND', 'KEY_NOT_VALID')
  async rotate(
    @ByCaller() caller: Caller,
    @CallerScopes() granted: readonly Scope[],
    @KeyId() id: string,
    @Body() input: RotateKeyDto,
  ): Promise<RotatedKeyAnswer> {
    return toRotatedKeyAnswer(await this.keys.rotate(caller, granted, id, input));
  }

  /**
   * Revoke a key
   * @remarks Every instance refuses the key within seconds. Revoking a revoked key changes nothing.
   */
  @Post(':id/revoke')
  @HttpCode(200)
  @ApiBody({ type: NoFields, required: false })
  @ApiOkResponse({ type: KeyAnswer })
  @ApiProblems('KEY_NOT_FOUND')
  async revoke(@ByCaller() caller: Caller, @KeyId() id: string, @Body() _body: NoFields): Promise<KeyAnswer> {
    return { key: toKeyDto(await this.keys.revoke(caller, id)) };
  }
}
