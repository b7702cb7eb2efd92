import type { ComponentChildren } from 'preact';
import type { PanelProps, SheetPanel } from '../analyses/analysis.js';
import type { LoadedPanels, PanelGroup } from '../analyses/analyses.js';
import type { PanelId } from '../panels/panel-ids.js';
import { NothingLine } from './nothing-line.js';

/** Panels that the page and the report each bring themselves. */
export type OwnPanels = Readonly<Partial<Record<PanelId, ComponentChildren>>>;

interface GroupRowsProps extends PanelProps {
  readonly group: PanelGroup;
  readonly panels: LoadedPanels;
  readonly own: OwnPanels;
}

/** The panels of a group in rows. The panels with nothing to show are one line below the others. */
export function GroupRows({ group, panels, own, ...props }: GroupRowsProps) {
  const reasonOf = ({ nothing }: SheetPanel) => nothing?.(props.data) ?? null;
  const all = group.rows.flat().filter(({ isLeftOut }) => !isLeftOut?.(props.data));
  const draw = ({ id }: SheetPanel) => {
    const Panel = panels[id];
    return Panel ? <Panel key={id} {...props} /> : own[id];
  };
  return (
    <>
      {group.rows.map((row) => {
        const shown = row.filter((panel) => all.includes(panel) && reasonOf(panel) === null);
        if (shown.length < 2) return shown.map(draw);
        return (
          <div key={shown[0]!.id} class="row-of">
            {shown.map(draw)}
          </div>
        );
      })}
      <NothingLine
        panels={all.flatMap((panel) => {
          const reason = reasonOf(panel);
          return reason === null ? [] : [{ panel, reason }];
        })}
      />
    </>
  );
}
