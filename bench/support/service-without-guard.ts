import { APP_GUARD } from '@nestjs/core';
import type { Provider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuthModule } from '../../src/platform/auth/auth.module.js';
import { Authenticator } from '../../src/platform/auth/authenticator.js';
import { SCOPES } from '../../src/platform/auth/principal.js';
import { WorkspacesService } from '../../src/platform/auth/workspaces.service.js';
import { loadEnvironment } from '../../src/platform/config/load-environment.js';
import { createApp } from '../../src/create-app.js';

/**
 * The service without the key look-up and the guard, so that every request has the same caller. This service is the
 * baseline of the key check and exists only for this benchmark.
 */

const providers: Provider[] = Reflect.getMetadata('providers', AuthModule);
const open = providers.filter(
  (provider) => provider !== Authenticator && !('provide' in provider && provider.provide === APP_GUARD),
);
open.push({
  provide: Authenticator,
  inject: [DataSource, WorkspacesService],
  useFactory: async (_: DataSource, workspaces: WorkspacesService) => {
    const everybody = { keyId: 'bench', workspaceId: await workspaces.idOf('nobody'), scopes: SCOPES };
    return { findPrincipal: () => everybody };
  },
});
Reflect.defineMetadata('providers', open, AuthModule);

const environment = loadEnvironment();
const { app } = await createApp(environment);
await app.listen(environment.PORT, environment.HOST);
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
