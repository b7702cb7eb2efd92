import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { KeysController } from './keys.controller.js';
import { MeController } from './me.controller.js';
import { MeService } from './me.service.js';
import { WorkspaceKeysService } from './workspace-keys.service.js';

@Module({
  imports: [AuthModule],
  controllers: [KeysController, MeController],
  providers: [WorkspaceKeysService, MeService],
})
export class KeysModule {}
