import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type ApiProblem, problemFrom } from '../../api/problem.js';

/** An action that a user starts and that takes some time. */
export interface Action {
  readonly isRunning: boolean;
  readonly problem: ApiProblem | null;
  readonly run: (work: () => Promise<void>) => void;
  readonly clear: () => void;
}

export function useAction(): Action {
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const isShown = useRef(true);
  const isBusy = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const run = useCallback((work: () => Promise<void>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setRunning(true);
    setProblem(null);
    work()
      .catch((error: unknown) => {
        if (isShown.current) setProblem(problemFrom(error));
      })
      .finally(() => {
        isBusy.current = false;
        if (isShown.current) setRunning(false);
      });
  }, []);

  return { isRunning, problem, run, clear: useCallback(() => setProblem(null), []) };
}
