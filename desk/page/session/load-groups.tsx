import type { PanelProps } from '../../report/analyses/analysis.js';
import type { LoadedPanels, PanelGroup } from '../../report/analyses/analyses.js';
import { GroupRows, type OwnPanels } from '../../report/sheet/group-rows.js';
import { GroupTitle } from '../../report/sheet/group-title.js';

/** Groups of panels, the first of which the page may have begun. */
export interface GroupsToLoad {
  readonly groups: readonly PanelGroup[];
  readonly begun?: PanelGroup;
  readonly load: (groups: readonly PanelGroup[]) => Promise<LoadedPanels>;
}

/**
 * Loads the panels of groups, and returns a component that shows them. The caller brings the list of the panels, because
 * a file that this file shared with the first view would be loaded with the first view of every page.
 */
export async function loadGroups({ groups, begun, load }: GroupsToLoad) {
  const panels = await load(groups);
  return ({ own, ...props }: PanelProps & { readonly own: OwnPanels }) => (
    <>
      {groups.map((group) => (
        <div key={group.id} class="group">
          {group !== begun && <GroupTitle group={group} />}
          <GroupRows group={group} panels={panels} own={own} {...props} />
        </div>
      ))}
    </>
  );
}
