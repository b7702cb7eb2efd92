import { uuidLiteral } from './copy-out.js';

describe('uuidLiteral', () => {
  it('returns the SQL literal of an id', () => {
    const id = '01a2193e-43b4-7c5d-8fa1-16bd72b7ab2c';
    expect(uuidLiteral(id)).toBe(`'${id}'::uuid`);
  });

  it.each([
    '',
    "'",
    "01a2193e-43b4-7c5d-8fa1-16bd72b7ab2c' OR true --",
    '01a2193e-43b4-7c5d-8fa1-16bd72b7ab2',
  ])('throws an error for %j, which is not an id', (text) => {
    expect(() => uuidLiteral(text)).toThrow(TypeError);
  });
});
