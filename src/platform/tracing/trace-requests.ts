import type { Span } from '@opentelemetry/api';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { Request } from 'express';
import { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { VERSION } from '../config/version.js';
import { IS_PROBE } from '../health/probes.js';
import { SpanExporter } from './span-exporter.js';

/**
 * Traces requests: one span per request, named after its route, and one span for each statement and for each connection
 * taken from the pool. Spans contain no query string, header, body or statement parameter.
 */
export function traceRequests(): NodeTracerProvider {
  // The stable names of attributes (`http.route`, `db.query.text`) instead of the names of the drafts.
  process.env['OTEL_SEMCONV_STABILITY_OPT_IN'] ??= 'http,database';
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(
        resourceFromAttributes({ 'service.name': 'backtest-session-service', 'service.version': VERSION }),
      )
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new SpanExporter())],
  });
  provider.register();
  instrument(provider);
  return provider;
}

/**
 * Instruments modules. An instrumentation patches a module when the module is required. The patches change prototypes,
 * so one `require` per module is enough, even if the module has been imported before. A loader hook, which slows down
 * every import, is not needed.
 */
function instrument(provider: NodeTracerProvider): void {
  const http = new HttpInstrumentation({
    disableOutgoingRequestInstrumentation: true,
    // Probes are frequent, and their traces are not useful.
    ignoreIncomingRequestHook: ({ url = '' }) => IS_PROBE.test(url),
    startIncomingSpanHook: () => ({ 'url.query': undefined }),
    requestHook: (span, request) => {
      if (request instanceof IncomingMessage) Object.assign(request, { traceId: span.spanContext().traceId });
    },
    applyCustomAttributesOnSpan: (span, request) => nameByRoute(span, request as Request),
  });
  const pg = new PgInstrumentation({ requireParentSpan: true });
  for (const instrumentation of [http, pg]) instrumentation.setTracerProvider(provider);
  const require = createRequire(import.meta.url);
  for (const name of ['http', 'pg']) require(name);
  createRequire(require.resolve('pg'))('pg-pool');
}

function nameByRoute(span: Span, { method, route }: Request): void {
  const { path } = (route ?? {}) as { path?: string };
  if (path === undefined) return;
  span.setAttribute('http.route', path);
  span.updateName(`${method} ${path}`);
}
