import { Optional, Text } from './fields.js';
import { RequestPipe } from './request.pipe.js';

class Short {
  @Optional()
  @Text({ max: 3 })
  readonly name?: string;
}

class Long {
  @Optional()
  @Text({ max: 500 })
  readonly name?: string;
}

const queryOf = async (pipe: RequestPipe, given: object, metatype: new () => object): Promise<unknown> =>
  pipe.transform(given, { type: 'query', metatype });

describe('a query that was found sound', () => {
  it('is found so again, as the same frozen DTO', async () => {
    const pipe = new RequestPipe();
    const first = await queryOf(pipe, { name: 'abc' }, Short);
    expect(first).toBeInstanceOf(Short);
    expect(first).toEqual({ name: 'abc' });
    expect(await queryOf(pipe, { name: 'abc' }, Short)).toBe(first);
    expect(Object.isFrozen(first)).toBe(true);
  });

  it('is sound for its own route alone', async () => {
    const pipe = new RequestPipe();
    expect(await queryOf(pipe, { name: 'abcd' }, Long)).toBeInstanceOf(Long);
    await expect(queryOf(pipe, { name: 'abcd' }, Short)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await queryOf(pipe, { name: 'abc' }, Short)).toBeInstanceOf(Short);
    expect(await queryOf(pipe, { name: 'abc' }, Long)).toBeInstanceOf(Long);
  });

  it('is not remembered when it is long', async () => {
    const pipe = new RequestPipe();
    const name = 'x'.repeat(300);
    const first = await queryOf(pipe, { name }, Long);
    expect(await queryOf(pipe, { name }, Long)).not.toBe(first);
  });
});
