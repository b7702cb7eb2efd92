import { type RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/**
 * Returns a reference to a `details` element and a function. The element closes when the focus or a click goes
 * elsewhere. The function closes the element and moves the focus to its button.
 */
export function useClosedElsewhere(): readonly [RefObject<HTMLDetailsElement | null>, () => void] {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const closeOutside = (event: Event) => {
      if (details.current && event.target instanceof Node && !details.current.contains(event.target)) {
        details.current.open = false;
      }
    };
    addEventListener('pointerdown', closeOutside);
    addEventListener('focusin', closeOutside);
    return () => {
      removeEventListener('pointerdown', closeOutside);
      removeEventListener('focusin', closeOutside);
    };
  }, []);
  const closeAndFocus = () => {
    if (!details.current?.open) return;
    details.current.open = false;
    details.current.querySelector('summary')?.focus();
  };
  return [details, closeAndFocus];
}
