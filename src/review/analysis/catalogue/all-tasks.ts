import { accountTask } from '../account/account.task.js';
import { breakdownTask } from '../breakdown/breakdown.task.js';
import { calendarTask } from '../calendar/calendar.task.js';
import { confidenceTask } from '../confidence/confidence.task.js';
import { costsTask } from '../costs/costs.task.js';
import { equityTask } from '../equity/equity.task.js';
import { excursionsTask } from '../excursions/excursions.task.js';
import { exitsTask } from '../exits/exits.task.js';
import { explainTask } from '../explain/explain.task.js';
import { fillsTask } from '../fills/fills.task.js';
import { firstAnswersTask } from '../first-answers/first-answers.task.js';
import { hindsightTask } from '../hindsight/hindsight.task.js';
import { monteCarloTask } from '../monte-carlo/monte-carlo.task.js';
import { positionsTask } from '../positions/positions.task.js';
import { riskTask } from '../risk/risk.task.js';
import { runTask } from '../run-figures/run-figures.task.js';
import { sizingTask } from '../sizing/sizing.task.js';
import { figuresTask } from '../slice-figures/slice-figures.task.js';
import type { AnswerTask } from '../tasks/answer-task.js';
import type { CandleTask } from '../tasks/candle-task.js';
import type { AnalysisTask, TradeTask } from '../tasks/trade-task.js';
import { timestampsTask } from '../timestamps/timestamps.task.js';
import { timingTask } from '../timing/timing.task.js';
import { evidenceTask } from '../trade-evidence/trade-evidence.task.js';

/** Every analysis, by name. The names of the figures in the OpenAPI document are in this order. */
export const ALL_TASKS = [
  accountTask,
  breakdownTask,
  calendarTask,
  confidenceTask,
  costsTask,
  equityTask,
  evidenceTask,
  excursionsTask,
  exitsTask,
  explainTask,
  figuresTask,
  fillsTask,
  firstAnswersTask,
  hindsightTask,
  monteCarloTask,
  positionsTask,
  riskTask,
  runTask,
  sizingTask,
  timestampsTask,
  timingTask,
] as const satisfies readonly AnalysisTask[];

type Task = (typeof ALL_TASKS)[number];

export type AnalysisName = Task['name'];

const tasksOf = (kind: 'trades' | 'candles' | 'answers') =>
  new Map(
    ALL_TASKS.flatMap((task) => ('of' in task && task.of === kind ? [[task.name, task] as const] : [])),
  );

export const TRADE_TASKS = tasksOf('trades') as ReadonlyMap<string, unknown> as ReadonlyMap<
  string,
  TradeTask
>;
export const ANSWER_TASKS = tasksOf('answers') as ReadonlyMap<string, unknown> as ReadonlyMap<
  string,
  AnswerTask
>;
export const CANDLE_TASKS = tasksOf('candles') as ReadonlyMap<string, unknown> as ReadonlyMap<
  string,
  CandleTask
>;
