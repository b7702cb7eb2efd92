import type { AnalysedTrades, TaggedTrades } from '../analysed-trades.js';
import type { MeasureTree } from '../measure-definition.js';

/** Columns that only some analyses need. They are read and cached only for these analyses. */
export type MoreColumn = 'spreadPaid' | 'slippagePaid' | 'target' | 'qty' | 'position';

/** Columns that depend on labels of the trades, which can change without a new revision. */
const LABEL_COLUMNS: ReadonlySet<MoreColumn> = new Set(['position']);

export const areLabelled = (columns: readonly MoreColumn[]): boolean =>
  columns.some((column) => LABEL_COLUMNS.has(column));

/** The trades of a task with its additional columns. */
export type TaskTrades<More extends MoreColumn = never> = AnalysedTrades &
  Readonly<Record<More, Float64Array>>;

/** The properties that all analyses have. */
export interface AnalysisTask {
  /** The last part of the route. The ETag and the keys of the caches contain the name. */
  readonly name: string;
  /** Version of the formulas and fields, which is part of the ETag. Raise it with every change of the response. */
  readonly version: number;
  /** Definitions of the figures, nested like the fields of the response. Without them, no figure can be explained. */
  readonly definitions?: MeasureTree;
  /** The values of `reason` in the response. */
  readonly reasons?: readonly string[];
  /** False if the response does not show its slice. Default: true. */
  readonly showsSlice?: boolean;
}

/** Further data on the trades of a task. */
export interface TradeContext {
  readonly idOf: (trade: number) => string;
  /** Compares the clientIds of two trades by code point. */
  readonly compareClientIds: (a: number, b: number) => number;
  /** The tags of the trades; null unless the task reads them. */
  readonly tags: TaggedTrades | null;
  /** 1 for each trade of the slice, otherwise 0; null unless the task reads the mask and the request has a slice. */
  readonly mask: Uint8Array | null;
}

/** An analysis that needs only the trades of a session. Its computation is pure and runs in a thread. */
export interface TradeTask<
  Settings = unknown,
  Name extends string = string,
  More extends MoreColumn = MoreColumn,
  Reason extends string = string,
> extends AnalysisTask {
  readonly of: 'trades';
  readonly name: Name;
  readonly reasons?: readonly Reason[];
  /** The columns that the task needs in addition to those of every task. */
  readonly columns?: readonly More[];
  /** Returns whether the result depends on the tags of the trades for another reason than the slice. */
  readsTags?(settings: Settings): boolean;
  /** True if the task computes with all trades of the session and the mask of the slice, instead of a copy of the slice. */
  readonly readsMask?: boolean;
  /** Computes the fields of the response. */
  compute(trades: TaskTrades<NoInfer<More>>, settings: Settings, context: TradeContext): object;
}

/** Returns whether the result of a task depends on the labels of the trades for another reason than the slice. */
export const readsLabels = <Settings>(task: TradeTask<Settings>, settings: Settings): boolean =>
  areLabelled(task.columns ?? []) || (task.readsTags?.(settings) ?? false);

/** Describes an analysis that needs only the trades of a session. */
export const tradeTask = <
  Settings,
  const Name extends string,
  More extends MoreColumn = never,
  Reason extends string = never,
>(
  task: Omit<TradeTask<Settings, Name, More, Reason>, 'of'>,
): TradeTask<Settings, Name, More, Reason> => ({ of: 'trades', ...task });
