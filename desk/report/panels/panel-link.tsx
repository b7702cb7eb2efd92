import type { ComponentChildren } from 'preact';

interface PanelLinkProps {
  readonly id: string;
  /** Called with the id of the panel. If undefined, the link is a link within the file. */
  readonly onPanel?: (panel: string) => void;
  readonly isCurrent?: boolean;
  readonly children: ComponentChildren;
}

/** A link to a panel of the sheet. The page needs a button, because its address names the route. */
export function PanelLink({ id, onPanel, isCurrent = false, children }: PanelLinkProps) {
  const current = isCurrent && { 'aria-current': 'location' as const };
  return onPanel ? (
    <button type="button" class="link" {...current} onClick={() => onPanel(id)}>
      {children}
    </button>
  ) : (
    <a href={`#${id}`} {...current}>
      {children}
    </a>
  );
}
