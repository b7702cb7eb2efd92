import type { Pool } from 'pg';
import type { CandleTaskSettings } from './candle-settings.js';
import type { AnalysisTask, MoreColumn, TaskTrades } from './trade-task.js';

/** The objects with which a thread reads stored candles. */
export interface CandleReads {
  readonly pool: Pool;
  readonly signal: AbortSignal;
}

/** Further data on the trades of a task that needs candles. */
export interface CandleContext<More extends MoreColumn = MoreColumn> {
  readonly reads: CandleReads;
  /** All trades of the session. They determine the resolution of the times and the ticks of prices, even for a slice. */
  readonly whole: TaskTrades<More>;
}

/** An analysis that needs trades and stored candles. Its computation runs in a thread, which reads the candles. */
export interface CandleTask<
  Settings = unknown,
  Name extends string = string,
  More extends MoreColumn = MoreColumn,
> extends AnalysisTask {
  readonly of: 'candles';
  readonly name: Name;
  /** The columns that the task needs in addition to those of every task. */
  readonly columns?: readonly More[];
  /** Reads the candles and computes the fields of the response. */
  compute(
    trades: TaskTrades<NoInfer<More>>,
    settings: Settings & CandleTaskSettings,
    context: CandleContext<NoInfer<More>>,
  ): Promise<object>;
}

/** Describes an analysis that needs trades and stored candles. */
export const candleTask = <Settings, const Name extends string, More extends MoreColumn = never>(
  task: Omit<CandleTask<Settings, Name, More>, 'of'>,
): CandleTask<Settings, Name, More> => ({ of: 'candles', ...task });
