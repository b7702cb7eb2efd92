import { readEnvironment } from './environment.js';

const URL = 'https://identity.example/jwks';
const WHOLE = { JWT_JWKS_URL: URL, JWT_ISSUER: 'i', JWT_AUDIENCE: 'a' };

it('tokens are not accepted without a key set', () => {
  expect(readEnvironment({}).tokenRules).toBeNull();
});

it('token settings have defaults', () => {
  expect(readEnvironment(WHOLE).tokenRules).toEqual({
    keySet: { url: URL },
    issuer: 'i',
    audience: 'a',
    algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
    workspaceClaim: 'workspace',
    scopesClaim: 'scope',
    clockSkewS: 30,
  });
  const file = readEnvironment({ JWT_JWKS_FILE: 'f', JWT_ISSUER: 'i', JWT_AUDIENCE: 'a' });
  expect(file.tokenRules?.keySet).toEqual({ file: 'f' });
  expect(readEnvironment({ ...WHOLE, JWT_ALGORITHMS: 'ES256, EdDSA' }).tokenRules?.algorithms).toEqual([
    'ES256',
    'EdDSA',
  ]);
});

const wrong: [settings: Readonly<Record<string, string>>, ...problems: string[]][] = [
  [
    { JWT_JWKS_URL: URL },
    'JWT_ISSUER is required with JWT_JWKS_URL',
    'JWT_AUDIENCE is required with JWT_JWKS_URL',
  ],
  [{ JWT_JWKS_FILE: 'f', JWT_ISSUER: 'i' }, 'JWT_AUDIENCE is required with JWT_JWKS_FILE'],
  [{ ...WHOLE, JWT_JWKS_FILE: 'f' }, 'JWT_JWKS_URL and JWT_JWKS_FILE cannot both be set'],
  [{ JWT_ISSUER: 'i' }, 'JWT_ISSUER has no effect without JWT_JWKS_URL or JWT_JWKS_FILE'],
  [{ JWT_AUDIENCE: 'a' }, 'JWT_AUDIENCE has no effect without JWT_JWKS_URL or JWT_JWKS_FILE'],
  [{ ...WHOLE, JWT_CLOCK_SKEW_S: '301' }, 'JWT_CLOCK_SKEW_S must not be greater than 300'],
];

it.each(wrong)('wrong token settings are refused: %j', (settings, ...problems) => {
  expect(() => readEnvironment(settings)).toThrow(
    `The settings are not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
  );
});

it.each(['HS256', 'none', 'RS256,HS256', 'RS256,', 'rs256', 'dir'])(
  'the algorithm %s is refused',
  (names) => {
    expect(() => readEnvironment({ ...WHOLE, JWT_ALGORITHMS: names })).toThrow('JWT_ALGORITHMS must be');
  },
);

it.each([
  'https://user:secret@identity.example/',
  'http://identity.example/jwks',
  'file:///jwks',
  'identity.example',
  'http://127.0.0.1.example/',
])('the address %s of a key set is refused', (url) => {
  expect(() => readEnvironment({ ...WHOLE, JWT_JWKS_URL: url })).toThrow('JWT_JWKS_URL must be an https');
});

it.each(['http://127.0.0.1:9/jwks', 'http://localhost/jwks', 'http://[::1]:9/jwks'])(
  'the address %s of a key set on this machine is accepted',
  (url) => expect(readEnvironment({ ...WHOLE, JWT_JWKS_URL: url }).tokenRules?.keySet).toEqual({ url }),
);
