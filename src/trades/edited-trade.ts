import { validationProblem } from '../shared/problems/problem.js';
import type { Asset } from '../sessions/asset.entity.js';
import type { EditTradeDto } from './edit-trade.dto.js';
import type { TradeInput } from './ingest-trades.dto.js';
import { COSTS, contentHash, givenCostsOf, newTrade, sameContent } from './new-trade.js';
import { inputWithoutCosts } from './input-without-costs.js';
import type { Trade } from './trade.entity.js';

/** A trade after an edit, and the kinds of fields that the edit has changed. */
export interface EditedTrade {
  readonly trade: Trade;
  /** True if a value that determines figures changes. */
  readonly changesFigures: boolean;
  /** True if the note, the tags or the positionId change. */
  readonly changesLabels: boolean;
  /** True if a positionId is replaced or removed. */
  readonly changesPosition: boolean;
}

/**
 * Applies an edit to a stored trade. Figures are computed again only if a value that determines them changes: after a
 * change of the formulas, editing a note must not re-price the trade.
 * @throws Problem VALIDATION_FAILED if the sent fields conflict with the stored fields
 */
export function editedTrade(stored: Trade, edit: EditTradeDto, asset: Asset, now: number): EditedTrade {
  const input = { ...inputWithoutCosts(stored), ...edit, ...costsAfter(stored, edit) };
  checkTimes(input, edit);
  const derived = newTrade(input, asset, now);
  const { note, tags, positionId } = derived;
  const changesFigures = !sameContent({ ...derived, note: stored.note }, stored);
  const changesNote = note !== stored.note;
  const hasOtherPosition = positionId !== stored.positionId;
  const changesPosition = hasOtherPosition && stored.positionId !== null;
  const changesLabels = changesNote || hasOtherPosition || !isSameList(tags, stored.tags);
  const changes = { changesFigures, changesLabels, changesPosition };
  if (!changesFigures && !changesLabels) return { trade: stored, ...changes };
  const { id, createdAt, secondLook } = stored;
  const sentHash = changesFigures || changesNote ? (stored.sentHash ?? contentHash(stored)) : stored.sentHash;
  const facts = changesFigures ? derived : stored;
  return {
    trade: { ...facts, id, createdAt, note, tags, positionId, secondLook, updatedAt: now, sentHash },
    ...changes,
  };
}

type Cost = (typeof COSTS)[number];

/** Returns the costs that count as sent after the edit. A cost that was sent as null does not count as sent. */
function costsAfter(stored: Trade, edit: EditTradeDto): Record<Cost, number | undefined> {
  const given = givenCostsOf(stored);
  const after = (cost: Cost) => {
    const sent = edit[cost];
    if (sent !== undefined) return sent ?? undefined;
    return given.includes(cost) ? stored[cost] : undefined;
  };
  return {
    feesPaid: after('feesPaid'),
    spreadPaid: after('spreadPaid'),
    slippagePaid: after('slippagePaid'),
  };
}

function checkTimes({ entryTime, exitTime }: TradeInput, edit: EditTradeDto): void {
  if (exitTime >= entryTime) return;
  const problem =
    edit.exitTime === undefined
      ? { field: 'entryTime', message: 'must not be after exitTime' }
      : { field: 'exitTime', message: 'must not be before entryTime' };
  throw validationProblem([problem]);
}

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((element, place) => element === other[place]);
