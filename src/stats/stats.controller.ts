import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiNotModifiedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { WorkspaceId } from '../auth/principal.js';
import { ApiProblems } from '../common/api-problems.js';
import { joined } from '../common/bytes.js';
import { NoFields } from '../common/no-fields.dto.js';
import { sendJson } from '../http/send-json.js';
import { Metrics } from '../metrics/metrics.js';
import { toSessionDto } from '../sessions/session.dto.js';
import { FinishAnswer, StatsAnswer } from './stats-answers.dto.js';
import { StatsQuery } from './stats-query.dto.js';
import { StatsService } from './stats.service.js';

@ApiTags('stats')
@Controller('sessions/:id')
export class StatsController {
  constructor(
    private readonly stats: StatsService,
    private readonly metrics: Metrics,
  ) {}

  /**
   * Finish a session and get its statistics
   * @remarks A finished session takes no new trade. Finishing it again changes nothing and answers the same.
   */
  @Post('finish')
  @HttpCode(200)
  @ApiBody({ type: NoFields, required: false })
  @ApiOkResponse({ type: FinishAnswer })
  @ApiProblems('body', 'SESSION_NOT_FOUND')
  async finish(
    @WorkspaceId() workspaceId: string,
    @Param('id') id: string,
    @Query() { breakEvenThreshold = 0 }: StatsQuery,
    @Body() _nothing: NoFields,
    @Res() response: Response,
  ): Promise<void> {
    const { session, assets, stats } = await this.stats.finish(workspaceId, id, breakEvenThreshold);
    this.metrics.statsAnswers.inc({ how: stats.isKept ? 'kept' : 'computed' });
    // The answer with the statistics begins with a brace, in place of which the session comes.
    const start = Buffer.from(`{"session":${JSON.stringify(toSessionDto(session, assets))},`);
    const [first, ...more] = stats.body;
    sendJson(response, joined([start, first!.subarray(1), ...more]));
  }

  /**
   * Get the statistics of a session, finished or not
   * @remarks With the `ETag` of an earlier answer in `If-None-Match` an unchanged session is answered 304, at almost no cost.
   */
  @Get('stats')
  @ApiHeader({ name: 'If-None-Match', required: false, description: 'ETag of an earlier answer' })
  @ApiOkResponse({
    type: StatsAnswer,
    headers: {
      ETag: {
        description:
          'Names this state of the statistics; absent while candles of the ideal-R analysis are loading',
        schema: { type: 'string' },
      },
    },
  })
  @ApiNotModifiedResponse({ description: 'The statistics are those that the ETag names' })
  @ApiProblems('SESSION_NOT_FOUND')
  async get(
    @WorkspaceId() workspaceId: string,
    @Param('id') id: string,
    @Query() { breakEvenThreshold = 0 }: StatsQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const found = await this.stats.find(workspaceId, id, breakEvenThreshold);
    response.setHeader('Cache-Control', 'private, no-cache');
    // Only versions that do not change any more were ever sent as a tag.
    if (hasTag(request.headers['if-none-match'], found.version)) {
      this.metrics.statsAnswers.inc({ how: 'not-modified' });
      response.setHeader('ETag', found.version);
      response.statusCode = 304;
      response.end();
      return;
    }
    const { body, etag, isKept } = await this.stats.get(found, breakEvenThreshold);
    this.metrics.statsAnswers.inc({ how: isKept ? 'kept' : 'computed' });
    if (etag !== null) response.setHeader('ETag', etag);
    sendJson(response, body);
  }
}

/**
 * Whether an If-None-Match header names the tag, or any. What Express offers for that also heeds `Cache-Control: no-cache`,
 * which `fetch` adds by itself to every request with such a header.
 */
function hasTag(header: string | undefined, tag: string): boolean {
  if (header === undefined || header === tag) return header === tag;
  const wanted = new Set(['*', tag.replace(/^W\//, '')]);
  return header.split(',').some((entry) => wanted.has(entry.trim().replace(/^W\//, '')));
}
