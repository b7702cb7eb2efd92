import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { NeedsScope } from '../auth/requests/api-key.guard.js';
import { WorkspaceId } from '../auth/principal.js';
import { AuditAnswer } from './audit.dto.js';
import { AuditQuery } from './audit-query.dto.js';
import { AuditService } from './audit.service.js';

@ApiTags('audit')
@Controller('audit')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  /**
   * List the changes of the workspace
   * @remarks Newest first: the author, the action, the resource, the client's address and the request of each change.
   * Needs a key with the scope `audit` or `admin`. Entries are removed after a number of days that the operator of the service
   * sets.
   */
  @Get()
  @NeedsScope('admin', 'audit')
  @ApiOkResponse({ type: AuditAnswer })
  async list(@WorkspaceId() workspaceId: string, @Query() query: AuditQuery): Promise<AuditAnswer> {
    return this.audit.list(workspaceId, query);
  }
}
