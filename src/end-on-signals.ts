import { NestExpressApplication } from '@nestjs/platform-express';
import { Server, ServerResponse } from 'node:http';
import { Logger } from 'pino';

/** `docker stop` kills 10 s after SIGTERM, Kubernetes after 30 s. What is unanswered by then is cut, and this is the end. */
const ANSWERS_WITHIN_MS = 7_000;
const ENDS_WITHIN_MS = 9_000;

/** How often connections are looked through for those whose request has been answered. */
const LOOK_EVERY_MS = 100;

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Until the service listens, a signal ends it at once: it serves nobody, and whatever it makes at start survives being
 * interrupted. Without a listener the first process of a container would not even notice the signal.
 */
export function endAtOnceOnSignals(): void {
  for (const signal of SIGNALS) process.on(signal, endAtOnce);
}

function endAtOnce(signal: NodeJS.Signals): never {
  process.stderr.write(`${signal} before the service was ready: it ends.\n`);
  process.exit(0);
}

/**
 * Ends the service on SIGTERM and SIGINT: no new connection is taken, what is in flight gets its answer, then the
 * database is closed and the process ends with 0. Repeated signals change nothing.
 * @param last what is to be done when the service has ended
 */
export function endOnSignals(app: NestExpressApplication, logger: Logger, last: () => Promise<void>): void {
  let ending = false;
  const end = async (signal: string) => {
    if (ending) return;
    ending = true;
    logger.info({ signal }, 'ending');
    setTimeout(() => process.exit(1), ENDS_WITHIN_MS).unref();
    closeConnections(app.getHttpServer());
    await app.close();
    await last();
    logger.info('ended');
    process.exit(0);
  };
  for (const signal of SIGNALS) {
    process.off(signal, endAtOnce);
    process.on(signal, () => {
      end(signal).catch((error: unknown) => {
        logger.fatal({ err: error }, 'the service could not be ended properly');
        process.exit(1);
      });
    });
  }
}

/** A client keeps its connection for the next request; without this its keep-alive time would have to pass first. */
function closeConnections(server: Server): void {
  server.prependListener('request', (_request, response: ServerResponse) =>
    response.setHeader('Connection', 'close'),
  );
  setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS).unref();
  setTimeout(() => server.closeAllConnections(), ANSWERS_WITHIN_MS).unref();
}
