import { NestExpressApplication } from '@nestjs/platform-express';
import { Server, ServerResponse } from 'node:http';
import { Logger } from 'pino';

/**
 * Times after which connections are cut and the process exits, ms. `docker stop` kills the process 10 s after SIGTERM,
 * Kubernetes after 30 s.
 */
const CUT_AFTER_MS = 7_000;
const EXIT_AFTER_MS = 9_000;

/** Interval at which connections that became idle are closed, ms. */
const CLOSE_IDLE_EVERY_MS = 100;

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Makes a signal end the process at once, until the service listens. The service does not serve requests yet, and every
 * step of the startup can be interrupted. Without a listener, the first process of a container would ignore the signal.
 */
export function exitOnSignals(): void {
  for (const signal of SIGNALS) process.on(signal, exitAtOnce);
}

function exitAtOnce(signal: NodeJS.Signals): never {
  process.stderr.write(`${signal} before the service was ready; exiting.\n`);
  process.exit(0);
}

/**
 * Stops the service on SIGTERM and SIGINT: refuses new connections, completes the requests in progress, closes the
 * database and exits with code 0. Further signals are ignored.
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

/**
 * Closes connections when they become idle, because clients keep connections for the next request. The service would
 * otherwise wait until the keep-alive timeout.
 */
function closeConnections(server: Server): void {
  server.prependListener('request', (_request, response: ServerResponse) =>
    response.setHeader('Connection', 'close'),
  );
  setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS).unref();
  setTimeout(() => server.closeAllConnections(), CUT_AFTER_MS).unref();
}
