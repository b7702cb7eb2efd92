import type { AnswerColumns } from '../../../trades/answer-columns.js';
import type { AnalysisTask } from './trade-task.js';

/** The ids of the rows of answers. */
export interface AnswerContext {
  readonly idOf: (row: number) => string;
  readonly clientIdOf: (row: number) => string;
  readonly compareIds: (a: number, b: number) => number;
  /** Compares the clientIds of two rows by code point. */
  readonly compareClientIds: (a: number, b: number) => number;
}

/**
 * An analysis that needs the stored trades of a session and the first versions of the trades that were changed or
 * removed. Its computation is pure and runs in a thread.
 */
export interface AnswerTask<
  Settings = unknown,
  Name extends string = string,
  Reason extends string = string,
> extends AnalysisTask {
  readonly of: 'answers';
  readonly name: Name;
  readonly reasons?: readonly Reason[];
  readonly showsSlice: false;
  /**
   * Computes the fields of the response.
   * @param answers in any order
   */
  compute(answers: AnswerColumns, settings: Settings, context: AnswerContext): object;
}

/** Describes an analysis of the answers of a session. */
export const answerTask = <Settings, const Name extends string, Reason extends string>(
  task: Omit<AnswerTask<Settings, Name, Reason>, 'of' | 'showsSlice'>,
): AnswerTask<Settings, Name, Reason> => ({ of: 'answers', showsSlice: false, ...task });
