import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { Shards } from './shards.js';

@Module({ controllers: [HealthController], providers: [Shards] })
export class HealthModule {}
