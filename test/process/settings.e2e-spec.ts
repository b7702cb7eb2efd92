import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import {
  Exit,
  RunningProgram,
  Settings,
  aDataDirectory,
  aDirectory,
  cleanUp,
  launch,
  startService,
} from '../support/service-process.js';

const SECRET = 'never-to-be-shown';

/** This service starts before the tests, because it waits long for a host that the DNS cannot resolve. */
let unknownHost: RunningProgram;

beforeAll(() => {
  unknownHost = launch({ DATABASE_URL: `postgres://user:${SECRET}@no-such-host.invalid:5432/database` });
});

afterAll(cleanUp);

/**
 * Returns what the service prints when it refuses to start: a message for people, without a stack and without a
 * secret.
 */
async function refusal(program: RunningProgram): Promise<string> {
  expect(await program.exited).toEqual<Exit>({ code: 1, signal: null });
  expect(program.output()).not.toContain(SECRET);
  expect(program.output()).not.toMatch(/^\s+at /m);
  return program.output();
}

describe('the start with wrong settings', () => {
  it('reports all wrong settings at once, without their values', async () => {
    const problems = await refusal(
      launch({
        PORT: '70000',
        API_KEYS: `not allowed!:${SECRET},${SECRET},${SECRET}`,
        DATABASE_URL: `mysql://user:${SECRET}@host/database`,
        DATABASE_POOL: '1',
        VENUE_MODE: SECRET,
        VENUE_SPOT_URL: `ftp://${SECRET}`,
        TRADE_MINIMUM: '-1',
        IDEAL_R_HORIZON_MS: '1h',
        BODY_LIMIT: 'much',
        IMPORT_LIMIT: '0mb',
        RATE_LIMIT_PER_MINUTE: '1e3',
        LOG_LEVEL: 'loud',
        LOG_FORMAT: 'xml',
        BASE_PATH: 'no-slash',
        CORS_ORIGINS: 'https://app.example.com/',
      }),
    );
    const named = problems.split('\n').map((line) => /^ {2}- ([A-Z_]+)/.exec(line)?.[1]);
    expect(new Set(named.filter(Boolean))).toEqual(
      new Set([
        'PORT',
        'API_KEYS',
        'DATABASE_URL',
        'DATABASE_POOL',
        'VENUE_MODE',
        'VENUE_SPOT_URL',
        'TRADE_MINIMUM',
        'IDEAL_R_HORIZON_MS',
        'BODY_LIMIT',
        'IMPORT_LIMIT',
        'RATE_LIMIT_PER_MINUTE',
        'LOG_LEVEL',
        'LOG_FORMAT',
        'BASE_PATH',
        'CORS_ORIGINS',
      ]),
    );
    expect(problems).toContain('API_KEYS entry 1 must be a secret or name@workspace:secret');
    expect(problems).toContain('API_KEYS entry 3 repeats the secret of an earlier entry');
  });

  const check = (title: string, settings: Settings, sentence: RegExp) =>
    it(title, async () => expect(await refusal(launch(settings))).toMatch(sentence));

  check(
    'reports a password that makes the URL invalid',
    { DATABASE_URL: `postgres://user:${SECRET}#1@host:5432/database` },
    /DATABASE_URL must look like postgres:\/\/user:password@host/,
  );
  check(
    'reports a database URL without a database',
    { DATABASE_URL: `postgres://user:${SECRET}@host:5432` },
    /DATABASE_URL must look like .*\/database/,
  );
  check(
    'reports a base path that clients would resolve',
    { BASE_PATH: '/tools/../backtest' },
    /^ {2}- BASE_PATH must be empty or look like \/backtest, .* without a segment of dots/m,
  );
  check(
    'reports an origin that no browser sends',
    { CORS_ORIGINS: 'app.example.com' },
    /CORS_ORIGINS must be empty/,
  );
  check(
    'reports a gateway that signs people in without the settings of tokens',
    { DESK_AUTH: 'gateway' },
    /^ {2}- DESK_AUTH=gateway requires JWT_JWKS_URL or JWT_JWKS_FILE, JWT_ISSUER and JWT_AUDIENCE/m,
  );
  check(
    'reports a directory too deep for a socket',
    { DATA_DIR: `/tmp/${'deep'.repeat(30)}` },
    /DATA_DIR is too long for a socket/,
  );
  check(
    'reports a directory that is a file',
    { DATA_DIR: '/dev/null' },
    /^DATA_DIR \/dev\/null cannot be used: it is a file, not a directory$/m,
  );
  check(
    'reports a directory below a file',
    { DATA_DIR: '/dev/null/data' },
    /^DATA_DIR \/dev\/null\/data cannot be used: a part of its path is a file, not a directory$/m,
  );
  check(
    'reports a directory that cannot be created',
    { DATA_DIR: '/proc/data' },
    /^DATA_DIR \/proc\/data cannot be used: .+$/m,
  );
  check(
    'reports a certificate authority that does not exist',
    {
      DATABASE_URL: `postgres://user:${SECRET}@127.0.0.1:1/d?sslmode=verify-full&sslrootcert=/nowhere/ca.pem`,
    },
    /^The database on 127\.0\.0\.1 \(DATABASE_URL\) cannot be used: ENOENT.*\/nowhere\/ca\.pem/m,
  );

  it('reports a metrics port that is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const METRICS_PORT = String((other.address() as AddressInfo).port);
    const settings = { DATA_DIR: await aDataDirectory(), API_KEYS: 'given', METRICS_PORT };
    expect(await refusal(launch(settings))).toContain(
      `The metrics server cannot listen on 127.0.0.1:${METRICS_PORT} (METRICS_PORT)`,
    );
    other.close();
  });

  it('reports a port that is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const PORT = String((other.address() as AddressInfo).port);
    const said = await refusal(launch({ PORT, DATA_DIR: await aDataDirectory(), API_KEYS: 'given' }));
    expect(said).toContain(`The service cannot listen on 127.0.0.1:${PORT}: another program listens there`);
    expect(said).not.toContain('"level":50');
    other.close();
  });

  it('reports a metrics port that equals the port of the service', async () => {
    expect(await refusal(launch({ PORT: '4000', METRICS_PORT: '4000' }))).toContain(
      '  - METRICS_PORT must be another port than PORT\n',
    );
  });

  it('reports key sets of token issuers that cannot be read', async () => {
    const JWT_JWKS_FILE = join(await aDirectory(), 'jwks.json');
    await writeFile(JWT_JWKS_FILE, 'nothing');
    const settings = { JWT_JWKS_FILE, JWT_ISSUER: 'https://issuer.example', JWT_AUDIENCE: 'a' };
    const said = await refusal(launch({ ...settings, DATA_DIR: await aDataDirectory() }));
    expect(said).toMatch(/JWT_JWKS_FILE/);
    expect(said).not.toMatch(/"level":50|"stack"/);
  });
});

describe('the file .env', () => {
  it('is read from the directory in which the service starts; the environment has priority', async () => {
    const directory = await aDataDirectory();
    const lines = ['API_KEYS=from-the-file', 'DATA_DIR=.', 'LOG_LEVEL=loud', 'PORT=1'];
    await writeFile(join(directory, '.env'), lines.join('\n'));
    const service = await startService({ LOG_LEVEL: 'info' }, directory);
    expect((await service.get('/projects', 'from-the-file')).status).toBe(200);
  });

  it('is validated like the environment', async () => {
    const directory = await aDirectory();
    await writeFile(join(directory, '.env'), `API_KEYS=${SECRET},${SECRET}`);
    expect(await refusal(launch({}, directory))).toContain('API_KEYS entry 2 repeats the secret');
  });

  it('ends the service with a message if it cannot be read', async () => {
    const directory = await aDirectory();
    await mkdir(join(directory, '.env'));
    expect(await refusal(launch({}, directory))).toMatch(/^The file \.env cannot be read: /);
  });
});

describe('a database host that does not exist', () => {
  it('is reported while the service waits for it', async () => {
    const said = await refusal(unknownHost);
    expect(said).toMatch(/^Waiting for the database on no-such-host\.invalid \(DATABASE_URL\): /m);
    expect(said).toMatch(
      /^The database on no-such-host\.invalid \(DATABASE_URL\) cannot be used: getaddrinfo/m,
    );
  });
});
