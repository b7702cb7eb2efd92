import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/**
 * A menu that a button opens. The menu closes after a choice, on Escape, and when the focus or a click goes elsewhere.
 */
export function Menu({ label, children }: { label: string; children: ComponentChildren }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (menu.current) menu.current.open = false;
  };
  // The menu's button gets the focus. If the choice opens a dialog, the dialog later returns the focus to this button,
  // because the choice itself is hidden by then.
  const closeAndFocus = () => {
    close();
    menu.current?.querySelector('summary')?.focus();
  };
  useEffect(() => {
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) close();
    };
    addEventListener('pointerdown', closeOutside);
    addEventListener('focusin', closeOutside);
    return () => {
      removeEventListener('pointerdown', closeOutside);
      removeEventListener('focusin', closeOutside);
    };
  }, []);
  return (
    <details
      ref={menu}
      class="menu"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !menu.current?.open) return;
        closeAndFocus();
      }}
    >
      <summary>{label}</summary>
      <div class="items" onClick={closeAndFocus}>
        {children}
      </div>
    </details>
  );
}
