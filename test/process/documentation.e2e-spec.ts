import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  RunningService,
  aDataDirectory,
  aDirectory,
  cleanUp,
  runToEnd,
  startService,
} from '../support/service-process.js';

let service: RunningService;

beforeAll(async () => {
  service = await startService({ DATA_DIR: await aDataDirectory() });
});

afterAll(cleanUp);

describe('the OpenAPI document', () => {
  it('that npm run openapi writes equals the document that a service with default settings serves', async () => {
    const file = join(await aDirectory(), 'openapi.json');
    expect(await runToEnd('cli/openapi.js', [file], {})).toEqual({ code: 0, signal: null, output: '' });
    const { status, body } = await service.get('/docs-json', '');
    expect(status).toBe(200);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(body);
  });
});

describe('Swagger UI', () => {
  it('loads without a key, with all files to which it refers', async () => {
    const page = await service.get('/docs', '');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const references = [...String(page.body).matchAll(/(?:src|href)="([^"]+)"/g)].map(
      ([, path]) => path ?? '',
    );
    expect(references.length).toBeGreaterThan(3);
    for (const reference of references) {
      const { pathname } = new URL(reference, `${service.url}/docs`);
      const { status, body } = await service.get(pathname, '');
      expect({ pathname, status, isEmpty: body.length === 0 }).toEqual({
        pathname,
        status: 200,
        isEmpty: false,
      });
    }
  });
});
