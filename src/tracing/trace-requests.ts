import type { Span } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
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
import { IS_PROBE } from '../health/probes.js';

/**
 * One span a request, named by its route, and one for each statement and each connection taken from the pool. What a
 * request carries (query, headers, body) and what a statement is given (its parameters) is in none of them.
 */
export function traceRequests(): NodeTracerProvider {
  // The attributes of the stable conventions: `http.route`, `db.query.text`; without it they are those of the drafts.
  process.env['OTEL_SEMCONV_STABILITY_OPT_IN'] ??= 'http,database';
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'backtest-session-service' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  instrument(provider);
  return provider;
}

/**
 * Instrumentations act when a module is required after them. They change prototypes in place, so requiring ours once is
 * enough, also for what was imported before; a loader hook, which would slow down every import, is not needed.
 */
function instrument(provider: NodeTracerProvider): void {
  const http = new HttpInstrumentation({
    disableOutgoingRequestInstrumentation: true,
    // Of probes there are many, and none tells anything.
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
