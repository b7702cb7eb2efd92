import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '../common/api-problems.js';
import { CandlesAnswer, CandlesQuery } from './candles.dto.js';
import { CandlesService } from './candles.service.js';

@ApiTags('candles')
@Controller('candles')
export class CandlesController {
  constructor(private readonly candles: CandlesService) {}

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
  get(@Query() query: CandlesQuery): Promise<CandlesAnswer> {
    return this.candles.get(query);
  }
}
