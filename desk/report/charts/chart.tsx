import type { ComponentChildren } from 'preact';
import { AsTable, type TableProps } from './as-table.js';

/** Pixels around the plot of a chart. */
export const MARGIN = { top: 12, right: 12, bottom: 24, left: 64 } as const;

export interface Size {
  readonly width: number;
  readonly height: number;
}

interface ChartProps extends Size {
  /** A description of the chart for users who cannot see it. */
  readonly name: string;
  readonly table?: TableProps;
  readonly children: ComponentChildren;
}

/** A drawing with an accessible name and a table as its text alternative. */
export function Chart({ name, table, width, height, children }: ChartProps) {
  return (
    <figure class="chart">
      <svg role="img" aria-label={name} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
        {children}
      </svg>
      {table && <AsTable {...table} />}
    </figure>
  );
}

/** The position of a plot within its drawing. */
export interface Plot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export const plotOf = ({ width, height }: Size): Plot => ({
  left: MARGIN.left,
  right: width - MARGIN.right,
  top: MARGIN.top,
  bottom: height - MARGIN.bottom,
});
