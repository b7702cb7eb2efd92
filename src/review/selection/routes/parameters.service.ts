import { Injectable } from '@nestjs/common';
import type { TaggedJson } from '../../../platform/http/tagged-answer.js';
import { SESSIONS_OF_A_PART, StudySessionsStore } from '../../trials/study-sessions.store.js';
import { StudiesService } from '../../trials/studies.service.js';
import { MAX_LISTED_VALUES, MAX_PARAMETERS, ParameterList } from '../leaderboard/parameter-list.js';
import type { ListedStudyDto, ParametersAnswer } from './parameters.dto.js';
import type { VersionedStudy } from './fields-reader.js';
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
    private readonly sessions: StudySessionsStore,
  ) {}

  /**
   * Returns the studies of a project, and the parameters of the sessions of a study.
   * @throws Problem VALIDATION_FAILED, PROJECT_NOT_FOUND, BUSY
   */
  async parameters(request: StudyRequest<AnyStudyQuery>): Promise<TaggedJson> {
    const { workspaceId, projectId } = request;
    const found = await this.studies.studies(workspaceId, projectId, MAX_STUDIES + 1);
    const listed = found.map(({ study, rows }): ListedStudyDto => ({
      study: shownStudy(study),
      trials: rows,
    }));
    return this.reader.answer(
      request,
      `parameters ${PARAMETERS_VERSION}`,
      async (study, signal): Promise<Omit<ParametersAnswer, 'calculationVersion' | 'study'>> => {
        const list =
          study.state === 'unavailable'
            ? { parameters: [], truncated: false }
            : await study.read(signal, (read) => this.listOf(read, signal));
        return {
          studies: listed.slice(0, MAX_STUDIES),
          parameters: [...list.parameters],
          truncated: list.truncated || listed.length > MAX_STUDIES || study.reason === 'too-many-trials',
        };
      },
      [listed],
    );
  }

  /** Returns the list of the parameters of a study. The database lists the parameters of some sessions at a time. */
  private async listOf({ workspaceId, study }: VersionedStudy, signal: AbortSignal) {
    const list = new ParameterList();
    for (const ids of study.idsInParts(SESSIONS_OF_A_PART)) {
      signal.throwIfAborted();
      const which = { most: MAX_PARAMETERS + 1, mostValues: MAX_LISTED_VALUES, last: list.last };
      list.add(await this.sessions.parameters(workspaceId, ids, which));
    }
    return list.list();
  }
}
