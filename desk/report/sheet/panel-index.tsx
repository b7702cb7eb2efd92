import { useRef } from 'preact/hooks';
import type { PanelGroup } from '../analyses/analyses.js';
import { PanelLink } from '../panels/panel-link.js';
import type { SheetData } from '../sheet-data.js';
import { shownPanels } from './shown-panels.js';
import { useReadPanel } from './use-read-panel.js';

interface PanelIndexProps {
  /** All groups of the sheet. */
  readonly groups: readonly PanelGroup[];
  readonly data: SheetData;
  /** Called with the id of a panel that the user chose. If undefined, panels are links within the file. */
  readonly onPanel?: (panel: string) => void;
}

const ID = 'panels';

/**
 * The index of the panels, which follows the reading position. In a wide window, it is on the left of the panels; in
 * others, a button opens it as a popover, which needs no script.
 */
export function PanelIndex({ groups: all, data, onPanel }: PanelIndexProps) {
  const nav = useRef<HTMLElement>(null);
  const groups = shownPanels(all, data);
  const read = useReadPanel(groups.flatMap(({ panels }) => panels.map(({ id }) => id)));
  const here = groups.find(({ panels }) => panels.some(({ id }) => id === read));
  const panel = here?.panels.find(({ id }) => id === read);
  const place = [here?.title, panel?.title].filter(Boolean).join(' · ');
  const close = () => {
    if (nav.current?.matches(':popover-open')) nav.current.hidePopover();
  };
  const link = onPanel && {
    onPanel: (id: string) => {
      close();
      onPanel(id);
    },
  };
  return (
    <div class="index screen-only">
      <button type="button" class="here" popovertarget={ID} aria-label={`Panels, at ${place}`}>
        {place}
      </button>
      <nav id={ID} popover="auto" aria-label="Panels" ref={nav} onClick={link ? undefined : close}>
        <ol>
          {groups.map(({ id, title, panels }) => (
            <li key={id} class={here?.id === id ? 'read' : undefined}>
              {title && (
                <PanelLink id={id} {...link}>
                  {title}
                </PanelLink>
              )}
              <ol>
                {panels.map((panel) => (
                  <li key={panel.id}>
                    <PanelLink id={panel.id} isCurrent={panel.id === read} {...link}>
                      {panel.title}
                    </PanelLink>
                  </li>
                ))}
              </ol>
            </li>
          ))}
        </ol>
      </nav>
    </div>
  );
}
