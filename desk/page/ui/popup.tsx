import type { ComponentChildren } from 'preact';
import { useClosedElsewhere } from './use-closed-elsewhere.js';

/**
 * Fields that a button opens. The fields stay open while the user works in them, and close on Escape or a click
 * elsewhere.
 */
export function Popup({ label, children }: { label: string; children: ComponentChildren }) {
  const [details, closeAndFocus] = useClosedElsewhere();
  return (
    <details
      ref={details}
      class="menu popup"
      onKeyDown={(event) => {
        if (event.key === 'Escape') closeAndFocus();
      }}
    >
      <summary>{label}</summary>
      <div class="items">{children}</div>
    </details>
  );
}
