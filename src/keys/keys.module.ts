import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { KeysController } from './keys.controller.js';
import { WorkspaceKeysService } from './workspace-keys.service.js';

@Module({ imports: [AuthModule], controllers: [KeysController], providers: [WorkspaceKeysService] })
export class KeysModule {}
