import { readFileSync } from 'node:fs';
import { IMPORT_FLAGS, IMPORT_PARAMETERS, queryOf } from './import-parameters.js';

interface OpenApi {
  readonly paths: Record<string, { readonly post: { readonly parameters: { name: string; in: string }[] } }>;
}

it('the options of the command are the parameters of the route', () => {
  const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as OpenApi;
  // The command sends the name of the file in a header.
  const parameters = paths['/projects/{id}/import']!.post.parameters.filter(
    (one) => one.in === 'query' && one.name !== 'fileName',
  );
  expect(Object.keys({ ...IMPORT_PARAMETERS, ...IMPORT_FLAGS }).toSorted()).toEqual(
    parameters.map(({ name }) => name).toSorted(),
  );
});

it('only given options are sent', () => {
  expect(queryOf({ tags: 'a,b', preview: true }).toString()).toBe('tags=a%2Cb&preview=true');
  expect(queryOf({}).toString()).toBe('');
});
