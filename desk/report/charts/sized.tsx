import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

interface SizedProps {
  /** Width before it can be measured, as in a printed report. */
  readonly width: number;
  readonly children: (width: number) => ComponentChildren;
}

/** Draws its children as wide as there is room. */
export function Sized({ width, children }: SizedProps) {
  const [measured, setMeasured] = useState(width);
  const ref = useRef<HTMLDivElement | null>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const room = Math.round(element.getBoundingClientRect().width);
      // Paper is not a width to keep: drawings are scaled to it.
      if (room > 0 && !matchMedia('print').matches) setMeasured(room);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return <div ref={ref}>{children(measured)}</div>;
}

/** Whether scripts run: false on the server and in the first render, which has to equal the server's. */
export function useIsInteractive(): boolean {
  const [isInteractive, setIsInteractive] = useState(false);
  useEffect(() => setIsInteractive(true), []);
  return isInteractive;
}
