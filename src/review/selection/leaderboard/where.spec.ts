import fc from 'fast-check';
import { FIGURE_NAMES } from './figure-names.js';
import { type Condition, MAX_CONDITIONS, type WhereError, parseWhere } from './where.js';

const errorAt = (text: string) => (parseWhere(text) as WhereError).position;
const valuesOf = (text: string) => (parseWhere(text) as Condition[]).map(({ value }) => value);

describe('the conditions of a query', () => {
  it('consist of a field (a figure or a parameter), an operator and a value', () => {
    expect(parseWhere('sharpe>=1.5,parameters.fast!=3,parameters.m.o-d_e="a,b"')).toEqual([
      { field: { kind: 'figure', name: 'sharpe' }, operator: '>=', value: 1.5 },
      { field: { kind: 'parameter', name: 'fast' }, operator: '!=', value: 3 },
      { field: { kind: 'parameter', name: 'm.o-d_e' }, operator: '=', value: 'a,b' },
    ]);
    expect(valuesOf('parameters.a=true,parameters.a=false,parameters.a=null,days=-1e2')).toEqual([
      true,
      false,
      null,
      -100,
    ]);
    expect(valuesOf(String.raw`parameters.a=" \"\u00e9\n"`)).toEqual([' "é\n']);
  });

  it('are parsed with the longest possible operator, so that `<=` is not read as `<`', () => {
    expect(['<', '>', '=', '<=', '>=', '!='].map((each) => parseWhere(`days${each}1`))).toMatchObject(
      ['<', '>', '=', '<=', '>=', '!='].map((operator) => [{ operator }]),
    );
  });

  it.each([
    ['shape>1', 1],
    ['sharpe >1', 7],
    ['sharpe=>1', 8],
    ['sharpe>1,', 10],
    ['', 1],
    [',sharpe>1', 1],
    ['sharpe', 7],
    ['sharpe>', 8],
    ['sharpe> 1', 8],
    ['sharpe>1 ', 9],
    ['sharpe>01', 9],
    ['sharpe>1e999', 8],
    ['sharpe>.5', 8],
    ['sharpe>1;days>1', 9],
    ['sharpe>"1"', 8],
    ['sharpe="1"', 8],
    ['sharpe!=true', 9],
    ['sharpe>null', 8],
    ['parameters.a<"x"', 14],
    ['parameters.a<=true', 15],
    ['parameters.a="x', 14],
    ['parameters.a="\t"', 14],
    ["parameters.a='x'", 14],
    ['parameters.a=TRUE', 14],
    ['parameters.a=nullx', 18],
    ['parameters.=1', 1],
    ['parameters.9a=1', 1],
    [`parameters.${'a'.repeat(65)}=1`, 1],
    ['parameters.a="😀",days>"x"', 23],
    ['deflatedSharpe>1', 1],
    ['expectancyComponents>1', 1],
    ['constructor=1', 1],
  ])('%s are refused with the position %d of the first wrong character', (text, position) => {
    expect(errorAt(text)).toBe(position);
  });

  it('are at most ten', () => {
    const conditions = (count: number) => Array<string>(count).fill('days>1').join(',');
    expect(parseWhere(conditions(MAX_CONDITIONS))).toHaveLength(MAX_CONDITIONS);
    expect(parseWhere(conditions(MAX_CONDITIONS + 1))).toMatchObject({
      position: 71,
      message: 'more than 10 conditions',
    });
  });

  it('of any kind are parsed to the operators and values that were written', () => {
    const name = fc.constantFrom(...FIGURE_NAMES);
    const parameter = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/).map((each) => `parameters.${each}`);
    const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => each + 0);
    const operator = fc.constantFrom('<=', '>=', '!=', '<', '>', '=');
    const equality = fc.constantFrom('!=', '=');
    const condition = fc.oneof(
      fc.tuple(fc.oneof(name, parameter), operator, number),
      fc.tuple(parameter, equality, fc.oneof(fc.string({ unit: 'binary' }), fc.boolean(), fc.constant(null))),
      fc.tuple(name, equality, fc.constant(null)),
    );
    fc.assert(
      fc.property(fc.array(condition, { minLength: 1, maxLength: MAX_CONDITIONS }), (list) => {
        const text = list.map(([field, sign, value]) => `${field}${sign}${JSON.stringify(value)}`).join(',');
        const found = parseWhere(text) as Condition[];
        expect(found.map(({ operator: sign, value }) => [sign, value])).toEqual(
          list.map(([, sign, value]) => [sign, value]),
        );
        // If a prefix of the text is not a list of conditions, the position of its error is within the prefix or
        // directly after it.
        for (let length = 0; length < text.length; length++) {
          const prefix = parseWhere(text.slice(0, length));
          if (!Array.isArray(prefix)) {
            const { position } = prefix as WhereError;
            expect(position).toBeGreaterThanOrEqual(1);
            expect(position).toBeLessThanOrEqual(length + 1);
          }
        }
      }),
    );
  });

  it('are either accepted or refused with a position, for any text', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('days', 'parameters.', '<', '=', '>=', '1', '"', '\\', ',', 'null'),
    );
    fc.assert(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join('')),
        (text) => {
          const found = parseWhere(text);
          if (Array.isArray(found)) expect(found.length).toBeGreaterThan(0);
          else expect((found as WhereError).position).toBeLessThanOrEqual([...text].length + 1);
        },
      ),
    );
  });
});
