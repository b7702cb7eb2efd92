import { readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestApp, startTestApp } from '../support/app.js';
import { describeInBrowser } from '../support/browser.js';
import { deskOf } from '../support/desk.js';
import { aProject } from '../support/factories.js';
import { cleanUp } from '../support/service-process.js';
import { aProjectWithClient, clientDirectory } from '../support/typescript-client.js';

describeInBrowser('the TypeScript client in a page of another origin', (browser) => {
  let pages: Server;
  let port: number;
  let service: TestApp;

  beforeAll(async () => {
    const built = join(clientDirectory(await aProjectWithClient()), 'dist');
    // The page loads the modules as they are in the package, without a bundler.
    pages = createServer((request, response) => {
      const [, file] = /^\/client\/([a-z-]+\.js)$/.exec(request.url ?? '') ?? [];
      if (file === undefined)
        return void response.setHeader('content-type', 'text/html').end('<title>Page</title>');
      void readFile(join(built, file)).then((code) =>
        response.setHeader('content-type', 'text/javascript').end(code),
      );
    });
    pages.listen(0);
    await once(pages, 'listening');
    ({ port } = pages.address() as AddressInfo);
    service = await startTestApp({ CORS_ORIGINS: `http://127.0.0.1:${port}` });
  });

  afterAll(async () => {
    pages.close();
    pages.closeAllConnections();
    await service.close();
    await cleanUp();
  });

  /** Runs code with a client in a page of an origin, and returns its result. */
  async function inPage<Result>(origin: string, code: string): Promise<Result> {
    const page = await browser().newPage();
    await page.goto(`${origin}:${port}/`);
    const options = {
      baseUrl: deskOf(service).replace('/desk/', ''),
      apiKey: service.secrets.own,
      maxAttempts: 2,
    };
    const result = await page.evaluate<Result>(
      `import('/client/index.js').then(async ({ BacktestClient, ServiceError, ConnectionError }) => {
        const client = new BacktestClient(${JSON.stringify(options)});
        ${code}
      })`,
    );
    await page.close();
    return result;
  }

  it('creates and reads a project, and follows a session', async () => {
    const result = await inPage(
      'http://127.0.0.1',
      `const body = { name: 'From a page', symbol: 'BTCUSDT', timeframe: '1h' };
       const { project } = await client.post('/projects', { body });
       const read = await client.get('/projects/{id}', { params: { id: project.id } });
       const session = { projectId: project.id, name: 'Run', initialBalance: 1000 };
       const created = await client.post('/sessions', { body: session });
       const events = client.events(created.session.id);
       const first = await events.next();
       await client.delete('/sessions/{id}', { params: { id: created.session.id } });
       const second = await events.next();
       return [read.project.name, first.value.session.status, second.value.type];`,
    );
    expect(result).toEqual(['From a page', 'active', 'deleted']);
  });

  it('reads the ETag, the request id and the fields of errors', async () => {
    const project = await aProject(service.call);
    const result = await inPage(
      'http://127.0.0.1',
      `const params = { id: '${project.id}' };
       const known = await client.getIfChanged('/projects/{id}/parameters', { params });
       const next = await client.getIfChanged('/projects/{id}/parameters', { params, etag: known.etag });
       const error = await client.patch('/projects/{id}', { params, body: { name: '' } }).catch((error) => error);
       const { code, details, requestId } = error;
       return { next, isServiceError: error instanceof ServiceError, code, field: details[0].field, requestId };`,
    );
    expect(result).toEqual({
      next: null,
      isServiceError: true,
      code: 'VALIDATION_FAILED',
      field: 'name',
      requestId: expect.any(String),
    });
  });

  it('gets an error that names CORS if the service does not allow the origin', async () => {
    const result = await inPage<string>(
      'http://localhost',
      `return client.get('/projects').then(() => 'allowed', (error) => error.name + ': ' + error.message);`,
    );
    expect(result).toMatch(/^ConnectionError: .*CORS/);
  });
});
