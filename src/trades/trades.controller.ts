import { Body, Controller, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiTags } from '@nestjs/swagger';
import { WorkspaceId } from '../auth/principal.js';
import { ApiProblems } from '../common/api-problems.js';
import { NoFields } from '../common/no-fields.dto.js';
import { IngestTradesDto } from './ingest-trades.dto.js';
import { IngestAnswer, toTradeDto } from './trade.dto.js';
import { TradesService } from './trades.service.js';

@ApiTags('trades')
@Controller('sessions/:id/trades')
export class TradesController {
  constructor(private readonly trades: TradesService) {}

  /**
   * Ingest closed trades
   * @remarks A batch of 1 to 500, all or nothing. Sending a batch again is safe: a clientId that is stored with the same content
   * inserts nothing and answers the stored trade.
   */
  @Post()
  @ApiCreatedResponse({ type: IngestAnswer })
  @ApiProblems('body', 'SESSION_NOT_FOUND', 'SESSION_FINISHED', 'CLIENT_ID_CONFLICT')
  async ingest(
    @WorkspaceId() workspaceId: string,
    @Param('id') id: string,
    @Body() { trades }: IngestTradesDto,
    @Query() _query: NoFields,
  ): Promise<IngestAnswer> {
    const ingested = await this.trades.ingest(workspaceId, id, trades);
    return { inserted: ingested.inserted, trades: ingested.trades.map(toTradeDto) };
  }
}
