import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { NoFields } from '../../fields/no-fields.dto.js';
import { sendTagged } from '../../http/tagged-json.js';
import { SessionId } from '../../sessions/session-id.js';
import { AnalysisOf, AskedBy, type Asker } from './analysis-of.js';
import { ExcursionsAnswer, ExcursionsQuery } from '../excursions/excursions.dto.js';
import { ExcursionsService } from './excursions.service.js';
import { ExitsAnswer, ExitsQuery } from '../exits/exits.dto.js';
import { ExitsService } from './exits.service.js';
import { TimestampsAnswer } from '../timestamps/timestamps.dto.js';
import { TimestampsService } from './timestamps.service.js';

/** Analyses of the trades and the candles around them. */
@ApiTags('analysis')
@Controller('sessions/:id/analysis')
export class CandleAnalysisController {
  constructor(
    private readonly excursionsService: ExcursionsService,
    private readonly exitsService: ExitsService,
    private readonly timestampsService: TimestampsService,
  ) {}

  /**
   * Get how far price moved for and against each trade
   * @remarks Missing candles are loaded first. The request waits for them only briefly; after that the state is
   * `pending`, and there is no `ETag`.
   */
  @Get('excursions')
  @AnalysisOf(ExcursionsAnswer)
  async excursions(
    @AskedBy() asker: Asker,
    @SessionId() sessionId: string,
    @Query() query: ExcursionsQuery,
    @Res() response: Response,
  ): Promise<void> {
    await sendTagged(response, (client) =>
      this.excursionsService.get({ ...asker, sessionId, query, client }),
    );
  }

  /**
   * Get the results the trades would have had with other exits
   * @remarks A grid of targets and stops over the window of the ideal-R analysis, available after the session is
   * finished. The maximum of a grid is overfitted: look for a region of good cells, not for the best one.
   */
  @Get('exits')
  @AnalysisOf(ExitsAnswer)
  async exits(
    @AskedBy() asker: Asker,
    @SessionId() sessionId: string,
    @Query() query: ExitsQuery,
    @Res() response: Response,
  ): Promise<void> {
    await sendTagged(response, (client) => this.exitsService.get({ ...asker, sessionId, query, client }));
  }

  /**
   * Get whether the times of the trades fit the candles
   * @remarks Uses only stored candles and loads none.
   */
  @Get('timestamps')
  @AnalysisOf(TimestampsAnswer)
  async timestamps(
    @AskedBy() asker: Asker,
    @SessionId() sessionId: string,
    @Query() query: NoFields,
    @Res() response: Response,
  ): Promise<void> {
    await sendTagged(response, (client) =>
      this.timestampsService.get({ ...asker, sessionId, query, client }),
    );
  }
}
