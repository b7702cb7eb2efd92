import { createConfig, lintFromString } from '@redocly/openapi-core';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT, document, operations, problemsOf, schemaNamed } from './support/openapi-document.js';

describe('the OpenAPI document', () => {
  it('describes every schema property, parameter, response and tag', () => {
    const properties = Object.entries(document.components.schemas).flatMap(
      ([name, { properties: all = {} }]) =>
        Object.entries(all).map(([field, { description }]) => [`${name}.${field}`, description] as const),
    );
    const parts = [...operations].flatMap(([route, { parameters, responses }]) => [
      ...parameters.map(({ name, description }) => [`${route} ${name}`, description] as const),
      ...Object.entries(responses).map(
        ([status, { description }]) => [`${route} ${status}`, description] as const,
      ),
    ]);
    const tags = document.tags.map(({ name, description }) => [name, description] as const);
    const undescribed = [...properties, ...parts, ...tags].filter(([, description]) => !description?.trim());
    expect(undescribed).toEqual([]);
  });

  it('lists exactly the tags of its routes, and names a licence and a server', () => {
    const used = new Set([...operations.values()].flatMap(({ tags = [] }) => tags));
    expect(document.tags.map(({ name }) => name).toSorted()).toEqual([...used].toSorted());
    expect(document.info.license).toEqual({ name: 'MIT', url: expect.stringMatching(/^https:/) });
    expect(document.servers.map(({ url }) => url)).toEqual(['/']);
  });

  it('has a format for each id in a path', () => {
    for (const { parameters } of operations.values())
      for (const { in: place, schema } of parameters)
        if (place === 'path') expect(schema).toEqual({ type: 'string', format: 'uuid' });
  });

  it('has an example for each required query parameter, because most of these parameters have no default', () => {
    const without = [...operations].flatMap(([route, { parameters }]) =>
      parameters
        .filter(
          ({ in: place, required, schema }) => place === 'query' && required && schema.example === undefined,
        )
        .map(({ name }) => `${route} ${name}`),
    );
    expect(without).toEqual([]);
  });

  // Swagger UI sends the examples of parameters, so an example of an optional filter would make responses empty.
  it('has no example for optional filters in a query', () => {
    const prefilled = [...operations].flatMap(([route, { parameters }]) =>
      parameters
        .filter(({ in: place, required, schema }) => {
          const { example, default: byDefault } = schema;
          return place === 'query' && !required && example !== undefined && byDefault === undefined;
        })
        .map(({ name }) => `${route} ${name}`),
    );
    // Parameters of an analysis do not filter, so they may have examples.
    expect(prefilled.filter((parameter) => !parameter.includes('/analysis/'))).toEqual([
      // This is the end of a range. The start of the range is required.
      'get /candles/range to',
    ]);
  });

  it('shows few fields in the example of a copy, because each sent field replaces a field of the original', () => {
    const { examples = {}, schema = {} } =
      operations.get('post /sessions/{id}/copy')?.requestBody?.content['application/json'] ?? {};
    const values = Object.values(examples).map(({ value }) => value as object);
    expect(values.map(Object.keys)).toEqual([['name', 'feesConfig']]);
    for (const value of values) expect(problemsOf(schema, value)).toEqual([]);
  });

  it('shows null as the example of endedAt of an active session', () => {
    expect(schemaNamed('SessionDto').properties?.['endedAt']?.example).toBeNull();
  });

  it('begins with the operations of the contract, in the order in which a client needs them', () => {
    const first = [...operations].slice(0, 13).map(([route, { tags }]) => `${tags?.[0]}: ${route}`);
    expect(first.filter((route) => !route.startsWith('Review: '))).toEqual([
      'projects: post /projects',
      'projects: get /projects',
      'sessions: post /sessions',
      'sessions: get /sessions/{id}',
      'trades: post /sessions/{id}/trades',
      'sessions: post /sessions/{id}/finish',
      'stats: get /sessions/{id}/stats',
      'candles: get /candles',
    ]);
    const roles = [
      'projects',
      'sessions',
      'trades',
      'stats',
      'candles',
      'Replay',
      'Review',
      'Research',
      'Operate',
    ];
    expect(document.tags.map(({ name }) => name)).toEqual(roles);
  });

  it('shows the required fields alone in the example of a new session', () => {
    const { example } = (operations.get('post /sessions')?.requestBody?.content['application/json'] ??
      {}) as {
      example?: object;
    };
    expect(Object.keys(example ?? {})).toEqual(['projectId', 'name', 'initialBalance']);
  });

  it('describes no default twice', () => {
    const described = JSON.stringify(document.paths) + JSON.stringify(document.components.schemas);
    const texts = [...described.matchAll(/"description":"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text!);
    expect(texts.filter((text) => text.split('Default: ').length > 2)).toEqual([]);
  });

  it('has no default in the schema of a body', () => {
    const withDefault = Object.values(document.components.schemas).flatMap(({ properties = {} }) =>
      Object.values(properties).filter((property) => property.default !== undefined),
    );
    expect(withDefault).toEqual([]);
  });
});

describe('openapi.json', () => {
  it('passes the recommended rules of Redocly', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({
      source: await readFile(join(ROOT, 'openapi.json'), 'utf8'),
      config,
    });
    const errors = problems.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ message, location }) => [location[0]?.pointer, message])).toEqual([]);
  });

  it('equals the document of this build, as npm run openapi writes it', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'openapi-'));
    const file = join(directory, 'openapi.json');
    try {
      await promisify(execFile)(process.execPath, [join(ROOT, 'dist/src/cli/openapi.js'), file]);
      expect(await readFile(join(ROOT, 'openapi.json'), 'utf8')).toBe(await readFile(file, 'utf8'));
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
