import { NestExpressApplication } from '@nestjs/platform-express';
import { Server, ServerResponse } from 'node:http';
import { Logger } from 'pino';

/** `docker stop` kills 10 s after SIGTERM, Kubernetes after 30 s: connections are cut, and the process exits, before that. */
const CUT_AFTER_MS = 7_000;
const EXIT_AFTER_MS = 9_000;

/** Interval at which connections that became idle are closed. */
const CLOSE_IDLE_EVERY_MS = 100;

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Until the service listens, a signal makes it exit at once: it serves no requests yet, and every step of the startup
 * can be interrupted. Without a listener the first process of a container would ignore the signal.
 */
export function exitOnSignals(): void {
  for (const signal of SIGNALS) process.on(signal, exitAtOnce);
}

function exitAtOnce(signal: NodeJS.Signals): never {
  process.stderr.write(`${signal} before the service was ready; exiting.\n`);
  process.exit(0);
}

/**
 * Stops the service on SIGTERM and SIGINT: it accepts no new connection, answers the requests in flight, closes the
 * database and exits with 0. Further signals change nothing.
 * @param last runs after the service has stopped
 */
export function stopOnSignals(app: NestExpressApplication, logger: Logger, last: () => Promise<void>): void {
  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), EXIT_AFTER_MS).unref();
    closeConnections(app.getHttpServer());
    await app.close();
    await last();
    logger.info('stopped');
    process.exit(0);
  };
  for (const signal of SIGNALS) {
    process.off(signal, exitAtOnce);
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        logger.fatal({ err: error }, 'the service could not be stopped cleanly');
        process.exit(1);
      });
    });
  }
}

/** Clients keep their connections for the next request; without this the service would wait until keep-alive ends. */
function closeConnections(server: Server): void {
  server.prependListener('request', (_request, response: ServerResponse) =>
    response.setHeader('Connection', 'close'),
  );
  setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS).unref();
  setTimeout(() => server.closeAllConnections(), CUT_AFTER_MS).unref();
}
