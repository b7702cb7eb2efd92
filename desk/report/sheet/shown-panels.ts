import type { PanelGroup } from '../analyses/analyses.js';
import type { SheetPanel } from '../analyses/analysis.js';
import type { SheetData } from '../sheet-data.js';

/** A group with the panels that have something to show or are loading. */
export interface ShownGroup extends Pick<PanelGroup, 'id' | 'title'> {
  readonly panels: readonly SheetPanel[];
}

/** Returns the groups with the panels to which the index leads. */
export const shownPanels = (groups: readonly PanelGroup[], data: SheetData): readonly ShownGroup[] =>
  groups.map(({ rows, ...group }) => ({
    ...group,
    panels: rows
      .flat()
      .filter(({ isLeftOut, nothing }) => !isLeftOut?.(data) && (nothing?.(data) ?? null) === null),
  }));
