import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ApiKeyGuard } from './api-key.guard.js';
import { KeysService } from './keys.service.js';
import { WorkspacesService } from './workspaces.service.js';

@Module({
  providers: [KeysService, WorkspacesService, { provide: APP_GUARD, useClass: ApiKeyGuard }],
  exports: [KeysService, WorkspacesService],
})
export class AuthModule {}
