import { Controller, Get } from '@nestjs/common';
import { Query } from '../../../shared/fields/query.js';
import { ApiTags } from '@nestjs/swagger';
import { ConditionalRequest } from '../../../platform/http/conditional-request.js';
import type { TaggedJson } from '../../../platform/http/tagged-answer.js';
import { ProjectId } from '../../../projects/project-id.js';
import { OverfittingAnswer, OverfittingQuery } from './overfitting.dto.js';
import { OverfittingService } from './overfitting.service.js';
import { SelectionAnswer, SelectionQuery } from './selection.dto.js';
import { SelectionService } from './selection.service.js';
import { StudyQuery } from './study-query.dto.js';
import { StudyRoute } from './study-route.js';
import { WalkForwardAnswer } from './walk-forward.dto.js';
import { WalkForwardService } from './walk-forward.service.js';

@ApiTags('Research')
@Controller('projects/:id/analysis')
export class TriesController {
  constructor(
    private readonly tries: SelectionService,
    private readonly panels: OverfittingService,
    private readonly windows: WalkForwardService,
  ) {}

  /**
   * Compare the tries of a study with luck
   * @remarks Returns every try with its deflated Sharpe ratio: the probability that its true Sharpe ratio is above the
   * ratio that the best of as many tries without skill is expected to have.
   */
  @Get('selection')
  @StudyRoute(SelectionAnswer)
  selection(
    @ConditionalRequest() request: ConditionalRequest,
    @ProjectId() projectId: string,
    @Query() query: SelectionQuery,
  ): Promise<TaggedJson> {
    return this.tries.selection({ ...request, projectId, query });
  }

  /**
   * Test the best session of a study for overfitting
   * @remarks Compares the daily returns of at least 10 sessions over at least 60 common days.
   */
  @Get('overfitting')
  @StudyRoute(OverfittingAnswer)
  overfitting(
    @ConditionalRequest() request: ConditionalRequest,
    @ProjectId() projectId: string,
    @Query() query: OverfittingQuery,
  ): Promise<TaggedJson> {
    return this.panels.overfitting({ ...request, projectId, query });
  }

  /**
   * Compare sessions out of sample with sessions in sample
   * @remarks Each session with the sample `out` is a window. The partner of a window is a session with the sample `in`,
   * the same parameters and the same version of the code that ends before the window begins. If there are several such
   * sessions, the latest is the partner.
   */
  @Get('walk-forward')
  @StudyRoute(WalkForwardAnswer)
  walkForward(
    @ConditionalRequest() request: ConditionalRequest,
    @ProjectId() projectId: string,
    @Query() query: StudyQuery,
  ): Promise<TaggedJson> {
    return this.windows.walkForward({ ...request, projectId, query });
  }
}
