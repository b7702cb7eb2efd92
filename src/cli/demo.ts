import { Command } from 'commander';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { firstRunKey } from '../platform/auth/first-run-key.js';
import { KeysService } from '../platform/auth/keys.service.js';
import { CandlesService } from '../candles/candles.service.js';
import { readEnvironment } from '../platform/config/environment.js';
import { RunningApp, createApp } from '../create-app.js';
import { DESK_PATH } from '../platform/config/desk-path.js';
import { DOCS_PATH } from '../swagger-ui.js';
import { runCommand } from './terminal/command.js';
import { DemoClient } from './demo/client.js';
import { listenLocally } from './demo/listen-locally.js';
import { SYMBOL, importGeneratedCandles, runSession } from './demo/main-job.js';
import { readBack } from './demo/read-back.js';
import { statisticsTable } from './demo/statistics-table.js';
import { sweepParameters, sweepTable } from './demo/sweep.js';

const { once: endsAfterTables, sweep: sweeps } = new Command('demo')
  .description(
    'Runs one backtest from project to statistics, on an embedded database in a temporary directory.',
  )
  .option('--once', 'exit after the tables instead of keeping the service running')
  .option('--sweep', 'run the strategy with 60 pairs of parameters, and show the best with their verdicts')
  .parse()
  .opts<{ once?: boolean; sweep?: boolean }>();

const MORE = 'Run the demo without --once to keep the service running and explore it.';

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

/** Runs the demo in a directory. Closes everything that the demo opened, even after an interruption. */
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
    if (!endsAfterTables) await interrupted;
  } finally {
    await starting.then(({ app }) => app.close()).catch(() => undefined);
  }
}

async function show(starting: Promise<RunningApp>, directory: string, port: number): Promise<void> {
  const { app } = await starting;
  const key = await firstRunKey(app.get(DataSource), app.get(KeysService), join(directory, 'api-key'));
  if (!key) throw new Error('The new database already has a key.');
  await app.init();
  const url = await listenLocally(app.getHttpServer(), port);
  await importGeneratedCandles(app.get(CandlesService), directory);
  const client = new DemoClient(url, key.secret);
  if (sweeps) {
    const projectId = await sweepParameters(client);
    process.stdout.write(`\n${await sweepTable(client, projectId)}\n\n`);
    process.stdout.write(`${endsAfterTables ? MORE : stepsAfterSweep(url, key.secret, projectId)}\n`);
    return;
  }
  const { session, stats } = await runSession(client);
  process.stdout.write(`\n${statisticsTable(stats, session.accountCurrency)}\n\n`);
  process.stdout.write(`${await readBack(client, session)}\n\n`);
  process.stdout.write(`${endsAfterTables ? MORE : nextSteps(url, key.secret, session.id)}\n`);
}

function stepsAfterSweep(url: string, secret: string, projectId: string): string {
  const curl = `curl -s -H 'x-api-key: ${secret}'`;
  const project = `${url}/projects/${projectId}`;
  return [
    `Swagger UI   ${url}${DOCS_PATH}`,
    `API key      ${secret}`,
    '',
    'Try:',
    `  ${curl} '${project}/leaderboard?sort=plNet&where=parameters.fast<10'`,
    `  ${curl} '${project}/leaderboard/grid?x=fast&y=slow'`,
    `  ${curl} ${project}/analysis/selection`,
    `  ${curl} ${project}/analysis/overfitting`,
    '',
    'The service runs until Ctrl-C, which also removes its database.',
    '',
    'Look at the leaderboard on the review desk, with the key in place:',
    `  ${deskLink(url, secret, `/projects/${projectId}/leaderboard`)}`,
  ].join('\n');
}

function nextSteps(url: string, secret: string, sessionId: string): string {
  const curl = `curl -s -H 'x-api-key: ${secret}'`;
  return [
    `Swagger UI   ${url}${DOCS_PATH}`,
    `API key      ${secret}`,
    '',
    'Try:',
    `  ${curl} ${url}/projects`,
    `  ${curl} '${url}/sessions/${sessionId}/stats?breakEvenThreshold=5'`,
    `  ${curl} '${url}/sessions/${sessionId}/trades?outcome=win&count=5'`,
    `  ${curl} '${url}/candles?symbol=${SYMBOL}&interval=1d&count=5'`,
    '',
    'The service runs until Ctrl-C, which also removes its database.',
    '',
    'Look at the session on the review desk, with the key in place:',
    `  ${deskLink(url, secret, `/sessions/${sessionId}`)}`,
  ].join('\n');
}

/** Returns a link that opens a page of the desk. The desk removes the key from its address at once. */
function deskLink(url: string, secret: string, page: string): string {
  return `${url}${DESK_PATH}/#key=${encodeURIComponent(secret)}&open=${page}`;
}
