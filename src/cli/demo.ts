import { Command } from 'commander';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Server } from 'node:http';
import { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { firstRunKey } from '../auth/first-run-key.js';
import { KeysService } from '../auth/keys.service.js';
import { CandleStore } from '../candles/candle-store.js';
import { readEnvironment } from '../config/environment.js';
import { RunningApp, createApp } from '../create-app.js';
import { DOCS_PATH } from '../openapi.js';
import { runCommand } from './command.js';
import { DemoClient } from './demo/client.js';
import { SYMBOL, importGeneratedCandles, runSession } from './demo/main-job.js';
import { statisticsTable } from './demo/statistics-table.js';

const { once: endsAtOnce } = new Command('demo')
  .description('Runs the main job of the service on an embedded database in a temporary directory.')
  .option('--once', 'end after the statistics instead of staying up')
  .parse()
  .opts<{ once?: boolean }>();

await runCommand(demo);

async function demo(): Promise<void> {
  const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  const directory = await mkdtemp(join(tmpdir(), 'backtest-demo-'));
  try {
    await demoIn(directory, interrupted);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Interrupted at any moment, it closes what it opened. */
async function demoIn(directory: string, interrupted: Promise<unknown>): Promise<void> {
  const environment = readEnvironment({
    PORT: process.env['PORT'],
    LOG_LEVEL: 'warn',
    VENUE_MODE: 'offline',
    TRADE_MINIMUM: '0',
    DATA_DIR: directory,
  });
  process.stdout.write(`Starting on an embedded database in ${directory} …\n`);
  const starting = createApp(environment);
  try {
    await Promise.race([interrupted, show(starting, directory, environment.PORT)]);
    if (!endsAtOnce) await interrupted;
  } finally {
    await starting.then(({ app }) => app.close()).catch(() => undefined);
  }
}

async function show(starting: Promise<RunningApp>, directory: string, port: number): Promise<void> {
  const { app } = await starting;
  const key = await firstRunKey(app.get(DataSource), app.get(KeysService), directory);
  if (!key) throw new Error('the new database already has a key');
  await app.init();
  const url = await listen(app.getHttpServer(), port);
  await importGeneratedCandles(app.get(CandleStore), directory);
  const { session, stats } = await runSession(new DemoClient(url, key.secret));
  process.stdout.write(
    `\n${statisticsTable(stats, session.accountCurrency)}\n\n${whereToGoOn(url, key.secret, session.id)}\n`,
  );
  if (!endsAtOnce) process.stdout.write('\nThe service stays up until Ctrl-C; then everything is removed.\n');
}

/** Listens on the wanted port, or on any free one when that is taken. */
async function listen(server: Server, port: number): Promise<string> {
  const tryPort = async (wanted: number) => {
    server.listen(wanted, '127.0.0.1');
    await once(server, 'listening');
  };
  await tryPort(port).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    process.stdout.write(`Port ${port} is taken; another one is used.\n`);
    await tryPort(0);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function whereToGoOn(url: string, secret: string, sessionId: string): string {
  const curl = `curl -s -H 'x-api-key: ${secret}'`;
  return [
    `Swagger UI   ${url}${DOCS_PATH}`,
    `API key      ${secret}`,
    '',
    'Go on with:',
    `  ${curl} ${url}/projects`,
    `  ${curl} '${url}/sessions/${sessionId}/stats?breakEvenThreshold=5'`,
    `  ${curl} '${url}/candles?symbol=${SYMBOL}&interval=1d&count=5'`,
  ].join('\n');
}
