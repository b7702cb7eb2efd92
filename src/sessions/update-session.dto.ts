import { PickType } from '@nestjs/swagger';
import { Nullable, Optional, fixedField } from '../shared/fields/fields.js';
import { optionalFields } from '../shared/fields/optional-fields.js';
import { Tags } from '../shared/fields/tags.js';
import { CreateSessionDto } from './create-session.dto.js';
import { OptionalInstant, SourceFile } from './session-fields.js';

type Edit =
  /** The field can be changed, by the rule for new sessions. */
  | 'same rule'
  /** The field can be changed, by a rule in `UpdateSessionDto`. */
  | 'own rule'
  /** The field cannot be changed, because money is computed from it. */
  | 'money'
  | 'fixed';

/** The edit that each field of a new session allows. */
const EDITS = {
  name: 'same rule',
  strategy: 'same rule',
  description: 'same rule',
  layoutTemplate: 'same rule',
  blindMode: 'same rule',
  smoothCandles: 'same rule',
  accountTimezone: 'same rule',
  trial: 'same rule',
  rangeStart: 'own rule',
  rangeEnd: 'own rule',
  tags: 'own rule',
  initialBalance: 'money',
  accountCurrency: 'money',
  feesConfig: 'money',
  assets: 'money',
  projectId: 'fixed',
  mode: 'fixed',
  source: 'fixed',
  randomSourceStart: 'fixed',
  randomSourceEnd: 'fixed',
  randomSeed: 'fixed',
  startedAt: 'fixed',
} as const satisfies Record<keyof CreateSessionDto, Edit>;

/** Fields that only the service sets. */
const OF_SERVICE = ['id', 'status', 'endedAt', 'createdAt', 'updatedAt', 'draws', 'playhead', 'runAt'];

type FieldsWith<Allowed extends Edit> = {
  [Field in keyof typeof EDITS]: (typeof EDITS)[Field] extends Allowed ? Field : never;
}[keyof typeof EDITS];

const fieldsWith = <Allowed extends Edit>(edit: Allowed) =>
  Object.entries(EDITS).flatMap(([field, allowed]) =>
    allowed === edit ? [field as FieldsWith<Allowed>] : [],
  );

/** Fields that are left out keep their values. */
export class UpdateSessionDto extends optionalFields(PickType(CreateSessionDto, fieldsWith('same rule'))) {
  /**
   * Start of the simulated range, epoch milliseconds; null removes the start. Must be before `rangeEnd`: the sent end
   * or, if no end is sent, the stored end.
   * @example 1680307200000
   */
  @OptionalInstant()
  readonly rangeStart?: number | null;

  /**
   * End of the simulated range, epoch milliseconds; null removes the end.
   * @example 1682899200000
   */
  @OptionalInstant()
  readonly rangeEnd?: number | null;

  /**
   * Labels that replace all existing ones, without duplicates. White space at both ends is removed.
   * @example ["breakout", "2023"]
   */
  @Optional()
  @Tags()
  readonly tags?: string[];

  /**
   * Name of the file from which the session was imported, without a path; null removes the name.
   * @example "backtest-result-2025-03-01_10-00-00.zip"
   */
  @Nullable()
  @SourceFile()
  readonly sourceFile?: string | null;
}

for (const field of fieldsWith('money')) {
  const message =
    'cannot be changed, as money is computed from it: copy the session with another one instead';
  fixedField(UpdateSessionDto, field, message);
}
for (const field of [...OF_SERVICE, ...fieldsWith('fixed')])
  fixedField(UpdateSessionDto, field, 'cannot be changed');
