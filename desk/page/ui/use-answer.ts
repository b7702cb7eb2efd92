import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { onChange } from '../../api/changes.js';
import { type ApiProblem, problemFrom } from '../../api/problem.js';

/** The last response to a request. While the request is being sent again, the previous response stays available. */
export interface Answer<Value> {
  readonly value: Value | undefined;
  readonly problem: ApiProblem | undefined;
  readonly isLoading: boolean;
  /** True if `value` still belongs to an earlier name, because the value of the current name has not arrived yet. */
  readonly isKept: boolean;
  readonly reload: () => void;
}

interface Held<Value> {
  readonly name: string;
  readonly value?: Value;
  /** The name to which the value belongs. */
  readonly valueName?: string;
  readonly problem?: ApiProblem;
  readonly isLoading: boolean;
}

/**
 * Returns the problem to show. If the sign-in has ended, the page keeps showing the value, so that text typed beside it
 * is not lost.
 */
const shownOf = (problem: ApiProblem, { value }: Held<unknown>) =>
  problem.code === 'SIGNED_OUT' && value !== undefined ? {} : { problem };

/**
 * Sends a request when the component appears, when `name` changes, and after data was written. The request is cancelled
 * when the component disappears.
 * @param name identifies the requested value; null if nothing is requested. When the name changes, the previous value
 * is kept only if `keep` allows this.
 */
export function useAnswer<Value>(
  name: string | null,
  load: (signal: AbortSignal) => Promise<Value>,
  keep: (before: string) => boolean = () => false,
): Answer<Value> {
  const [held, setHeld] = useState<Held<Value>>({ name: '', isLoading: true });
  const [turn, setTurn] = useState(0);
  const loading = useRef(load);
  loading.current = load;
  const keeping = useRef(keep);
  keeping.current = keep;
  const reload = useCallback(() => setTurn((before) => before + 1), []);

  useEffect(() => onChange(reload), [reload]);

  useEffect(() => {
    if (name === null) return;
    const leaving = new AbortController();
    setHeld(({ value, valueName = '', ...before }) => ({
      name,
      isLoading: true,
      ...(value !== undefined &&
        (before.name === name || keeping.current(before.name)) && { value, valueName }),
    }));
    const read = async () => {
      const value = await loading.current(leaving.signal);
      if (!leaving.signal.aborted) setHeld({ name, value, valueName: name, isLoading: false });
    };
    read().catch((error: unknown) => {
      const problem = problemFrom(error);
      if (problem && !leaving.signal.aborted)
        setHeld((before) => ({ ...before, ...shownOf(problem, before), isLoading: false }));
    });
    return () => leaving.abort();
  }, [name, turn]);

  const isCurrent = held.name === name || keep(held.name);
  return {
    value: isCurrent ? held.value : undefined,
    problem: isCurrent ? held.problem : undefined,
    isLoading: !isCurrent || held.isLoading,
    isKept: isCurrent && held.value !== undefined && held.valueName !== name,
    reload,
  };
}
