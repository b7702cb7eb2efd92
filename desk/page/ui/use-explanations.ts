import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { SheetExplanation } from '../../report/sheet-data.js';
import { explain } from '../../api/figures.js';
import { problemFrom } from '../../api/problem.js';

type Explanations = Readonly<Record<string, SheetExplanation>>;

/** Explanations of figures. Each explanation is requested when the user opens it, and again when the figures change. */
export function useExplanations(sessionId: string, threshold: number, stats: unknown) {
  const [explanations, setExplanations] = useState<Explanations>({});
  const leaving = useRef(new AbortController());
  const opened = useRef(new Set<string>());

  const ask = useCallback(
    (figure: string) => {
      opened.current.add(figure);
      const { signal } = leaving.current;
      const read = async () => {
        const explanation = await explain(figure)({ sessionId, threshold }, signal);
        if (!signal.aborted) setExplanations((before) => ({ ...before, [figure]: explanation }));
      };
      read().catch((error: unknown) => {
        const problem = problemFrom(error);
        if (problem) setExplanations((before) => ({ ...before, [figure]: failed(problem.message) }));
      });
    },
    [sessionId, threshold],
  );

  useEffect(() => {
    leaving.current = new AbortController();
    setExplanations({});
    for (const figure of opened.current) ask(figure);
    return () => leaving.current.abort();
  }, [ask, stats]);

  return { explanations, ask };
}

const failed = (message: string): SheetExplanation => ({
  value: null,
  definition: message,
  formula: '',
  arithmetic: '',
  counted: 0,
  unit: 'ratio',
  source: '',
});
