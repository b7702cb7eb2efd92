/** Maximum time for a command to end by itself, ms. */
const EXIT_AFTER_MS = 3_000;

/**
 * Returns a signal that SIGTERM and SIGINT abort, so that long work can end when an orchestrator stops a Job. Without a
 * listener, the first process of a container would ignore these signals, and the server would continue the last
 * statement.
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
