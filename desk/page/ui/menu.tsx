import type { ComponentChildren } from 'preact';
import { useClosedElsewhere } from './use-closed-elsewhere.js';

/**
 * A menu that a button opens. The menu closes after a choice, on Escape, and when the focus or a click goes elsewhere.
 */
export function Menu({ label, children }: { label: string; children: ComponentChildren }) {
  // After a choice, the menu's button gets the focus. If the choice opens a dialog, the dialog later returns the focus
  // to this button, because the choice itself is hidden by then.
  const [menu, closeAndFocus] = useClosedElsewhere();
  return (
    <details
      ref={menu}
      class="menu"
      onKeyDown={(event) => {
        if (event.key === 'Escape') closeAndFocus();
      }}
    >
      <summary>{label}</summary>
      <div class="items" onClick={closeAndFocus}>
        {children}
      </div>
    </details>
  );
}
