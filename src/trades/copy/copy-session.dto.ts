import { Flag, OneOf, Optional } from '../../fields/fields.js';
import { SessionOverrides } from '../../sessions/copy/session-overrides.dto.js';
import { SessionRecord } from '../../sessions/session-record.dto.js';

const COST_MODES = ['keep', 'recompute'] as const;
export type CostMode = (typeof COST_MODES)[number];

export class CopySessionDto extends SessionOverrides {
  /** Whether the trades come along, and with them the state that the client keeps with the session. */
  @Optional()
  @Flag()
  readonly withTrades: boolean = true;

  /** Whether costs that were given stay as given, or are computed from the assets of the copy as all others. */
  @Optional()
  @OneOf(COST_MODES)
  readonly costs: CostMode = 'keep';
}

export class CopyAnswer {
  /** The copy. */
  readonly session!: SessionRecord;
}
