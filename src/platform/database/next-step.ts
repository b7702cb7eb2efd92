import type { DatabaseFacts } from './care-steps.js';
import { type TableFacts, toAnalyse, toVacuum } from './change-counts.js';

/** Growth of the log between two looks, bytes, from which on an import or other bulk write is under way. */
const BULK_LOG = 4 * 2 ** 20;

export type NextStep =
  { readonly step: 'freeze' } | { readonly step: 'vacuum' | 'analyze'; readonly table: TableFacts };

/**
 * Returns the step that the embedded database needs most; null if it needs none, or during a bulk write.
 * @param lastPosition end of the log at the last look
 * @param freezeAge age of the database, in transactions, from which on its tables are frozen
 */
export function nextStep(facts: DatabaseFacts, lastPosition: number, freezeAge: number): NextStep | null {
  if (facts.position - lastPosition > BULK_LOG) return null;
  if (facts.age >= freezeAge) return { step: 'freeze' };
  const dead = toVacuum(facts.tables);
  if (dead) return { step: 'vacuum', table: dead };
  const changed = toAnalyse(facts.tables);
  return changed ? { step: 'analyze', table: changed } : null;
}
