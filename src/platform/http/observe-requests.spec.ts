import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { pino } from 'pino';
import { Metrics } from '../metrics/metrics.js';
import { observeRequests, warnOfUnknownProxy } from './observe-requests.js';

interface Asked {
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly status?: number;
  readonly route?: string;
  readonly isAnswered?: boolean;
  readonly caller?: Pick<Request, 'principal' | 'refusal'>;
}

/** Runs a request through the handler. Returns the log line, the headers of the response, and the measurements. */
async function observed({
  headers = {},
  path = '/x',
  status = 200,
  route,
  isAnswered = true,
  caller = { principal: { keyId: 'k', workspaceId: 'w', scopes: [] } },
}: Asked) {
  const lines: string[] = [];
  const metrics = new Metrics();
  const sent: Record<string, unknown> = {};
  const request = {
    method: 'GET',
    headers,
    path,
    ip: '203.0.113.1',
    url: `${path}?secret=1`,
    route: route === undefined ? undefined : { path: route },
    ...caller,
  } as unknown as Request;
  const response = Object.assign(new EventEmitter(), {
    statusCode: status,
    writableFinished: isAnswered,
    setHeader: (name: string, value: unknown) => (sent[name] = value),
  });
  const logger = pino({ base: null, timestamp: false }, { write: (line) => void lines.push(line) });
  observeRequests(logger, metrics)(request, response as unknown as Response, () => undefined);
  response.emit('close');
  return {
    line: JSON.parse(lines.join('')) as Record<string, unknown>,
    lines,
    sent,
    metrics: await metrics.registry.getSingleMetricAsString('http_request_duration_seconds'),
  };
}

describe('the log line of a request', () => {
  it('names the request, its caller and its outcome, but no data that was sent', async () => {
    const { line, lines, sent, metrics } = await observed({
      headers: { 'x-api-key': 'a secret', 'x-request-id': 'run-7' },
      route: '/sessions/:id',
    });
    expect(line).toEqual({
      level: 30,
      requestId: 'run-7',
      method: 'GET',
      route: '/sessions/:id',
      status: 200,
      durationMs: expect.any(Number),
      keyId: 'k',
      workspaceId: 'w',
      msg: 'request',
    });
    expect(lines.join('')).not.toContain('secret');
    expect(sent['x-request-id']).toBe('run-7');
    expect(metrics).toContain('_count{method="GET",route="/sessions/:id",status="200"} 1');
  });

  it('names the subject of a token, or the address and the reason for a refusal', async () => {
    const principal = { subject: 's', workspaceId: 'w', scopes: [] };
    const { line } = await observed({ caller: { principal } });
    expect(line).toMatchObject({ subject: 's', workspaceId: 'w' });
    expect(line).not.toHaveProperty('keyId');
    const { line: refused } = await observed({ caller: { refusal: 'unknown workspace' }, status: 403 });
    expect(refused).toMatchObject({ refusal: 'unknown workspace', address: '203.0.113.1' });
  });

  it('has level error from status 500 on, and marks an aborted request', async () => {
    expect((await observed({ status: 503 })).line).toMatchObject({ level: 50, status: 503 });
    const { line, metrics } = await observed({ isAnswered: false });
    expect(line).toMatchObject({ aborted: true });
    expect(metrics).toContain('status="aborted"');
  });

  it('contains the start of a path without a route, while metrics combine all such paths', async () => {
    const { line, metrics } = await observed({ path: `/${'x'.repeat(5000)}`, status: 404 });
    expect(line['route']).toBe(`/${'x'.repeat(199)}`);
    expect(metrics).toContain('route="none"');
    expect(metrics).not.toContain('xxx');
  });

  it.each([[401, '203.0.113.1'], [429, '203.0.113.1'], [200, undefined], [404, undefined]])(
    'with status %i contains the address %s',
    async (status, address) => {
      expect((await observed({ status })).line['address']).toBe(address);
    },
  ); // prettier-ignore

  it.each(['', 'a b', 'a\nb', '"', '{"a":1}', 'x'.repeat(129), '\u00e9'])(
    "has a new id if the client's id is %j",
    async (given) => {
      const { line, sent } = await observed({ headers: { 'x-request-id': given } });
      expect(line['requestId']).toMatch(/^[0-9a-f-]{36}$/);
      expect(sent['x-request-id']).toBe(line['requestId']);
    },
  );
});

it('warns once about a proxy that is missing in the settings', () => {
  const lines: string[] = [];
  const warn = warnOfUnknownProxy(pino({ base: null }, { write: (line) => void lines.push(line) }));
  let passed = 0;
  const send = (headers: object) => warn({ headers } as Request, {} as Response, () => void (passed += 1));
  send({});
  expect(lines).toEqual([]);
  for (let i = 0; i < 3; i += 1) send({ 'x-forwarded-for': '203.0.113.1' });
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 40, msg: expect.stringContaining('TRUST_PROXY') });
  expect(passed).toBe(4);
});
