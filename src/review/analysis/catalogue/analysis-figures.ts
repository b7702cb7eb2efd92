import { type MeasureDefinition, type MeasureTree, isMeasure } from '../measure-definition.js';
import { SLICE_DEFINITIONS } from '../slices/slice-definitions.js';
import type { AnalysisTask } from '../tasks/trade-task.js';
import { ALL_TASKS, type AnalysisName } from './all-tasks.js';

export interface AnalysisFigure extends MeasureDefinition {
  /** The analysis, by the last part of its route. */
  readonly route: AnalysisName;
  /** Names of the fields that lead from the response to the figure. */
  readonly path: readonly string[];
}

/**
 * Every numeric figure of every analysis, keyed by its name. The name consists of the route and the path of fields,
 * such as `risk.returns.sharpe`.
 */
export const ANALYSIS_FIGURES: ReadonlyMap<string, AnalysisFigure> = new Map(
  ALL_TASKS.flatMap((task) =>
    figuresIn(definitionsOf(task)).map(({ path, measure }) => [
      [task.name, ...path].join('.'),
      { ...measure, route: task.name, path },
    ]),
  ),
);

function definitionsOf({ definitions, showsSlice }: AnalysisTask): MeasureTree {
  if (!definitions) return {};
  return showsSlice === false ? definitions : { ...SLICE_DEFINITIONS, ...definitions };
}

interface Found {
  readonly path: readonly string[];
  readonly measure: MeasureDefinition;
}

function figuresIn(tree: MeasureTree, above: readonly string[] = []): Found[] {
  return Object.entries(tree).flatMap(([field, node]) => {
    const path = [...above, field];
    return isMeasure(node) ? [{ path, measure: node }] : figuresIn(node, path);
  });
}

/** Returns where the formula of a figure comes from. */
export const figureSource = ({ source, route }: AnalysisFigure): string =>
  source ?? `Definition of this service, docs/analysis.md, ${route}`;
