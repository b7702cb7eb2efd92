import { Decimal, Optional, OneOf, QueryNumber, SymbolName, Text } from '../../shared/fields/fields.js';
import { NoFields } from '../../shared/fields/no-fields.dto.js';
import { NumberList } from '../../shared/fields/number-list.js';
import type { Problem } from '../../shared/problems/problem.js';
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

/** Returns the problems of a refused request, as texts. */
async function problemsOf(refused: Promise<unknown>): Promise<string[]> {
  const problem = await refused.then(
    () => null,
    (error: Problem) => error,
  );
  return problem?.extras.details?.map(({ field, message }) => `${field} ${message}`) ?? [];
}

class AnyKindOfQuery {
  @QueryNumber({ minimum: 0 })
  readonly number!: string;

  @Text({ max: 9, trimmed: true })
  readonly text!: string;

  @OneOf(['a', 'b'])
  readonly word!: string;

  @SymbolName()
  readonly symbol!: string;

  @NumberList({ most: 3, bounds: {} })
  readonly numbers!: string;
}

describe('a parameter that is given twice', () => {
  it('gets a message that says so, whatever its kind is', async () => {
    const twice = Object.fromEntries(
      ['number', 'text', 'word', 'symbol', 'numbers', 'unknown'].map((name) => [name, ['1', '1']]),
    );
    const refused = new RequestPipe().transform(twice, { type: 'query', metatype: AnyKindOfQuery });
    expect((await problemsOf(refused as Promise<unknown>)).toSorted()).toEqual([
      'number must be given once',
      'numbers must be given once, with commas between the values',
      'symbol must be given once',
      'text must be given once',
      'unknown is not a known parameter',
      'word must be given once',
    ]);
  });

  it('is something else than a list in a body', async () => {
    const body = { number: 1, text: ['1', '1'], word: 'a', symbol: 'A', numbers: '1' };
    const refused = new RequestPipe().transform(body, { type: 'body', metatype: AnyKindOfQuery });
    expect(await problemsOf(refused as Promise<unknown>)).toEqual(['text must be a string']);
  });
});

class Priced {
  @Decimal({ maximum: 9 })
  readonly price!: number;

  @Decimal({ maximum: 9 })
  readonly qty!: number;
}

describe('a rule that depends on the settings', () => {
  const rule = ({ price, qty }: Priced) =>
    [
      { field: 'price', message: 'is against a setting' },
      { field: 'qty', message: 'is against a setting' },
    ].filter(({ field }) => (field === 'price' ? price : qty) !== 5);
  const pipe = new RequestPipe(new Map([[Priced, rule]]));
  const transformed = async (value: object): Promise<unknown> =>
    pipe.transform(value, { type: 'body', metatype: Priced });

  it('adds its problems to those of a refused request, once per field', async () => {
    expect(await problemsOf(transformed({ price: 10, qty: 0 }))).toEqual([
      'price is against a setting',
      'qty is against a setting',
    ]);
    expect(await problemsOf(transformed({ price: 10, qty: 5 }))).toEqual(['price is against a setting']);
    expect(await problemsOf(transformed({ price: 5, qty: 10 }))).toEqual(['qty is against a setting']);
    expect(await problemsOf(transformed({ price: 5, qty: 5, x: 1 }))).toEqual(['x is not a known field']);
  });

  it('is left to the handler if the request is valid otherwise', async () => {
    expect(await transformed({ price: 1, qty: 1 })).toEqual({ price: 1, qty: 1 });
  });
});
