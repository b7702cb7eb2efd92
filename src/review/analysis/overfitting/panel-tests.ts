import { type CrossValidation, crossValidation } from './cross-validation.js';
import { type SuperiorAbility, superiorAbility } from './superior-ability.js';

/** The daily returns of several sessions, and the settings of the tests that compare them. */
export interface PanelSettings {
  /** Returns of each session, one per day. */
  readonly returns: readonly Float64Array[];
  readonly blocks: number;
  readonly paths: number;
  readonly seed: number;
}

/** Results of the tests. Nothing is rounded. */
export interface PanelTests {
  readonly crossValidation: CrossValidation;
  readonly superiorAbility: SuperiorAbility;
}

/**
 * Tests whether the best session of a panel is better than the expected best by luck of equally many sessions without
 * skill.
 */
export const testPanel = ({ returns, blocks, paths, seed }: PanelSettings): PanelTests => ({
  crossValidation: crossValidation(returns, blocks),
  superiorAbility: superiorAbility(returns, { paths, seed }),
});

/** Returns the approximate number of steps of the tests of a panel. */
export function panelSteps({ returns, blocks, paths }: PanelSettings): number {
  const days = returns[0]?.length ?? 0;
  let halves = 1;
  for (let i = 1; i <= blocks / 2; i++) halves *= (blocks / 2 + i) / i;
  return returns.length * (paths * days + halves * blocks);
}
