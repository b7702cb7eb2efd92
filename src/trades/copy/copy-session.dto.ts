import { Flag, OneOf, Optional } from '../../fields/fields.js';
import { SessionOverrides } from '../../sessions/copy/session-overrides.dto.js';
import { SessionRecord } from '../../sessions/session-record.dto.js';

const COST_MODES = ['keep', 'recompute'] as const;
export type CostMode = (typeof COST_MODES)[number];

export class CopySessionDto extends SessionOverrides {
  /** Whether to copy the trades and the client's state of the session. */
  @Optional()
  @Flag()
  readonly withTrades: boolean = true;

  /**
   * Whether the copy keeps the costs that were sent with a trade, or computes all costs from the assets of the copy.
   */
  @Optional()
  @OneOf(COST_MODES)
  readonly costs: CostMode = 'keep';
}

export class CopyAnswer {
  /** The copy. */
  readonly session!: SessionRecord;
}
