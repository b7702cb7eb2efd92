import express, { type Express } from 'express';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/** Express with nothing that it does not need. */
export const bareExpress = (): Express => express().disable('x-powered-by').disable('etag');

/** Listens on a free port and says it to the benchmark. */
export function listen(app: Express): void {
  const server = app.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

/** As many connections as the service has; times come as numbers, as they do there. */
export function openPool(): pg.Pool {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  return new pg.Pool({ connectionString: process.env['BENCH_DATABASE_URL'], max: 10 });
}

/** An answer of the service, asked once. */
export async function answerOfService(path: string): Promise<{ body: Buffer; etag: string }> {
  const address = `http://127.0.0.1:${process.env['BENCH_SERVICE_PORT']}${path}`;
  const response = await fetch(address, { headers: { 'x-api-key': 'bench' } });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return { body: Buffer.from(await response.arrayBuffer()), etag: response.headers.get('etag') ?? '' };
}
