import type { CandleOutcome } from '../minutes/candle-states.js';
import type { CandleWindows, WindowsOf } from '../tasks/candle-settings.js';
import type { CandleTask } from '../tasks/candle-task.js';
import type { RequestFacts } from './request-facts.js';
import type { AnalysisDtos } from './trade-route.js';

/** The route of an analysis that needs trades and candles. */
export interface CandleRoute<
  Query extends object = object,
  Settings extends object = object,
> extends AnalysisDtos<Query> {
  readonly task: CandleTask<Settings>;
  settings(query: Query, facts: RequestFacts): Settings | Promise<Settings>;
  /** Returns which minutes the analysis needs. */
  windows(settings: Settings): WindowsOf;
  /**
   * Returns true if the analysis uses candles after the exits of trades. Such an analysis waits until the session is
   * finished.
   */
  looksPastExits?(settings: Settings): boolean;
  /**
   * Returns why nothing can be measured with any candles; null if something can be measured.
   * @throws RefusedQuery
   */
  outcomeOf?(windows: CandleWindows, settings: Settings): CandleOutcome | null;
  /** Returns the fields that follow the state and the reason of a response without figures. */
  blank(settings: Settings, windows: CandleWindows): object;
}

/** Describes the route of an analysis that needs trades and candles. */
export const candleRoute = <Query extends object, Settings extends object>(
  task: CandleTask<Settings>,
  route: Omit<CandleRoute<Query, Settings>, 'task'>,
): CandleRoute<Query, Settings> => ({ task, ...route });
