import { Fragment } from 'preact';
import type { SheetPanel } from '../analyses/analysis.js';
import { ReasonWithCandles } from '../panels/no-candles.js';

interface NothingLineProps {
  readonly panels: readonly { readonly panel: SheetPanel; readonly reason: string }[];
}

/** A line that names the panels of a group that have nothing to show. Panels with the same reason share it. */
export function NothingLine({ panels }: NothingLineProps) {
  if (panels.length === 0) return null;
  const reasons = [...new Set(panels.map(({ reason }) => reason))];
  return (
    <p class="nothing">
      Nothing to show:{' '}
      {reasons.map((reason) => (
        <span key={reason}>
          {panels
            .filter((one) => one.reason === reason)
            .map(({ panel: { id, title } }, place) => (
              <Fragment key={id}>
                {place > 0 && ', '}
                <strong id={id} tabIndex={-1}>
                  {title}
                </strong>
              </Fragment>
            ))}{' '}
          – <ReasonWithCandles reason={reason} />{' '}
        </span>
      ))}
    </p>
  );
}
