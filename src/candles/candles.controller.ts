import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ApiProblems } from '../common/api-problems.js';
import { sendJson } from '../http/send-json.js';
import { CandlePages } from './candle-pages.js';
import { CandlesAnswer, CandlesQuery } from './candles.dto.js';

@ApiTags('candles')
@Controller('candles')
export class CandlesController {
  constructor(private readonly pages: CandlePages) {}

  /**
   * Get historical candles
   * @remarks The newest closed bars before a moment. A bar that is still open is never answered.
   */
  @Get()
  @ApiOkResponse({ type: CandlesAnswer })
  @ApiProblems(
    'SYMBOL_NOT_FOUND',
    'VENUE_ERROR',
    'VENUE_UNAVAILABLE',
    'VENUE_RATE_LIMITED',
    'VENUE_REGION_BLOCKED',
  )
  async get(@Query() query: CandlesQuery, @Res() response: Response): Promise<void> {
    sendJson(response, await this.pages.get(query));
  }
}
