import { Optional, QueryNumber } from '../fields/fields.js';
import { NoFields } from '../fields/no-fields.dto.js';
import { RequestPipe } from './request.pipe.js';

class OptionalQuery {
  @Optional()
  @QueryNumber({ minimum: 0, maximum: 9 })
  readonly count: number = 5;
}

class RequiredQuery {
  @QueryNumber({ minimum: 0, maximum: 9 })
  readonly count!: number;
}

describe('a query without parameters', () => {
  const pipe = new RequestPipe();
  const transformed = async (metatype: new () => object, value: object): Promise<unknown> =>
    pipe.transform(value, { type: 'query', metatype });

  it('gets the defaults of the class of its query, even after other queries', async () => {
    expect(await transformed(OptionalQuery, {})).toEqual({ count: 5 });
    expect(await transformed(OptionalQuery, { count: '7' })).toEqual({ count: 7 });
    expect(await transformed(OptionalQuery, {})).toEqual({ count: 5 });
  });

  it('always gives the same object, which no request can change', async () => {
    const query = (await transformed(OptionalQuery, {})) as { count: number };
    expect(() => (query.count = 9)).toThrow(TypeError);
    expect(await transformed(OptionalQuery, {})).toBe(query);
  });

  it('is refused each time if a field is required', async () => {
    for (let time = 0; time < 2; time += 1)
      await expect(transformed(RequiredQuery, {})).rejects.toThrow('count');
  });
});

describe('the message about an unknown name', () => {
  const pipe = new RequestPipe();
  const messageOf = async (type: 'body' | 'query', value: object, metatype: new () => object) => {
    const transformed = async () => pipe.transform(value, { type, metatype });
    return transformed().then(
      () => 'accepted',
      (error: Error) => error.message,
    );
  };

  it.each([
    ['query', 'x is not a known parameter.'],
    ['body', 'x is not a known field.'],
  ] as const)('uses the right word for the name in a %s', async (type, message) => {
    expect(await messageOf(type, { x: '1' }, OptionalQuery)).toBe(message);
    expect(await messageOf(type, { x: '1' }, NoFields)).toBe(message);
    expect(await messageOf(type, { constructor: '1' }, OptionalQuery)).toBe(
      message.replace('x', 'constructor'),
    );
  });
});
