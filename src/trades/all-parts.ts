import { type FieldProblem, fieldsProblem } from '../shared/problems/problem.js';
import { sessionFinished } from '../shared/problems/session-finished.js';
import type { Session } from '../sessions/session.entity.js';
import { type SummaryChange, joinChanges, summaryChange } from '../sessions/summary.js';
import { ShardMoved } from './shard-moved.js';
import type { Trade } from './trade.entity.js';
import { type TradesPart, conflictMessage, isStoredAs } from './trades-part.js';

/** Result of inserting one part. */
export interface InsertedPart {
  /** clientIds of the new trades. */
  readonly inserted: ReadonlySet<string>;
  /** The stored trades whose clientIds are in the part, but not in `inserted`. */
  readonly stored: readonly Trade[];
}

/** Results of all parts so far. */
export class AllParts {
  inserted = 0;
  /** Null if no trade is new. */
  change: SummaryChange | null = null;
  private readonly conflicts: FieldProblem[] = [];
  private conflictCount = 0;

  constructor(
    private readonly status: Session['status'],
    private readonly mostDetails: number,
  ) {}

  /**
   * Adds the result of a part.
   * @returns the trades of the part; a trade that was sent again is replaced by the stored trade
   * @throws Problem SESSION_FINISHED; ShardMoved
   */
  add(part: TradesPart, { inserted, stored }: InsertedPart): readonly Trade[] {
    const { trades } = part;
    if (inserted.size > 0) {
      const added = summaryChange({ added: trades.filter(({ clientId }) => inserted.has(clientId)) });
      this.change = this.change ? joinChanges(this.change, added) : added;
      this.inserted += inserted.size;
    }
    if (inserted.size === trades.length) return trades;
    const storedByClientId = new Map(stored.map((trade) => [trade.clientId, trade]));
    return trades.map((trade, index) => {
      if (inserted.has(trade.clientId)) return trade;
      const known = storedByClientId.get(trade.clientId);
      if (!known && this.status === 'active')
        throw new ShardMoved(`trade ${trade.clientId} is neither new nor stored`);
      if (known && isStoredAs(known, part, index)) return known;
      if (!known || this.status === 'finished')
        throw sessionFinished('The session is finished and takes no new trade.');
      this.addConflict(part, index, known);
      return trade;
    });
  }

  /** @throws Problem CLIENT_ID_CONFLICT */
  requireNoConflict(): void {
    if (this.conflictCount > 0)
      throw fieldsProblem('CLIENT_ID_CONFLICT', this.conflicts, this.mostDetails, this.conflictCount);
  }

  private addConflict(part: TradesPart, index: number, stored: Trade): void {
    this.conflictCount += 1;
    if (this.conflicts.length >= this.mostDetails) return;
    const message = conflictMessage(stored, part, index);
    this.conflicts.push({ field: `${part.nameOf(index)}.clientId`, message });
  }
}
