import type { PanelProps } from '../analyses/analysis.js';
import type { PanelRows } from '../analyses/analyses.js';

/** The panels below the candles, in the order of the page and of the report. */
export const LowerPanels = ({ rows, ...props }: PanelProps & { readonly rows: PanelRows }) =>
  rows.map((panels, row) => {
    const shown = panels.map((Panel, place) => <Panel key={place} {...props} />);
    return panels.length === 1 ? (
      shown
    ) : (
      <div key={row} class={`row-of${panels.length === 2 ? ' halves' : ''}`}>
        {shown}
      </div>
    );
  });
