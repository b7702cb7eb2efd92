import { Logger } from '@nestjs/common';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { sentenceOf } from '../../shared/problems/sentence-of.js';

/** Sends spans to the collector. Logs the first failure, and the first success after a failure. */
export class SpanExporter extends OTLPTraceExporter {
  private readonly logger = new Logger(SpanExporter.name);
  private isFailing = false;

  override export(...[spans, done]: Parameters<OTLPTraceExporter['export']>): void {
    super.export(spans, (result) => {
      const { error } = result;
      if (error && !this.isFailing)
        this.logger.warn(
          `Traces are dropped, because the collector does not take them: ${sentenceOf(error)}`,
        );
      if (!error && this.isFailing) this.logger.warn('The collector takes traces again.');
      this.isFailing = error !== undefined;
      done(result);
    });
  }
}
