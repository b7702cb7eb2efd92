import { Controller, Get } from '@nestjs/common';
import { Query } from '../../shared/fields/query.js';
import { ApiHeader, ApiNotModifiedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { AuditLog } from '../../platform/auth/audit-log.js';
import type { Caller } from '../../platform/audit/author.js';
import { ByCaller } from '../../platform/auth/principal.js';
import { ApiProblems } from '../../shared/problems/api-problems.js';
import { ConditionalRequest } from '../../platform/http/conditional-request.js';
import { Download } from '../../platform/http/download.js';
import { TaggedAnswer } from '../../platform/http/tagged-answer.js';
import { SessionId } from '../../sessions/session-id.js';
import { StatsQuery } from '../../stats/stats.dto.js';
import { fileNameOf } from './file-name.js';
import { ReportQueue } from './report-queue.js';
import { ReportService } from './report.service.js';

const TEXT = { schema: { type: 'string' } } as const;

@ApiTags('Review')
@Controller('sessions/:id/report')
export class ReportController {
  constructor(
    private readonly reports: ReportService,
    private readonly queue: ReportQueue,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Get the tear sheet of a session as one HTML file
   * @remarks Returns figures, curves, trades and analyses in one file that you can keep, mail and print. The file loads
   * no other file, can be read without scripts, and contains no key. It lists the first 20,000 trades; its figures and
   * curves cover all trades.
   */
  @Get()
  @ApiHeader({ name: 'If-None-Match', required: false, description: 'ETag of an earlier response' })
  @ApiOkResponse({
    description: 'The file',
    content: { 'text/html': TEXT },
    headers: {
      ETag: {
        description: 'Identifies this version of the report; absent while candles are loading',
        ...TEXT,
      },
      'Content-Disposition': { description: 'Contains the file name', ...TEXT },
    },
  })
  @ApiNotModifiedResponse({ description: 'The report has not changed since the response with this ETag' })
  @ApiProblems('TOO_MANY_TRADES', 'SESSION_NOT_FOUND', 'SESSION_CHANGED', 'QUOTA_STATISTICS', 'BUSY')
  async get(
    @ByCaller() caller: Caller,
    @ConditionalRequest() { workspaceId, ifNoneMatch, client }: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() { breakEvenThreshold }: StatsQuery,
  ): Promise<TaggedAnswer<Download>> {
    const { etag, file, sessionName } = await this.queue.run(workspaceId, client.signal, () =>
      this.reports.get({ workspaceId, sessionId, breakEvenThreshold, client }, ifNoneMatch),
    );
    const name = fileNameOf(sessionName);
    const record = () => this.audit.record(caller, { action: 'session.report', resourceId: sessionId });
    return new TaggedAnswer(etag, file && new Download(once(file), { ...HTML, name }, record));
  }
}

const HTML = { contentType: 'text/html; charset=utf-8' };

async function* once(file: Buffer): AsyncGenerator<Buffer> {
  yield file;
}
