import { applyDecorators } from '@nestjs/common';
import { Optional, Text } from '../../../shared/fields/fields.js';
import { StudyName } from '../../../sessions/trial-fields.js';

/** The study that an analysis uses. */
export class StudyQuery {
  /** Name of the study. Default: the project's own study. */
  @Optional()
  @StudyName()
  readonly study?: string;
}

/** The name of a study, or `*` for all studies. */
export const AnyStudy = () => applyDecorators(Optional(), Text({ min: 1, max: 100, trimmed: true }));

/** The study that a list shows, or all studies. */
export class AnyStudyQuery {
  /** Name of the study, or `*` for all studies of the project. Default: the project's own study. */
  @AnyStudy()
  readonly study?: string;
}
