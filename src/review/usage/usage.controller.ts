import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { NeedsScope } from '../../platform/auth/requests/api-key.guard.js';
import { WorkspaceId } from '../../platform/auth/principal.js';
import { UsageAnswer } from './usage.dto.js';
import { UsageService } from './usage.service.js';

@ApiTags('Operate')
@Controller('usage')
export class UsageController {
  constructor(private readonly usage: UsageService) {}

  /**
   * Get the quotas and the usage of the workspace
   * @remarks Needs a key with the scope `admin`. Quotas are set by the operator of the service.
   */
  @Get()
  @NeedsScope('admin')
  @ApiOkResponse({ type: UsageAnswer })
  async get(@WorkspaceId() workspaceId: string): Promise<UsageAnswer> {
    return this.usage.get(workspaceId);
  }
}
