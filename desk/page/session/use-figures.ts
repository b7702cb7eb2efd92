import { useEffect } from 'preact/hooks';
import type { FiguresOf } from '../../api/figures.js';
import { type Answer, useAnswer } from '../ui/use-answer.js';
import { queued } from './figure-queue.js';

const POLL_MS = 2_000;

export interface FiguresAnswer<Value> extends Answer<Value> {
  /** True if the figures were requested, but neither the figures nor a problem have arrived. */
  readonly isAwaited: boolean;
}

/**
 * Figures of a session. When the threshold or the filters change, the earlier figures stay visible until the new
 * figures arrive.
 * @param query of the request; while the figures of another query are awaited, the earlier figures stay visible, too
 * @param isWanted false until there is something to request
 * @param isPending returns true if candles are still loading; the figures are then requested again
 */
export function useFigures<Value>(
  kind: string,
  of: FiguresOf,
  load: (of: FiguresOf, signal: AbortSignal) => Promise<Value>,
  isWanted = true,
  isPending: (value: Value) => boolean = () => false,
  query = '',
): FiguresAnswer<Value> {
  const { sessionId, threshold, slice } = of;
  const answer = useAnswer(
    isWanted ? `${kind} ${sessionId} ${threshold} ${JSON.stringify(slice)} ${query}` : null,
    (signal) => queued(signal, () => load(of, signal)),
    (before) => before.startsWith(`${kind} ${sessionId} `),
  );
  const { value, problem, isLoading, reload } = answer;
  const isToBeAskedAgain = value !== undefined && !isLoading && isPending(value);
  useEffect(() => {
    if (!isToBeAskedAgain) return;
    const timer = setTimeout(reload, POLL_MS);
    return () => clearTimeout(timer);
  }, [isToBeAskedAgain, value, reload]);
  return { ...answer, isAwaited: isWanted && value === undefined && problem === undefined };
}
