import { Controller, Get, Header } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { NeedsScope } from '../auth/requests/api-key.guard.js';
import { ApiUncounted } from '../../shared/problems/api-problems.js';
import { Metrics } from './metrics.js';

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

@ApiTags('Operate')
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  /**
   * Get metrics in the text format of Prometheus
   * @remarks Needs a key with the scope `admin`. If METRICS_PORT is set, the metrics are on that port and need no key.
   */
  @Get()
  @NeedsScope('admin')
  @ApiUncounted()
  @Header('Content-Type', CONTENT_TYPE)
  @ApiOkResponse({ content: { 'text/plain': { schema: { type: 'string' } } } })
  get(): Promise<string> {
    return this.metrics.registry.metrics();
  }
}
