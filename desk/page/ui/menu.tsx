import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Buttons behind a button. It closes after a choice, on Escape, and when focus or a click goes elsewhere. */
export function Menu({ label, children }: { label: string; children: ComponentChildren }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (menu.current) menu.current.open = false;
  };
  // A dialog that a choice opens gives the focus back to where it was: not to the choice, which is hidden then.
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
