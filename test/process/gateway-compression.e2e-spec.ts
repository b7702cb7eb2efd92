import { gunzipSync } from 'node:zlib';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { type TestApp, startTestApp } from '../support/app.js';
import { type Gateway, findNginx, startGateway } from '../support/nginx.js';

const nginx = findNginx('what the gateway compresses');

(nginx ? describe : describe.skip)('the compression of deploy/nginx.conf', () => {
  let service: TestApp;
  let gateway: Gateway;

  beforeAll(async () => {
    service = await startTestApp({ TRUST_PROXY: '1' });
    const { port } = service.app.getHttpServer().address() as { readonly port: number };
    gateway = await startGateway(nginx ?? '', [`127.0.0.1:${port}`]);
  });
  afterAll(async () => {
    await gateway?.close();
    await service?.close();
  });

  /** Sends a request and does not decode the response. */
  async function ask(path: string, headers: Readonly<Record<string, string>> = {}) {
    const request = httpRequest(`${gateway.url}${path}`, { headers, agent: false }).end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const parts: Buffer[] = [];
    for await (const part of response) parts.push(part as Buffer);
    return { status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) };
  }

  const GZIP = { 'accept-encoding': 'gzip, deflate, br' };
  const DOCS = [
    '/docs/swagger-ui-bundle.js',
    '/docs/swagger-ui-standalone-preset.js',
    '/docs/swagger-ui.css',
    '/docs-json',
  ];

  it.each(DOCS)('sends %s in fewer bytes, and tells caches that the response depends on it', async (path) => {
    const [plain, packed] = [await ask(path), await ask(path, GZIP)];
    expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined]);
    expect([packed.status, packed.headers['content-encoding']]).toEqual([200, 'gzip']);
    for (const { headers } of [plain, packed]) expect(headers.vary).toMatch(/\bAccept-Encoding\b/i);
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
    expect(packed.body.length).toBeLessThan(plain.body.length / 2);
    const again = await ask(path, { ...GZIP, 'if-none-match': packed.headers.etag ?? '' });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it('also applies to the scripts and the styles of the review desk', async () => {
    const { body } = await ask('/desk/');
    const assets = [...body.toString().matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.(?:js|css))"/g)];
    expect(assets.length).toBeGreaterThan(1);
    for (const [, asset] of assets) {
      const { headers, body: content } = await ask(`/desk/${asset}`);
      if (content.length < 8_192) continue;
      expect(headers.vary).toMatch(/\bAccept-Encoding\b/i);
      expect((await ask(`/desk/${asset}`, GZIP)).headers['content-encoding']).toBe('gzip');
    }
  });
});
