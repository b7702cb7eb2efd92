import { Environment } from '../config/environment.js';

/** How long the last spans may take to be sent at the end: a collector that is away must not hold the service. */
const LAST_SPANS_MS = 1_000;

/**
 * Sends traces when the settings name a collector; without one nothing of it is even loaded.
 * @returns ends it
 */
export async function startTracing(environment: Environment): Promise<() => Promise<void>> {
  if (!environment.OTEL_EXPORTER_OTLP_ENDPOINT) return () => Promise.resolve();
  const { traceRequests } = await import('./trace-requests.js');
  const provider = traceRequests();
  return async () => {
    const sent = provider.shutdown().catch(() => undefined);
    const tooLong = new Promise((done) => {
      setTimeout(done, LAST_SPANS_MS).unref();
    });
    await Promise.race([sent, tooLong]);
  };
}
