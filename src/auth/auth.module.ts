import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ApiKeyGuard } from './api-key.guard.js';
import { Authenticator } from './authenticator.js';
import { KeyUsage } from './key-usage.js';
import { KeysService } from './keys.service.js';
import { WorkspacesService } from './workspaces.service.js';

@Module({
  providers: [
    Authenticator,
    KeyUsage,
    KeysService,
    WorkspacesService,
    { provide: APP_GUARD, useClass: ApiKeyGuard },
  ],
  exports: [Authenticator, KeysService, WorkspacesService],
})
export class AuthModule {}
