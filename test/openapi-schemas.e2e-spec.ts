import { type Schema, document, operations, problemsOf, schemaNamed } from './support/openapi-document.js';

/** Returns the names of the schemas that a part of the document refers to, directly or through other schemas. */
function namesIn(part: unknown, found: Set<string> = new Set()): Set<string> {
  for (const [, name] of JSON.stringify(part ?? null).matchAll(/#\/components\/schemas\/(\w+)/g)) {
    if (found.has(name!)) continue;
    found.add(name!);
    namesIn(schemaNamed(name!), found);
  }
  return found;
}

const all = [...operations.values()];
const responses = all.flatMap((operation) => Object.entries(operation.responses));
const [succeeded, failed] = [/^2/, /^[45]/].map((pattern) =>
  namesIn(responses.filter(([status]) => pattern.test(status))),
);
const requested = namesIn(all.map(({ requestBody }) => requestBody));

const named = (names: Iterable<string>): [name: string, schema: Schema][] =>
  [...names].toSorted().map((name) => [name, schemaNamed(name)]);

/** Schemas of responses that contain only what a request gave: the filters, and the multiplier of a contract. */
const AS_GIVEN = new Set(['SliceFiltersDto', 'ContractPolicyDto']);

// These tests do not list the fields. The fields are in openapi.json, and another test compares openapi.json with the
// document.
describe('the documented schemas', () => {
  it('are used by requests, responses or errors', () => {
    const used = new Set([...requested, ...succeeded!, ...failed!]);
    expect([...used].toSorted()).toEqual(Object.keys(document.components.schemas).toSorted());
    expect([...requested].filter((name) => succeeded!.has(name))).toEqual([]);
  });

  it.each(named(requested))('allow no other fields in requests: %s', (_, { additionalProperties }) => {
    expect(additionalProperties).toBe(false);
  });

  it.each(named(succeeded!).filter(([name]) => !AS_GIVEN.has(name)))(
    'require all fields in responses: %s',
    (_, { properties = {}, required }) => {
      expect(required?.toSorted()).toEqual(Object.keys(properties).toSorted());
    },
  );

  it('require all fields in errors, except fields that only some errors have', () => {
    expect(schemaNamed('ProblemDto').required?.toSorted()).toEqual(
      ['statusCode', 'error', 'code', 'message', 'requestId'].toSorted(),
    );
  });

  it('have examples and defaults that are valid', () => {
    for (const [name, { properties = {} }] of Object.entries(document.components.schemas)) {
      for (const [field, schema] of Object.entries(properties)) {
        for (const value of [schema.example, schema.default]) {
          const problems = value === undefined ? [] : problemsOf(schema, value);
          expect([name, field, problems]).toEqual([name, field, []]);
        }
      }
    }
  });
});
