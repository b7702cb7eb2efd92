import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiKey } from './api-key.entity.js';
import { ApiKeyGuard } from './api-key.guard.js';
import { Authenticator } from './authenticator.js';
import { KeyUsage } from './key-usage.js';
import { KeysService } from './keys.service.js';
import { Workspace } from './workspace.entity.js';
import { WorkspacesService } from './workspaces.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([ApiKey, Workspace])],
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
