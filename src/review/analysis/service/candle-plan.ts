import { asBuffer } from '../../../platform/worker/worker-thread.js';
import type { Session } from '../../../sessions/session.entity.js';
import type { CandleOutcome } from '../minutes/candle-states.js';
import type { CandleTaskSettings, CandleWindows, WindowsOf } from '../tasks/candle-settings.js';
import type { AnalysisTask } from '../tasks/trade-task.js';
import type { AnalysisJob, AnalysisResult, SlicedTrades } from './analysis-job.js';
import type { KeptResult } from './candle-cache.js';
import type { CandleRoute } from './candle-route.js';

/** Does a job in its thread. */
export type RunJob = <Job extends AnalysisJob>(job: Job) => Promise<AnalysisResult<Job>>;

/** The parts of an analysis of candles in which the analyses differ. */
export interface CandlePlan<Value> {
  readonly task: Pick<AnalysisTask, 'name' | 'version'>;
  /** Everything on which the result depends, except the trades, the candles and the session. */
  readonly content: object;
  readonly windows: WindowsOf;
  /**
   * True if the analysis uses candles after the exits of trades. Such an analysis of a manual session waits until the
   * session is finished.
   */
  readonly looksPastExits?: boolean;
  /**
   * Returns why nothing can be measured with any candles; null if something can be measured.
   * @throws RefusedQuery
   */
  readonly outcomeOf?: (windows: CandleWindows) => CandleOutcome | null;
  /** Computes the result in a thread. The job contains `trades`. */
  readonly compute: (
    run: RunJob,
    trades: SlicedTrades,
    settings: CandleTaskSettings,
  ) => Promise<Omit<KeptResult<Value>, 'isFinal'>>;
  /**
   * Returns the ETag of a response that contains only a part of the result. Default: the response contains the whole
   * result.
   */
  readonly tagOf?: (version: string, session: Session) => string;
}

/** Returns the plan of a task that returns the response as JSON. */
export const planOf = <Query extends object, Settings extends object>(
  route: CandleRoute<Query, Settings>,
  settings: Settings,
): CandlePlan<Buffer> => ({
  task: route.task,
  content: settings,
  windows: route.windows(settings),
  looksPastExits: route.looksPastExits?.(settings) ?? false,
  outcomeOf: (windows) => route.outcomeOf?.(windows, settings) ?? null,
  compute: async (run, trades, candles) => {
    const { name: task } = route.task;
    const { json } = await run({ kind: 'candles', ...trades, task, settings: { ...candles, ...settings } });
    return { value: asBuffer(json), bytes: json.byteLength };
  },
});
