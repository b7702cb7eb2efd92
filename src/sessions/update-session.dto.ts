import { Flag, Optional, Text, fixedField } from '../fields/fields.js';
import { Tags } from '../fields/tags.js';
import { OptionalInstant, TEXTS } from './session-fields.js';
import { Timezone } from '../fields/timezone.js';

/** Fields that are left out keep their values. */
export class UpdateSessionDto {
  /**
   * Name of the session. White space at both ends is removed.
   * @example "London open, 2023"
   */
  @Optional()
  @Text(TEXTS.name)
  readonly name?: string;

  /**
   * Strategy that is tested.
   * @example "Breakout of the first hour"
   */
  @Optional()
  @Text(TEXTS.strategy)
  readonly strategy?: string;

  /**
   * Notes on the session.
   * @example "Second run with a wider stop"
   */
  @Optional()
  @Text(TEXTS.description)
  readonly description?: string;

  /**
   * Chart layout of the front end.
   * @example "1"
   */
  @Optional()
  @Text(TEXTS.layoutTemplate)
  readonly layoutTemplate?: string;

  /**
   * Start of the simulated range, epoch milliseconds; null clears it. Must be before `rangeEnd`, as sent or as stored.
   * @example 1680307200000
   */
  @OptionalInstant()
  readonly rangeStart?: number | null;

  /**
   * End of the simulated range, epoch milliseconds; null clears it.
   * @example 1682899200000
   */
  @OptionalInstant()
  readonly rangeEnd?: number | null;

  /** Whether the front end replays the session in blind mode. */
  @Optional()
  @Flag()
  readonly blindMode?: boolean;

  /** Whether the front end smooths the candles of the replay. */
  @Optional()
  @Flag()
  readonly smoothCandles?: boolean;

  /**
   * IANA time zone of the account.
   * @example "Europe/Berlin"
   */
  @Optional()
  @Timezone()
  readonly accountTimezone?: string;

  /**
   * Labels that replace all existing ones, without duplicates. White space at both ends is removed.
   * @example ["breakout", "2023"]
   */
  @Optional()
  @Tags()
  readonly tags?: string[];
}

/** Fields from which money is computed. They cannot be changed. */
const OF_MONEY = ['initialBalance', 'accountCurrency', 'feesConfig', 'assets'];

const OTHERS = [
  'id',
  'projectId',
  'mode',
  'status',
  'source',
  'randomSourceStart',
  'randomSourceEnd',
  'randomSeed',
  'startedAt',
  'endedAt',
  'createdAt',
  'updatedAt',
];

for (const field of OF_MONEY) {
  const message =
    'cannot be changed, as money is computed from it: copy the session with another one instead';
  fixedField(UpdateSessionDto, field, message);
}
for (const field of OTHERS) fixedField(UpdateSessionDto, field, 'cannot be changed');
