import express, { type Express } from 'express';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/** Express without any optional feature. */
export const bareExpress = (): Express => express().disable('x-powered-by').disable('etag');

/** Listens on a free port and reports it to the benchmark. */
export function listen(app: Express): void {
  const server = app.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

/**
 * Returns a pool with the same number of connections as the service. Like the service, the pool reads times as numbers.
 */
export function openPool(): pg.Pool {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  return new pg.Pool({ connectionString: process.env['BENCH_DATABASE_URL'], max: 10 });
}

/** Fetches a response from the service. */
export async function answerOfService(path: string): Promise<{ body: Buffer; etag: string }> {
  const address = `http://127.0.0.1:${process.env['BENCH_SERVICE_PORT']}${path}`;
  const response = await fetch(address, { headers: { 'x-api-key': 'bench' } });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return { body: Buffer.from(await response.arrayBuffer()), etag: response.headers.get('etag') ?? '' };
}
