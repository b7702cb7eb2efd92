/** Maximum time of a command to end by itself, ms. */
const EXIT_AFTER_MS = 3_000;

/**
 * Returns a signal for ending long work on SIGTERM and SIGINT, as an orchestrator ends a Job. Without a listener, the
 * first process of a container would ignore the signal, and the server would continue the last statement.
 */
export function abortOnSignals(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      const reason = `${signal}: the command ends; run it again to go on.`;
      stopping.abort(new Error(reason));
      setTimeout(() => {
        process.stderr.write(`${reason}\n`);
        process.exit(1);
      }, EXIT_AFTER_MS).unref();
    });
  return stopping.signal;
}
