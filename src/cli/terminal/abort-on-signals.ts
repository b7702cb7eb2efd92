/** Maximum time for a command to end by itself, ms. */
const EXIT_AFTER_MS = 3_000;

/**
 * Returns an `AbortSignal` that SIGTERM and SIGINT trigger, so that a long command can stop when an orchestrator
 * ends its Job. Without a handler, PID 1 of a container would ignore these signals, and PostgreSQL would continue the
 * last statement.
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
