import { Controller, Get } from '@nestjs/common';
import { Query } from '../../shared/fields/query.js';
import { ApiExtraModels, ApiOkResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { NeedsScope } from '../auth/requests/api-key.guard.js';
import { WorkspaceId } from '../auth/principal.js';
import { Download } from '../http/download.js';
import { AuditAnswer } from './audit.dto.js';
import { AuditQuery } from './audit-query.dto.js';
import { AuditService } from './audit.service.js';

const CSV = { contentType: 'text/csv; charset=utf-8', name: 'audit.csv' };

@ApiTags('Operate')
@Controller('audit')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  /**
   * List the changes of the workspace
   * @remarks Returns one entry for each change, export and report, and entries for refused keys, newest first. An entry
   * contains the author, the action, the resource, the client's address and the request. Needs a key with the scope
   * `audit` or `admin`. Entries are removed after a number of days that the operator of the service sets. With
   * `format=csv`, the response is a file with all entries that the filters select.
   */
  @Get()
  @NeedsScope('admin', 'audit')
  @ApiExtraModels(AuditAnswer)
  @ApiOkResponse({
    description: 'A page, or the file',
    content: {
      'application/json': { schema: { $ref: getSchemaPath(AuditAnswer) } },
      'text/csv': { schema: { type: 'string' } },
    },
  })
  async list(
    @WorkspaceId() workspaceId: string,
    @Query() query: AuditQuery,
  ): Promise<AuditAnswer | Download> {
    if (query.format === 'csv') return new Download(this.audit.csvParts(workspaceId, query), CSV);
    return this.audit.list(workspaceId, query);
  }
}
