import { readEnvironment } from './environment.js';

const TOKENS = { JWT_JWKS_URL: 'https://identity.example/jwks', JWT_ISSUER: 'i', JWT_AUDIENCE: 'a' };
const GATEWAY = { DESK_AUTH: 'gateway' };

it('the desk asks for a key by default', () => {
  expect(readEnvironment({}).isBehindSignIn).toBe(false);
  expect(readEnvironment({ ...TOKENS, DESK_AUTH: 'key' }).isBehindSignIn).toBe(false);
});

it('a gateway can sign people in if tokens are accepted', () => {
  expect(readEnvironment({ ...TOKENS, ...GATEWAY }).isBehindSignIn).toBe(true);
  const file = { JWT_JWKS_FILE: 'f', JWT_ISSUER: 'i', JWT_AUDIENCE: 'a' };
  expect(readEnvironment({ ...file, ...GATEWAY, CORS_ORIGINS: 'https://app.example.com' })).toMatchObject({
    isBehindSignIn: true,
  });
});

const NO_TOKENS =
  'DESK_AUTH=gateway requires JWT_JWKS_URL or JWT_JWKS_FILE, JWT_ISSUER and JWT_AUDIENCE, because the gateway sends tokens';

const wrong: [settings: Readonly<Record<string, string>>, ...problems: string[]][] = [
  [GATEWAY, NO_TOKENS],
  [
    { ...GATEWAY, JWT_JWKS_URL: TOKENS.JWT_JWKS_URL, JWT_ISSUER: 'i' },
    'JWT_AUDIENCE is required with JWT_JWKS_URL',
  ],
  [{ ...TOKENS, DESK_AUTH: 'Gateway' }, 'DESK_AUTH must be one of the following values: key, gateway'],
  [
    { ...TOKENS, ...GATEWAY, CORS_ORIGINS: '*' },
    'CORS_ORIGINS cannot be * with DESK_AUTH=gateway; list the origins',
  ],
];

it.each(wrong)('wrong settings of a gateway are refused: %j', (settings, ...problems) => {
  expect(() => readEnvironment(settings)).toThrow(
    `The settings are not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
  );
});
