import { Injectable } from '@nestjs/common';
import { KeysService } from '../auth/keys.service.js';
import type { Principal } from '../auth/principal.js';
import { WorkspacesService } from '../auth/workspaces.service.js';
import type { MeAnswer } from './me.dto.js';

/** Returns the workspace, the name and the scopes of the key or token that a request was sent with. */
@Injectable()
export class MeService {
  constructor(
    private readonly keys: KeysService,
    private readonly workspaces: WorkspacesService,
  ) {}

  async get({ keyId, subject, workspaceId, scopes }: Principal): Promise<MeAnswer> {
    const workspace = await this.workspaces.nameOf(workspaceId);
    const key = keyId === undefined ? null : await this.keys.nameOf(workspaceId, keyId);
    return { workspace, key, subject: subject ?? null, scopes };
  }
}
