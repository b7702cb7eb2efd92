import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Environment } from '../config/environment.js';
import { ApiKey } from './api-key.entity.js';
import { ApiKeyGuard } from './requests/api-key.guard.js';
import { AuditLog } from './audit-log.js';
import { Authenticator } from './authenticator.js';
import { Callers } from './requests/callers.js';
import { KeyUsage } from './key-usage.js';
import { KeysService } from './keys.service.js';
import { RefusedKeys } from './refused-keys.js';
import { TokenAuthenticator } from './tokens/token-authenticator.js';
import { Workspace } from './workspace.entity.js';
import { WorkspaceQuotas } from './workspace-quotas.js';
import { WorkspacesService } from './workspaces.service.js';

/** Returns the authenticator for bearer tokens; null if the settings name no key set. */
async function tokenAuthenticator(
  { tokenRules }: Environment,
  workspaces: WorkspacesService,
): Promise<TokenAuthenticator | null> {
  if (!tokenRules) return null;
  const tokens = new TokenAuthenticator(tokenRules, workspaces);
  await tokens.start();
  return tokens;
}

@Module({
  imports: [TypeOrmModule.forFeature([ApiKey, Workspace])],
  providers: [
    AuditLog,
    Authenticator,
    Callers,
    KeyUsage,
    KeysService,
    RefusedKeys,
    WorkspacesService,
    WorkspaceQuotas,
    { provide: TokenAuthenticator, useFactory: tokenAuthenticator, inject: [Environment, WorkspacesService] },
    { provide: APP_GUARD, useClass: ApiKeyGuard },
  ],
  exports: [AuditLog, Callers, KeysService, WorkspacesService, WorkspaceQuotas],
})
export class AuthModule {}
