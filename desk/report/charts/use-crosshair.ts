import { useState } from 'preact/hooks';
import { firstPlace } from '../../../src/shared/market/first-place.js';
import type { Scale } from './scale.js';
import { useIsInteractive } from './sized.js';

/** A span of a chart that the user is selecting or has selected. */
export interface ChartSelection {
  readonly from: number;
  readonly to: number;
}

/** Minimum length of a drag in pixels. A shorter drag counts as a click. */
const MIN_PIXELS = 6;

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -20, PageDown: 20 };

/**
 * The point of a chart at the pointer or the keyboard cursor, and the span that the user selects by dragging.
 * @param xs the x values of the points, in ascending order
 */
export function useCrosshair(xs: readonly number[], scale: Scale, onSpan?: (span: ChartSelection) => void) {
  const isInteractive = useIsInteractive();
  const [index, setIndex] = useState<number | null>(null);
  const [drag, setDrag] = useState<ChartSelection | null>(null);
  const last = xs.length - 1;
  const clamped = index === null ? null : Math.min(index, last);

  const valueAt = (event: PointerEvent) => {
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect();
    const drawn = Number((event.currentTarget as Element).getAttribute('width'));
    const [low, high] = scale.range();
    return scale.invert(Math.min(high, Math.max(low, ((event.clientX - left) / width) * drawn)));
  };
  const end = (event: PointerEvent) => {
    if (drag && Math.abs(scale(drag.to) - scale(drag.from)) >= MIN_PIXELS) {
      onSpan?.({ from: Math.min(drag.from, drag.to), to: Math.max(drag.from, drag.to) });
    }
    setDrag(null);
    if (event.type === 'pointerleave') setIndex(null);
  };
  const handlers = {
    onPointerMove: (event: PointerEvent) => {
      const value = valueAt(event);
      setIndex(nearest(xs, value));
      if (drag) setDrag({ ...drag, to: value });
    },
    onPointerDown: (event: PointerEvent) => {
      const value = valueAt(event);
      if (onSpan && event.pointerType !== 'touch') setDrag({ from: value, to: value });
    },
    onPointerUp: end,
    onPointerLeave: end,
    onKeyDown: (event: KeyboardEvent) => {
      const target = targetOf(event.key, clamped ?? last, last);
      if (target === null) return;
      event.preventDefault();
      setIndex(target);
    },
    onBlur: () => setIndex(null),
  };
  return { index: clamped, drag, handlers, isInteractive };
}

function targetOf(key: string, index: number, last: number): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  const step = STEPS[key];
  return step === undefined ? null : Math.min(last, Math.max(0, index + step));
}

/** Returns the index of the x value that is nearest to a given value. */
export function nearest(xs: readonly number[], x: number): number {
  const next = firstPlace(xs.length - 1, (place) => xs[place]! >= x);
  return next > 0 && x - xs[next - 1]! < xs[next]! - x ? next - 1 : next;
}
