import { Controller, Get } from '@nestjs/common';
import { Query } from '../shared/fields/query.js';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '../shared/problems/api-problems.js';
import { JsonText } from '../platform/http/json-text.js';
import { AsOfResponses } from './as-of-responses.js';
import { CandleResponses } from './candle-responses.js';
import { CandleRangeAnswer, CandleRangeQuery } from './candle-range.dto.js';
import { SeriesAnswer, SeriesFilterQuery } from './candle-series.dto.js';
import { CandlesAsOfAnswer, CandlesAsOfQuery } from './candles-as-of.dto.js';
import { CandlesAnswer, CandlesQuery } from './candles.dto.js';
import { CandlesService } from './candles.service.js';

const CANDLE_PROBLEMS = [
  'SYMBOL_NOT_FOUND',
  'VENUE_ERROR',
  'VENUE_UNAVAILABLE',
  'VENUE_RATE_LIMITED',
  'VENUE_REGION_BLOCKED',
  'BUSY',
] as const;

@ApiTags('Replay')
@Controller('candles')
export class CandlesController {
  constructor(
    private readonly responses: CandleResponses,
    private readonly asOf: AsOfResponses,
    private readonly candles: CandlesService,
  ) {}

  /**
   * Get historical candles
   * @remarks Returns the newest closed bars before a given time. A bar that is still open is never returned. `before`
   * bounds the open times: at a past `before`, the last bar may contain prices from after `before`. A replay reads
   * `GET /candles/as-of` instead.
   */
  @Get()
  @ApiOkResponse({ type: CandlesAnswer })
  @ApiProblems(...CANDLE_PROBLEMS)
  async get(@Query() query: CandlesQuery): Promise<JsonText> {
    return new JsonText(await this.responses.get(query));
  }

  /**
   * Get historical candles of a range
   * @remarks Returns a page of closed bars from a given time on, and the spans without bars. `nextFrom` is the `from`
   * of the next page. `to` bounds the open times: the last bar may contain prices from after `to`. A replay reads
   * `GET /candles/as-of` instead.
   */
  @Get('range')
  @ApiOkResponse({ type: CandleRangeAnswer })
  @ApiProblems(...CANDLE_PROBLEMS)
  async getRange(@Query() query: CandleRangeQuery): Promise<JsonText> {
    return new JsonText(await this.responses.getRange(query));
  }

  /**
   * Get the candles known at an instant
   * @remarks Returns what could be known at the instant `at`: of each interval the newest bars that were closed, and the
   * bar that was open, made of the minutes that were closed. No price of the response is from after `at`.
   */
  @Get('as-of')
  @ApiOkResponse({ type: CandlesAsOfAnswer })
  @ApiProblems(...CANDLE_PROBLEMS)
  async getAsOf(@Query() query: CandlesAsOfQuery): Promise<JsonText> {
    return new JsonText(await this.asOf.get(query));
  }

  /**
   * List the stored series
   * @remarks Returns the stored spans of each series. Sends no request to the venue.
   */
  @Get('series')
  getSeries(@Query() query: SeriesFilterQuery): Promise<SeriesAnswer> {
    return this.candles.series(query);
  }
}
