import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface ScrollProps {
  /** A name for the region, which can be scrolled by keyboard. */
  readonly name: string;
  readonly children: ComponentChildren;
}

/** A box for a wide table. A shadow at the right edge shows that the table continues. */
export function Scroll({ name, children }: ScrollProps) {
  const box = useRef<HTMLDivElement | null>(null);
  const [hasMore, setHasMore] = useState(false);
  const look = () => {
    const { current } = box;
    if (current) setHasMore(current.scrollWidth - current.clientWidth - current.scrollLeft > 1);
  };
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    look();
    const observer = new ResizeObserver(look);
    observer.observe(current);
    if (current.firstElementChild) observer.observe(current.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return (
    <div class={hasMore ? 'scroll-box more' : 'scroll-box'}>
      <div ref={box} class="scroll" tabIndex={0} role="region" aria-label={name} onScroll={look}>
        {children}
      </div>
    </div>
  );
}
