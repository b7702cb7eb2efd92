import { requireUsableServer } from './server-requirements.js';

const facts = (version: number, floatDigits = 1, isPooled = false) => ({ version, floatDigits, isPooled });

describe('requireUsableServer', () => {
  it.each([150000, 150020, 160004, 180001])('accepts version %d', (version) => {
    requireUsableServer(facts(version));
  });

  it.each([
    [140023, '14'],
    [100000, '10'],
    [90624, '9.6'],
  ])('refuses version %d, which the error calls %s', (version, name) => {
    expect(() => requireUsableServer(facts(version))).toThrow(
      `it is PostgreSQL ${name}, and 15 or newer is needed`,
    );
  });

  it('refuses a default of extra_float_digits below 1 only behind a pooler', () => {
    requireUsableServer(facts(150000, 0, false));
    requireUsableServer(facts(150000, 1, true));
    expect(() => requireUsableServer(facts(150000, 0, true))).toThrow('extra_float_digits is 0 there');
  });
});
