import type { ClassConstructor } from 'class-transformer';
import type { AnswerTask } from '../tasks/answer-task.js';
import type { TradeTask } from '../tasks/trade-task.js';
import type { RequestFacts } from './request-facts.js';

/** Computes the settings of a task from a query. Together with the trades, the settings determine the response. */
export interface TradeRequest<Query extends object = object, Settings = unknown> {
  readonly task: TradeTask<Settings> | AnswerTask<Settings>;
  /** @throws RefusedQuery */
  settings(query: Query, facts: RequestFacts): Settings | Promise<Settings>;
}

/** The query and the response of a route. */
export interface AnalysisDtos<Query extends object = object> {
  /** The class of the query, with the default values of its parameters. */
  readonly query: ClassConstructor<Query>;
  /** Values of the parameters that have no default. Explanations of figures use these values. */
  readonly example?: Partial<Query>;
  readonly answer: ClassConstructor<object>;
}

/** The route of an analysis that needs only the trades of a session. */
export interface TradeRoute<Query extends object = object, Settings = unknown>
  extends TradeRequest<Query, Settings>, AnalysisDtos<Query> {}

/** Describes the route of an analysis that needs only the trades of a session. */
export const tradeRoute = <Query extends object, Settings>(
  task: TradeTask<Settings> | AnswerTask<Settings>,
  route: Omit<TradeRoute<Query, Settings>, 'task'>,
): TradeRoute<Query, Settings> => ({ task, ...route });
