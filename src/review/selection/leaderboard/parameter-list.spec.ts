import { createHash } from 'node:crypto';
import { MAX_LISTED_VALUES, MAX_PARAMETERS, ParameterList, type PartOfParameter } from './parameter-list.js';

type Parameters = Readonly<Record<string, number | string | boolean>>;

/** Returns the parameters of some sessions as the database returns them. */
function partOf(sessions: readonly Parameters[], last: string | null): PartOfParameter[] {
  const names = [...new Set(sessions.flatMap((parameters) => Object.keys(parameters)))].toSorted();
  return names
    .filter((name) => last === null || name <= last)
    .slice(0, MAX_PARAMETERS + 1)
    .map((name) => {
      const having = sessions.filter((parameters) => name in parameters);
      const values = [...new Set(having.map((parameters) => parameters[name]!))];
      const hashes = values.map((value) =>
        createHash('md5').update(JSON.stringify(value)).digest().subarray(8),
      );
      const numbers = values.filter((value) => typeof value === 'number');
      return {
        name,
        sessions: having.length,
        values: values.length > MAX_LISTED_VALUES ? null : values,
        hashes: Buffer.concat(hashes),
        minimum: numbers.length > 0 ? Math.min(...numbers) : null,
        maximum: numbers.length > 0 ? Math.max(...numbers) : null,
      };
    });
}

/** Returns the list of the parameters of sessions, which are added in parts of this size. */
function parameterList(sessions: readonly Parameters[], size = 3) {
  const list = new ParameterList();
  for (let from = 0; from < sessions.length; from += size)
    list.add(partOf(sessions.slice(from, from + size), list.last));
  return list.list();
}

describe('the list of parameters', () => {
  it('has the values of each parameter, and the least and the greatest of its numbers', async () => {
    const sessions = Array.from({ length: 10 }, (_, k) => ({ slow: Math.floor(k / 5), fast: k % 5 }));
    expect(await parameterList(sessions)).toEqual({
      truncated: false,
      parameters: [
        { name: 'fast', sessions: 10, distinct: 5, values: [0, 1, 2, 3, 4], minimum: 0, maximum: 4 },
        { name: 'slow', sessions: 10, distinct: 2, values: [0, 1], minimum: 0, maximum: 1 },
      ],
    });
    expect((await parameterList([{ a: 'x' }, { a: true }, { a: 2 }], 1)).parameters).toEqual([
      { name: 'a', sessions: 3, distinct: 3, values: [2, 'x', true], minimum: 2, maximum: 2 },
    ]);
    expect((await parameterList([{ a: 'x' }])).parameters[0]).toMatchObject({ minimum: null, maximum: null });
  });

  it('has at most 100 values per parameter, and counts the others once each', async () => {
    const of = async (values: readonly number[]) =>
      (await parameterList(values.map((n) => ({ n })))).parameters[0]!;
    const values = Array.from({ length: MAX_LISTED_VALUES }, (_, n) => n);
    expect((await of([...values, ...values])).values).toEqual(values);
    expect(await of([...values, 100, ...values, 100])).toMatchObject({
      sessions: 202,
      distinct: 101,
      values: null,
      minimum: 0,
      maximum: 100,
    });
  });

  it('counts the values of a part with more than 100 values', async () => {
    const sessions = Array.from({ length: 250 }, (_, n) => ({ n: n % 125 }));
    for (const size of [50, 101, 250])
      expect((await parameterList(sessions, size)).parameters[0]).toMatchObject({
        distinct: 125,
        values: null,
      });
  });

  it.each([1, 7, 1_000])('has the first 500 parameters by name, in parts of %d sessions', async (size) => {
    const of = (count: number) =>
      parameterList(
        Array.from({ length: 2 * count }, (_, i) => ({
          [`p${String((i * 7) % count).padStart(4, '0')}`]: i,
        })),
        size,
      );
    expect(await of(MAX_PARAMETERS)).toMatchObject({ truncated: false });
    const { parameters, truncated } = await of(MAX_PARAMETERS + 9);
    expect([parameters.length, parameters.at(-1)!.name, truncated]).toEqual([500, 'p0499', true]);
    expect(new Set(parameters.map(({ sessions, distinct }) => [sessions, distinct].join(' ')))).toEqual(
      new Set(['2 2']),
    );
  });
});
