import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { CandleDto } from '../../../src/candles/candles.dto.js';
import { onChange } from '../../api/changes.js';
import { getCandles } from '../../api/candles.js';
import { type ApiProblem, problemFrom } from '../../api/problem.js';
import { type CandleWindow, earlier, later } from './candle-window.js';

interface Candles {
  readonly window: CandleWindow | null;
  readonly bars: readonly CandleDto[];
  readonly hasMissing: boolean;
  readonly isLoading: boolean;
  readonly problem: ApiProblem | null;
}

const NONE: Candles = { window: null, bars: [], hasMissing: false, isLoading: false, problem: null };

/** Maximum number of bars that are kept. The user cannot scroll beyond the kept bars. */
const MAX_KEPT_BARS = 20_000;

/** Returns the candles of a window, and the candles beyond the window to which the user has scrolled. */
export function useCandles(wanted: CandleWindow | null) {
  const [candles, setCandles] = useState<Candles>(NONE);
  const [turn, setTurn] = useState(0);
  const current = useRef(candles);
  current.current = candles;
  const leaving = useRef<AbortController | null>(null);
  const isReading = useRef(false);

  useEffect(() => {
    if (!wanted) return;
    const giveUp = new AbortController();
    leaving.current = giveUp;
    isReading.current = true;
    setCandles((before) => ({
      ...(isSameMarket(before.window, wanted) ? before : NONE),
      isLoading: true,
      problem: null,
    }));
    getCandles(wanted, giveUp.signal)
      .then(({ candles, missing }) =>
        setCandles({
          window: wanted,
          bars: candles,
          hasMissing: isMissingAmong(missing, candles),
          isLoading: false,
          problem: null,
        }),
      )
      .catch((error: unknown) => {
        const problem = problemFrom(error);
        if (problem) setCandles({ ...NONE, problem });
      })
      .finally(() => {
        isReading.current = false;
      });
    return () => giveUp.abort();
  }, [JSON.stringify(wanted), turn]);

  const reach = useCallback((edge: 'start' | 'end') => {
    const { window, bars } = current.current;
    if (!window || isReading.current || bars.length >= MAX_KEPT_BARS || !leaving.current) return;
    const page = edge === 'start' ? earlier(window) : later(window);
    if (page.from >= page.to || page.from > Date.now()) return;
    isReading.current = true;
    getCandles(page, leaving.current.signal)
      .then(({ candles }) =>
        setCandles((before) => ({
          ...before,
          window: edge === 'start' ? { ...window, from: page.from } : { ...window, to: page.to },
          bars: edge === 'start' ? [...candles, ...before.bars] : [...before.bars, ...candles],
        })),
      )
      .catch(() => undefined)
      .finally(() => {
        isReading.current = false;
      });
  }, []);

  const reload = useCallback(() => setTurn((before) => before + 1), []);
  // Candles may have been added.
  useEffect(
    () => onChange(() => (current.current.bars.length === 0 || current.current.hasMissing) && reload()),
    [],
  );
  return { ...candles, reach, reload };
}

const isSameMarket = (before: CandleWindow | null, { symbol, feed, interval }: CandleWindow): boolean =>
  before?.symbol === symbol && before.feed === feed && before.interval === interval;

/**
 * Returns true if bars are missing in the window. The stored candles may begin within the window: the bars before the
 * first stored bar do not count as missing.
 */
export const isMissingAmong = (
  missing: readonly { readonly to: number }[],
  [first]: readonly { readonly ts: number }[],
): boolean => first !== undefined && missing.some(({ to }) => to > first.ts);
