import { Flag, OneOf, Optional } from '../../shared/fields/fields.js';
import { SessionOverrides } from '../../sessions/copy/session-overrides.dto.js';
import { SessionRecord } from '../../sessions/session-record.dto.js';

const COST_MODES = ['keep', 'recompute'] as const;
export type CostMode = (typeof COST_MODES)[number];

export class CopySessionDto extends SessionOverrides {
  /** If true, the trades and the client's state of the session are copied, too. */
  @Optional()
  @Flag()
  readonly withTrades: boolean = true;

  /**
   * With `keep`, the copy keeps the costs that were sent with a trade. With `recompute`, all costs are computed from
   * the assets of the copy.
   */
  @Optional()
  @OneOf(COST_MODES)
  readonly costs: CostMode = 'keep';
}

export class CopyAnswer {
  /** The copy, which is a new active session. */
  readonly session!: SessionRecord;
}
