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
   * @remarks Newest first: who did what to what, from where and by which request. Needs a key with the scope `admin`. Entries are
   * removed after the number of days that the service is set to.
   */
  @Get()
  @NeedsScope('admin')
  @ApiOkResponse({ type: AuditAnswer })
  async list(@WorkspaceId() workspaceId: string, @Query() query: AuditQuery): Promise<AuditAnswer> {
    return this.audit.list(workspaceId, query);
  }
}
