import { useEffect } from 'preact/hooks';
import type { FiguresOf } from '../../api/figures.js';
import { type Answer, useAnswer } from '../ui/use-answer.js';
import { queued } from './figure-queue.js';

const POLL_MS = 2_000;

/**
 * Figures of a session. At another threshold the earlier ones stay until the new ones are there.
 * @param isWanted false as long as it is not known that there is anything to ask for
 * @param isPending whether an answer says that candles are loading: then it is asked for again
 */
export function useFigures<Value>(
  kind: string,
  of: FiguresOf,
  load: (of: FiguresOf, signal: AbortSignal) => Promise<Value>,
  isWanted = true,
  isPending: (value: Value) => boolean = () => false,
): Answer<Value> {
  const { sessionId, threshold } = of;
  const answer = useAnswer(
    isWanted ? `${kind} ${sessionId} ${threshold}` : null,
    (signal) => queued(signal, () => load(of, signal)),
    (before) => before.startsWith(`${kind} ${sessionId} `),
  );
  const { value, isLoading, reload } = answer;
  const isToBeAskedAgain = value !== undefined && !isLoading && isPending(value);
  useEffect(() => {
    if (!isToBeAskedAgain) return;
    const timer = setTimeout(reload, POLL_MS);
    return () => clearTimeout(timer);
  }, [isToBeAskedAgain, value, reload]);
  return answer;
}
