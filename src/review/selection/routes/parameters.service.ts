import { Injectable } from '@nestjs/common';
import type { TaggedJson } from '../../../platform/http/tagged-answer.js';
import { StudiesService } from '../../trials/studies.service.js';
import { MAX_PARAMETERS, parameterList } from '../leaderboard/parameter-list.js';
import { compareTexts } from '../leaderboard/value-order.js';
import type { ListedStudyDto, ParametersAnswer } from './parameters.dto.js';
import { StudiesReader, type StudyRequest, shownStudy } from './studies-reader.js';
import type { AnyStudyQuery } from './study-query.dto.js';

/** Version of the response. Raise the version by 1 if the response changes while the sessions stay the same. */
const PARAMETERS_VERSION = 1;

/** Maximum number of studies in a response. */
const MAX_STUDIES = MAX_PARAMETERS;

@Injectable()
export class ParametersService {
  constructor(
    private readonly reader: StudiesReader,
    private readonly studies: StudiesService,
  ) {}

  /**
   * Returns the studies of a project, and the parameters of the sessions of a study.
   * @throws Problem VALIDATION_FAILED, PROJECT_NOT_FOUND, BUSY
   */
  async parameters(request: StudyRequest<AnyStudyQuery>): Promise<TaggedJson> {
    const counts = await this.studies.counts(request.workspaceId, request.projectId);
    const listed = listedStudies(counts.studies);
    return this.reader.answer(
      request,
      `parameters ${PARAMETERS_VERSION}`,
      async (found, signal): Promise<Omit<ParametersAnswer, 'calculationVersion' | 'study'>> => {
        const isRead = found.state !== 'unavailable';
        const list = parameterList(isRead ? (await found.read(signal)).sessions : []);
        return {
          studies: listed.slice(0, MAX_STUDIES),
          parameters: [...list.parameters],
          truncated: list.truncated || listed.length > MAX_STUDIES || found.reason === 'too-many-trials',
        };
      },
      [listed],
    );
  }
}

function listedStudies(
  counts: readonly { readonly study: string; readonly rows: number }[],
): ListedStudyDto[] {
  const trials = new Map<string, number>();
  for (const { study, rows } of counts) trials.set(study, (trials.get(study) ?? 0) + rows);
  return [...trials.keys()]
    .toSorted(compareTexts)
    .map((study) => ({ study: shownStudy(study), trials: trials.get(study)! }));
}
