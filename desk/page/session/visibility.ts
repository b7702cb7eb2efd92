const isVisible = (): boolean => document.visibilityState === 'visible';

/** Waits until the tab is visible. Rejects if the signal aborts before. */
export function visible(left: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = () => {
      if (!isVisible() && !left.aborted) return;
      document.removeEventListener('visibilitychange', check);
      left.removeEventListener('abort', check);
      if (left.aborted) reject(new DOMException('The page was left.', 'AbortError'));
      else resolve();
    };
    document.addEventListener('visibilitychange', check);
    left.addEventListener('abort', check);
    check();
  });
}

/**
 * Runs a function with a signal that aborts when the tab is hidden or left. If the function was cancelled in this way,
 * returns normally.
 */
export async function whileVisible(
  left: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const hidden = new AbortController();
  const check = () => {
    if (!isVisible()) hidden.abort();
  };
  document.addEventListener('visibilitychange', check);
  try {
    await work(AbortSignal.any([left, hidden.signal]));
  } catch (error) {
    if (!hidden.signal.aborted) throw error;
  } finally {
    document.removeEventListener('visibilitychange', check);
  }
}
