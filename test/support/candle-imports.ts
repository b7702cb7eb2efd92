import type supertest from 'supertest';
import { CandleImportsService } from '../../src/candles/candle-imports.service.js';
import { FairQueue } from '../../src/shared/concurrency/fair-queue.js';
import type { Caller, TestApp } from './app.js';

/** 2023-08-01T00:00Z */
export const IMPORT_START = 1_690_848_000_000;
const MINUTE = 60_000;
const HEADER = 'ts,open,high,low,close,volume';

/** Returns the cells of a minute. */
export function minuteCells(minute: number, shift = 0): number[] {
  const price = 100 + (minute % 97) / 8 + shift;
  return [IMPORT_START + minute * MINUTE, price, price + 1, price - 1, price + 0.5, 1 + (minute % 7)];
}

/** Returns a csv of the minutes [from, to). */
export function minutesText(from: number, to: number, shift = 0): string {
  const rows = Array.from({ length: to - from }, (_, i) => minuteCells(from + i, shift).join(','));
  return [HEADER, ...rows, ''].join('\n');
}

/** Returns the text with its rows in the opposite order. */
export function reversedRows(text: string): string {
  const [header, ...rows] = text.trimEnd().split('\n');
  return [header, ...rows.toReversed(), ''].join('\n');
}

/** Sends a file of one-minute candles. */
export function sendCandles(
  call: Caller,
  symbol: string,
  file: string | Buffer = minutesText(0, 3),
  query: Readonly<Record<string, string>> = {},
): supertest.Test {
  const type = typeof file === 'string' ? 'text/csv' : 'application/octet-stream';
  return call
    .post('/candles/import')
    .query({ symbol, interval: '1m', ...query })
    .set('content-type', type)
    .send(file);
}

/** Sends a request while properties of the service that imports candles are replaced. */
export async function withCandleImports<Result>(
  { instances }: Pick<TestApp, 'instances'>,
  replaced: object,
  ask: () => PromiseLike<Result>,
): Promise<Result> {
  const services = instances.map((instance) => instance.get(CandleImportsService));
  const originals = services.map((service) =>
    Object.fromEntries(Object.keys(replaced).map((name) => [name, Reflect.get(service, name) as unknown])),
  );
  for (const service of services) Object.assign(service, replaced);
  try {
    return await ask();
  } finally {
    for (const [i, service] of services.entries()) Object.assign(service, originals[i]);
  }
}

/** A queue that accepts no import. */
export const fullCandleQueue = () => ({
  queue: new FairQueue({ running: 0, waiting: 0, waitingPerGroup: 0 }),
});

/** A disk of temporary files that is full. */
export const fullCandleStorage = () => ({
  newDirectory: () =>
    Promise.reject(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })),
});
