import { setTimeout as delay } from 'node:timers/promises';
import { Environment } from '../config/environment.js';

/**
 * Maximum time that the service waits for its last spans to be sent, ms. An unreachable collector must not keep the
 * service from exiting.
 */
const LAST_SPANS_MS = 1_000;

/**
 * Sends traces if the settings name a collector. Otherwise OpenTelemetry is not even loaded.
 * @returns a function that stops tracing
 */
export async function startTracing(environment: Environment): Promise<() => Promise<void>> {
  if (!environment.OTEL_EXPORTER_OTLP_ENDPOINT) return () => Promise.resolve();
  const { traceRequests } = await import('./trace-requests.js');
  const provider = traceRequests();
  return async () => {
    const sent = provider.shutdown().catch(() => undefined);
    await Promise.race([sent, delay(LAST_SPANS_MS, undefined, { ref: false })]);
  };
}
