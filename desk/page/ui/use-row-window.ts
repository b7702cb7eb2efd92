import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

/** Number of rows by which the first and the last drawn row move when the user scrolls. */
const STEP = 25;

/** Number of rows that are drawn above and below the visible rows, counted in steps of `STEP` rows. */
const MARGIN = 1;

/**
 * The drawn rows of a table, from `first` up to but excluding `last`, and the heights of the spaces for the rows above
 * and below.
 */
export interface RowWindow {
  readonly first: number;
  readonly last: number;
  /** Height in pixels of the rows above the drawn rows. */
  readonly above: number;
  readonly below: number;
}

/**
 * Returns the rows to draw.
 * @param top number of pixels of the table that are above the visible part of the page
 */
export function rowWindow(top: number, visible: number, rows: number, rowPx: number): RowWindow {
  const step = STEP * rowPx;
  const first = Math.max(0, Math.min(Math.floor(top / step) - MARGIN, Math.ceil(rows / STEP) - 1) * STEP);
  const last = Math.min(rows, Math.max(first + STEP, (Math.ceil((top + visible) / step) + MARGIN) * STEP));
  return { first, last, above: first * rowPx, below: (rows - last) * rowPx };
}

/**
 * Draws only the rows of a long table that are near the visible part of the page. All rows must have the same height.
 * @param body the body of the table. It contains the drawn rows, which are `tr[data-row]`, and spaces of the returned
 * heights above and below them.
 */
export function useRowWindow(body: RefObject<HTMLElement | null>, rows: number): RowWindow {
  const [drawn, setDrawn] = useState(() => rowWindow(0, 0, rows, FIRST_ROW_PX));
  const measure = () => {
    const { current } = body;
    if (!current) return;
    const rowPx = current.querySelector('tr[data-row]')?.getBoundingClientRect().height || FIRST_ROW_PX;
    const next = rowWindow(-current.getBoundingClientRect().top, window.innerHeight, rows, rowPx);
    setDrawn((before) => (isSame(before, next) ? before : next));
  };
  useLayoutEffect(measure, [rows]);
  useEffect(() => {
    addEventListener('scroll', measure, { passive: true });
    addEventListener('resize', measure);
    return () => {
      removeEventListener('scroll', measure);
      removeEventListener('resize', measure);
    };
  }, [rows]);
  return drawn;
}

/** The assumed height of a row until a row has been drawn. */
const FIRST_ROW_PX = 30;

const isSame = (one: RowWindow, other: RowWindow): boolean =>
  one.first === other.first &&
  one.last === other.last &&
  one.above === other.above &&
  one.below === other.below;
