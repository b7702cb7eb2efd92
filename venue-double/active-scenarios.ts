import type { Feed } from './candle.js';
import { assertScenario, type Scenario, type ScenarioKind } from './scenario.js';

export type OfKind<K extends ScenarioKind> = Scenario & { readonly kind: K };

/** An active scenario. `answersLeft` is Infinity if the scenario has no limit of responses. */
export interface Active<S extends Scenario = Scenario> {
  readonly scenario: S;
  answersLeft: number;
}

export interface Target {
  readonly feed: Feed;
  readonly symbol?: string | undefined;
  readonly interval?: string | undefined;
}

/** The active scenarios, in the order in which they were added. */
export class ActiveScenarios {
  private active: Active[] = [];

  add(scenario: Scenario): void {
    assertScenario(scenario);
    const times = 'times' in scenario ? scenario.times : undefined;
    this.active.push({ scenario, answersLeft: times ?? Infinity });
  }

  clear(): void {
    this.active = [];
  }

  list(): readonly Active[] {
    return this.active.filter(({ answersLeft }) => answersLeft > 0);
  }

  /** Returns the scenarios of the given kinds that apply to the target. */
  on<K extends ScenarioKind>(target: Target, kinds: readonly K[]): Active<OfKind<K>>[] {
    return this.list().filter((active): active is Active<OfKind<K>> => {
      return kinds.some((kind) => kind === active.scenario.kind) && appliesTo(active.scenario, target);
    });
  }
}

function appliesTo(scenario: Scenario, target: Target): boolean {
  const interval = 'interval' in scenario ? scenario.interval : undefined;
  return (
    (scenario.feed ?? target.feed) === target.feed &&
    (scenario.symbol ?? target.symbol) === target.symbol &&
    (interval ?? target.interval) === target.interval
  );
}
