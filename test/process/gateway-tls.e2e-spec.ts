import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { hasOpenssl } from '../support/certificate.js';
import { freePort } from '../support/free-port.js';
import { type Gateway, findNginx, startGateway } from '../support/nginx.js';

const MISSES = 'TLS at the gateway';
const nginx = hasOpenssl(MISSES) ? findNginx(MISSES) : null;

/** Stands in for the service, and records what the gateway sends. */
const protocols: unknown[] = [];
const service = createServer((request, response) => {
  protocols.push(request.headers['x-forwarded-proto']);
  response.end('{}');
});

(nginx ? describe : describe.skip)('deploy/nginx-tls.conf', () => {
  let gateway: Gateway;
  let port: number;
  beforeAll(async () => {
    service.listen(0, '127.0.0.1');
    await once(service, 'listening');
    port = await freePort();
    const { port: servicePort } = service.address() as AddressInfo;
    gateway = await startGateway(nginx ?? '', [`127.0.0.1:${servicePort}`], { tlsPort: port });
  });
  afterAll(async () => {
    await gateway?.close();
    service.close();
    service.closeAllConnections();
  });

  /** Connects with at most the given TLS version. Returns the protocol used, and the status of the response. */
  async function ask(maxVersion: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') {
    const ca = await readFile(gateway.certificate);
    const request = get({ host: 'localhost', port, ca, maxVersion, minVersion: 'TLSv1', agent: false });
    const [response] = await once(request, 'response');
    response.resume();
    return { protocol: response.socket.getProtocol() as string, status: response.statusCode as number };
  }

  it('serves TLS 1.2 and 1.3, and informs the service that the client uses TLS', async () => {
    protocols.length = 0;
    expect(await ask('TLSv1.3')).toEqual({ protocol: 'TLSv1.3', status: 200 });
    expect(await ask('TLSv1.2')).toEqual({ protocol: 'TLSv1.2', status: 200 });
    await expect(ask('TLSv1.1')).rejects.toThrow();
    expect(protocols).toEqual(['https', 'https']);
  });

  it('responds to plain HTTP on the TLS port with an error in the format of the service', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/projects`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ statusCode: 400, code: 'VALIDATION_FAILED' });
  });
});
