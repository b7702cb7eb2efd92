import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { ProbeDatabase } from './probe-database.js';
import { Shards } from './shards.js';

@Module({ controllers: [HealthController], providers: [ProbeDatabase, Shards] })
export class HealthModule {}
