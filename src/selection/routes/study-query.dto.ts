import { applyDecorators } from '@nestjs/common';
import { Optional, Text } from '../../fields/fields.js';
import { StudyName } from '../../sessions/trial-fields.js';

/** The study of an analysis. */
export class StudyQuery {
  /**
   * Name of the study. Without it, the study is that of the project itself.
   */
  @Optional()
  @StudyName()
  readonly study?: string;
}

/** The name of a study, or `*` for all studies. */
export const AnyStudy = () => applyDecorators(Optional(), Text({ min: 1, max: 100, trimmed: true }));

/** The study of a list, or all studies. */
export class AnyStudyQuery {
  /**
   * Name of the study, or `*` for all studies of the project. Without it, the study is that of the project itself.
   */
  @AnyStudy()
  readonly study?: string;
}
