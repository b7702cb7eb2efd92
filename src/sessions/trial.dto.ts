import { ApiProperty } from '@nestjs/swagger';
import { NullableWord } from '../shared/fields/answer-fields.js';
import { Nullable, Optional } from '../shared/fields/fields.js';
import { SAMPLES, type Trial } from './trial.js';
import { CodeVersion, PARAMETERS_SCHEMA, Parameters, SampleWord, StudyName } from './trial-fields.js';

/**
 * Labels of a try. In an edit, a member that is left out keeps its value. In a new session, a member that is left out
 * is null, and parameters that are left out are empty.
 */
export class TrialInput {
  /**
   * Study that the try belongs to: all tries of one search for a strategy. Null means the study of the project itself.
   * White space at both ends is removed.
   * @example "Moving averages"
   */
  @Nullable()
  @StudyName()
  readonly study?: string | null;

  /**
   * Parameters of the strategy by name, each a finite number, a text of up to 200 characters, or a boolean. A name is a
   * letter, followed by up to 63 letters, digits, underscores, dots and hyphens. The parameters replace all earlier
   * parameters.
   */
  @Optional()
  @Parameters()
  readonly parameters?: Trial['parameters'];

  /**
   * Version of the code of the strategy, such as a commit. White space at both ends is removed.
   * @example "3f2a91c"
   */
  @Nullable()
  @CodeVersion()
  readonly codeVersion?: string | null;

  /**
   * `in` if the data was used to choose the parameters, `out` if it was kept aside to test them; null if neither.
   * @example "in"
   */
  @Nullable()
  @SampleWord()
  readonly sample?: Trial['sample'];
}

/** Labels of a try. */
export class TrialDto {
  /**
   * Study that the try belongs to. Null means the study of the project itself.
   * @example "Moving averages"
   */
  @ApiProperty({ type: String, nullable: true })
  readonly study!: string | null;

  /** Parameters of the strategy by name. */
  @ApiProperty(PARAMETERS_SCHEMA)
  readonly parameters!: Trial['parameters'];

  /**
   * Version of the code of the strategy.
   * @example "3f2a91c"
   */
  @ApiProperty({ type: String, nullable: true })
  readonly codeVersion!: string | null;

  /**
   * `in` if the data was used to choose the parameters, `out` if it was kept aside to test them; null if neither.
   * @example "in"
   */
  @NullableWord(SAMPLES)
  readonly sample!: Trial['sample'];
}
