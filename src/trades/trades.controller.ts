import { Body, Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { Query } from '../shared/fields/query.js';
import { ApiBody, ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../platform/audit/author.js';
import { ByCaller, WorkspaceId } from '../platform/auth/principal.js';
import { ApiProblems } from '../shared/problems/api-problems.js';
import { JsonText } from '../platform/http/json-text.js';
import { SessionId } from '../sessions/session-id.js';
import { EditTradeDto } from './edit-trade.dto.js';
import { IngestTradesDto } from './ingest-trades.dto.js';
import { RemovalService } from './removal.service.js';
import { TradeEditsService } from './trade-edits.service.js';
import { TradeId } from './trade-id.js';
import {
  TradeRecordAnswer,
  TradeRecordsAnswer,
  toTradeRecordAnswer,
  toTradeRecordsAnswer,
} from './trade-record.dto.js';
import { TradeRecordsService } from './trade-records.service.js';
import { IngestAnswer, toIngestAnswer } from './trade.dto.js';
import { TradesQuery } from './trades-query.dto.js';
import { TradesService } from './trades.service.js';

@ApiTags('Review')
@Controller('sessions/:id/trades')
export class TradesController {
  constructor(
    private readonly trades: TradesService,
    private readonly records: TradeRecordsService,
    private readonly edits: TradeEditsService,
    private readonly removal: RemovalService,
  ) {}

  /**
   * Ingest closed trades
   * @remarks Stores a batch of 1 to 500 trades, all or none. Sending a batch again is safe: if a clientId is already
   * stored with the same content, nothing is inserted and the stored trade is returned.
   */
  @Post()
  @ApiCreatedResponse({ type: IngestAnswer })
  @ApiProblems('SESSION_NOT_FOUND', 'SESSION_FINISHED', 'CLIENT_ID_CONFLICT', 'QUOTA_TRADES', 'BUSY')
  async ingest(
    @ByCaller() caller: Caller,
    @SessionId() id: string,
    @Body() { trades }: IngestTradesDto,
  ): Promise<JsonText> {
    return toIngestAnswer(await this.trades.ingest(caller, id, trades));
  }

  /**
   * List trades, page by page
   * @remarks The trades are in the order of exitTime, entryTime, clientId. If there is a filter other than `from` and
   * `to`, the service examines at most 20,000 trades for a page, so a page may be short or empty. Only
   * `nextCursor: null` ends the list.
   */
  @Get()
  @ApiOkResponse({ type: TradeRecordsAnswer })
  @ApiProblems('SESSION_NOT_FOUND', 'BUSY')
  async list(
    @WorkspaceId() workspaceId: string,
    @SessionId() id: string,
    @Query() query: TradesQuery,
  ): Promise<TradeRecordsAnswer> {
    return toTradeRecordsAnswer(await this.records.list(workspaceId, id, query));
  }

  /** Get a trade */
  @Get(':tradeId')
  @ApiOkResponse({ type: TradeRecordAnswer })
  @ApiProblems('SESSION_NOT_FOUND', 'TRADE_NOT_FOUND')
  async get(
    @WorkspaceId() workspaceId: string,
    @SessionId() id: string,
    @TradeId() tradeId: string,
  ): Promise<TradeRecordAnswer> {
    return toTradeRecordAnswer(await this.records.get(workspaceId, id, tradeId));
  }

  /**
   * Edit a trade
   * @remarks Fields that are left out keep their values, and figures are computed again. Null removes a stop, a target
   * or a positionId. If a cost is null, the service computes the cost. In a finished session, only the note and the tags
   * can change, and a positionId can be set where there is none.
   */
  @Patch(':tradeId')
  @ApiBody({ type: EditTradeDto, required: false })
  @ApiOkResponse({ type: TradeRecordAnswer })
  @ApiProblems('SESSION_NOT_FOUND', 'TRADE_NOT_FOUND', 'SESSION_FINISHED')
  async edit(
    @ByCaller() caller: Caller,
    @SessionId() id: string,
    @TradeId() tradeId: string,
    @Body() edit: EditTradeDto,
  ): Promise<TradeRecordAnswer> {
    return toTradeRecordAnswer(await this.edits.edit(caller, id, tradeId, edit));
  }

  /**
   * Delete a trade
   * @remarks The clientId of the trade can then be used again.
   */
  @Delete(':tradeId')
  @HttpCode(204)
  @ApiNoContentResponse()
  @ApiProblems('SESSION_NOT_FOUND', 'TRADE_NOT_FOUND', 'SESSION_FINISHED')
  async remove(
    @ByCaller() caller: Caller,
    @SessionId() id: string,
    @TradeId() tradeId: string,
  ): Promise<void> {
    await this.removal.removeTrade(caller, id, tradeId);
  }
}
