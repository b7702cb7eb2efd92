import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  type RunningService,
  type Settings,
  aDatabase,
  aDirectory,
  hasServer,
  runToEnd,
  startService,
} from '../service-process.js';
import { SERIES, seriesCsv } from './candle-bars.js';

export interface FuzzedService {
  readonly service: RunningService;
  readonly port: number;
  readonly databaseUrl: string;
  /** Workspaces that have a key. */
  readonly workspaces: readonly { readonly name: string; readonly secret: string }[];
}

/**
 * Starts the compiled service in a separate process with a number of workspaces, on the kind of database of this run.
 */
export async function startFuzzedService(workspaceCount: number): Promise<FuzzedService> {
  const workspaces = Array.from({ length: workspaceCount }, (_, i) => ({
    name: `fuzz-${i}`,
    secret: `key-of-fuzz-${i}-${'k'.repeat(20)}`,
  }));
  const directory = await aDirectory();
  const databaseUrl = hasServer ? await aDatabase() : `postgres://postgres@/postgres?host=${directory}`;
  const settings: Settings = {
    API_KEYS: workspaces.map(({ name, secret }) => `${name}@${name}:${secret}`).join(','),
    DATA_DIR: directory,
    ...(hasServer && { DATABASE_URL: databaseUrl }),
    TRADE_MINIMUM: '0',
    FAILED_KEYS_PER_MINUTE: '0',
    COMPRESSION: 'on',
    NODE_OPTIONS: `--require ${resolve('test/support/memory-meter.cjs')}`,
  };
  const service = await startService(settings);
  const file = join(await aDirectory(), 'bars.csv');
  await writeFile(file, seriesCsv());
  const { symbol, interval, feed } = SERIES;
  const args = ['import', '--symbol', symbol, '--interval', interval, '--feed', feed, file];
  const imported = await runToEnd('cli/candles.js', args, settings);
  if (imported.code !== 0) throw new Error(imported.output);
  return { service, port: Number(new URL(service.url).port), databaseUrl, workspaces };
}

/** Returns the memory that the main thread of the service uses after a garbage collection, in MB. */
export async function heldMb({ service }: FuzzedService): Promise<number> {
  const { headers } = await fetch(`${service.url}/health/live`, { headers: { 'x-measure-memory': '1' } });
  return Number(headers.get('x-held-mb') ?? NaN);
}

/** A hostile request may have any header. */
const EXPECTED_WARNING = /^A request has the header X-Forwarded-For, but TRUST_PROXY is not set\./;

/** Returns log lines of the service that are malformed, report an error, or contain a secret. */
export function logFlaws({ service, workspaces }: FuzzedService): string[] {
  const lines = service
    .output()
    .split('\n')
    .filter((line) => line !== '');
  return lines.flatMap((line) => {
    if (workspaces.some(({ secret }) => line.includes(secret)))
      return [`a secret in the log: ${line.slice(0, 300)}`];
    try {
      const { level, msg } = JSON.parse(line) as { level: number; msg: string };
      return level <= 30 || EXPECTED_WARNING.test(msg) ? [] : [`the log says ${line.slice(0, 1000)}`];
    } catch {
      return [`a line of the log that is no JSON: ${line.slice(0, 300)}`];
    }
  });
}
