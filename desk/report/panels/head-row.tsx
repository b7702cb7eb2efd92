import type { ComponentChildren } from 'preact';
import { type ExplainedFigure, FigureLabel } from '../explainer.js';

/** The label of a column, or also the figure whose explanation the label opens. */
export type HeadLabel = string | readonly [label: string, figure: ExplainedFigure];

interface HeadRowProps {
  /** Columns with texts, which come first. */
  readonly texts: readonly string[];
  /** Columns with numbers. */
  readonly numbers: readonly HeadLabel[];
  /** A name of the panel, as in `FigureLabel`. */
  readonly place?: string;
  /** Further columns. */
  readonly children?: ComponentChildren;
}

/** The head of a table. */
export const HeadRow = ({ texts, numbers, place = '', children }: HeadRowProps) => (
  <thead>
    <tr>
      {texts.map((text) => (
        <th key={text} scope="col">
          {text}
        </th>
      ))}
      {numbers.map((head) => (
        <th key={String(head)} scope="col" class="num">
          {typeof head === 'string' ? (
            head
          ) : (
            <FigureLabel figure={head[1]} place={place}>
              {head[0]}
            </FigureLabel>
          )}
        </th>
      ))}
      {children}
    </tr>
  </thead>
);
