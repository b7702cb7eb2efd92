import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { RedisConnection } from './redis-connection.js';
import { RequestQuotas } from './request-quotas.js';

@Module({
  imports: [AuthModule],
  providers: [RedisConnection, RequestQuotas],
  exports: [RedisConnection, RequestQuotas],
})
export class LimitsModule {}
