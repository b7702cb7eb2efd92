import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { NeedsAnyScope } from '../auth/requests/api-key.guard.js';
import { CallerPrincipal, type Principal } from '../auth/principal.js';
import { MeAnswer } from './me.dto.js';
import { MeService } from './me.service.js';

@ApiTags('Operate')
@Controller('me')
export class MeController {
  constructor(private readonly me: MeService) {}

  /**
   * Get the caller
   * @remarks Returns the workspace, name and scopes of the key or token that was sent. Any scope is enough.
   */
  @Get()
  @NeedsAnyScope()
  @ApiOkResponse({ type: MeAnswer })
  async get(@CallerPrincipal() principal: Principal): Promise<MeAnswer> {
    return this.me.get(principal);
  }
}
