import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Caller } from '../../platform/audit/author.js';
import { ByCaller } from '../../platform/auth/principal.js';
import { Client } from '../../platform/http/client.js';
import { NoFields } from '../../shared/fields/no-fields.dto.js';
import { ApiProblems } from '../../shared/problems/api-problems.js';
import { SampleAnswer } from './samples.dto.js';
import { SamplesService } from './samples.service.js';

@ApiTags('Review')
@Controller('samples')
export class SamplesController {
  constructor(private readonly samples: SamplesService) {}

  /**
   * Make the sample
   * @remarks Makes a project with a sweep of two moving averages on the symbol SAMPLE, and stores the candles of this
   * symbol, which are invented. If the workspace has a project of the symbol SAMPLE with sessions, the response
   * contains that project, and nothing changes. Remove the sample with `DELETE /projects/{id}?sessions=true`; its
   * candles stay.
   */
  @Post()
  @ApiBody({ type: NoFields, required: false })
  @ApiCreatedResponse({ type: SampleAnswer })
  @ApiOkResponse({ type: SampleAnswer, description: 'If there is a sample already' })
  @ApiProblems('QUOTA_SESSIONS', 'QUOTA_TRADES', 'BUSY')
  async make(
    @ByCaller() caller: Caller,
    @Body() _nothing: NoFields,
    @Client() { signal }: Client,
    // The response is needed here because the status depends on the result.
    @Res({ passthrough: true }) response: Response,
  ): Promise<SampleAnswer> {
    const { answer, isNew } = await this.samples.getOrMake(caller, signal);
    response.status(isNew ? 201 : 200);
    return answer;
  }
}
