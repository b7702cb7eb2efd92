import type { PanelGroup } from '../analyses/analyses.js';

/** The name of a group of panels, to which the index leads. */
export const GroupTitle = ({ group: { id, title } }: { readonly group: PanelGroup }) =>
  title ? (
    <h2 id={id} class="group-title" tabIndex={-1}>
      {title}
    </h2>
  ) : null;
