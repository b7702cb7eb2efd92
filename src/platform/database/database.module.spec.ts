import { Injectable, Module, OnApplicationShutdown } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { createDataSource } from './data-source.js';
import { DatabaseModule } from './database.module.js';

describe('the database module', () => {
  it('closes the database once, after the modules that use the database have stopped', async () => {
    const events: string[] = [];
    const dataSource = createDataSource({ url: 'postgres://unused' }, { poolSize: 1 });
    const isOpen = { value: true };
    Object.defineProperty(dataSource, 'isInitialized', { get: () => isOpen.value });
    Object.assign(dataSource, {
      destroy: () => {
        isOpen.value = false;
        events.push('connections closed');
      },
    });

    @Injectable()
    class Worker implements OnApplicationShutdown {
      constructor(@InjectDataSource() private readonly injected: DataSource) {}

      async onApplicationShutdown(): Promise<void> {
        await Promise.resolve();
        events.push(`worker stopped, database ${this.injected.isInitialized ? 'open' : 'closed'}`);
      }
    }
    @Module({ providers: [Worker] })
    class WorkerModule {}
    @Module({})
    class App {}

    const database = DatabaseModule.with({
      dataSource,
      address: { url: '' },
      ended: new Promise(() => undefined),
      disconnectOthers: () => events.push('other clients disconnected'),
      close: async () => {
        if (dataSource.isInitialized) await dataSource.destroy();
        events.push('server released');
      },
    });
    const root = { module: App, imports: [database, WorkerModule] };
    const app = await NestFactory.createApplicationContext(root, { logger: false });
    await app.close();
    expect(events).toEqual([
      'other clients disconnected',
      'worker stopped, database open',
      'connections closed',
      'server released',
    ]);
  });
});
