import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { FigureName } from '../../src/shared/figures/definitions/figures.js';
import type { MeasureName } from './explained-measures.js';
import { plural } from './format.js';
import type { SheetExplanation } from './sheet-data.js';

/** The explanations of figures. */
export interface Explainer {
  readonly explanations: Readonly<Record<string, SheetExplanation>>;
  /** Called when the user opens a figure whose explanation is not loaded. Undefined if all explanations are loaded. */
  readonly ask?: (figure: string) => void;
  /** True if the sheet has filters. The explanations always cover all trades. */
  readonly isOfAllTrades?: boolean;
}

export const ExplainerContext = createContext<Explainer>({ explanations: {} });

/** A figure of the statistics or of an analysis. */
export type ExplainedFigure = FigureName | MeasureName;

interface FigureLabelProps {
  readonly figure: ExplainedFigure;
  /** A name of the panel. It makes the label's ids unique, because a figure can be in several panels. */
  readonly place: string;
  /** The label of the figure. */
  readonly children: ComponentChildren;
}

/**
 * A label that opens the definition, the formula and the source of its figure. The browser itself opens the popover, so
 * that a report needs no scripts for the popover. The popover consists of spans, because a label can be part of a
 * paragraph.
 */
export function FigureLabel({ figure, place, children }: FigureLabelProps) {
  const { explanations, ask } = useContext(ExplainerContext);
  const explanation = explanations[figure];
  if (!explanation && !ask) return <>{children}</>;
  const id = `${place}-${figure.replaceAll('.', '-')}`;
  return (
    <>
      <button type="button" class="explain" popovertarget={id}>
        {children}
      </button>
      <span
        id={id}
        class="explanation over"
        popover="auto"
        role="group"
        aria-label="Definition"
        onToggle={() => !explanation && ask?.(figure)}
      >
        <strong>{children}</strong>
        {explanation ? <ExplanationText {...explanation} /> : ' …'}
      </span>
    </>
  );
}

export function ExplanationText({ definition, formula, source, arithmetic, counted }: SheetExplanation) {
  const { isOfAllTrades } = useContext(ExplainerContext);
  return (
    <>
      <span class="line">
        {definition}.{counted !== null && ` Of ${plural(counted, 'trade')}.`}
      </span>
      {formula && <code>{formula}</code>}
      {arithmetic !== null && <code>{arithmetic}</code>}
      {arithmetic !== null && isOfAllTrades && (
        <span class="line">These numbers are about all trades, because the filters do not apply here.</span>
      )}
      {source && <span class="line source">Source: {source}.</span>}
    </>
  );
}
