import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

interface SizedProps {
  /** The width that is used until the available width can be measured, as in a printed report. */
  readonly width: number;
  readonly children: (width: number) => ComponentChildren;
}

/** Draws its children with the available width. */
export function Sized({ width, children }: SizedProps) {
  const [measured, setMeasured] = useState(width);
  const ref = useRef<HTMLDivElement | null>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const room = Math.round(element.getBoundingClientRect().width);
      // The width of paper is ignored, because drawings are scaled to the paper.
      if (room > 0 && !matchMedia('print').matches) setMeasured(room);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return <div ref={ref}>{children(measured)}</div>;
}

/**
 * Returns true if scripts run. Returns false on the server and in the first render, because the first render must equal
 * the render of the server.
 */
export function useIsInteractive(): boolean {
  const [isInteractive, setIsInteractive] = useState(false);
  useEffect(() => setIsInteractive(true), []);
  return isInteractive;
}
