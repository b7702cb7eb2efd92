import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvironment } from './environment.js';

const directory = mkdtempSync(join(tmpdir(), 'secrets-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** Creates a file and returns its path. */
function aFile(content: string): string {
  const file = join(directory, `${Math.random()}`);
  writeFileSync(file, content);
  return file;
}

it.each(['\n', '\r\n', '', '\n\n'])('a secret file may end with %j', (end) => {
  const url = 'postgres://user:password@db.example/backtest';
  const settings = readEnvironment({
    API_KEYS_FILE: aFile(`one@a:secret-1,secret-2${end}`),
    DATABASE_URL_FILE: aFile(`${url}${end}`),
    REDIS_URL_FILE: aFile(`rediss://cache.example:6379${end}`),
  });
  expect(settings.configuredKeys.map(({ workspace, secret }) => [workspace, secret])).toEqual([
    ['a', 'secret-1'],
    ['default', 'secret-2'],
  ]);
  expect([settings.DATABASE_URL, settings.REDIS_URL]).toEqual([url, 'rediss://cache.example:6379']);
});

it('a secret file of API keys may have one key per line', () => {
  const { configuredKeys } = readEnvironment({ API_KEYS_FILE: aFile('one@a:first\r\n\r\ntwo@b:second\n') });
  expect(configuredKeys.map(({ name, secret }) => [name, secret])).toEqual([
    ['one', 'first'],
    ['two', 'second'],
  ]);
});

it('an empty name of a secret file is ignored, and so is an empty setting beside a secret file', () => {
  expect(readEnvironment({ API_KEYS_FILE: '', API_KEYS: 'a' }).API_KEYS).toBe('a');
  expect(readEnvironment({ API_KEYS_FILE: aFile('a'), API_KEYS: '' }).API_KEYS).toBe('a');
});

const wrong: [settings: Readonly<Record<string, string>>, ...problems: string[]][] = [
  [{ API_KEYS: 'a', API_KEYS_FILE: 'b' }, 'API_KEYS and API_KEYS_FILE cannot both be set'],
  [
    { DATABASE_URL_FILE: '/nowhere/url', REDIS_URL_FILE: '/dev/null' },
    'DATABASE_URL_FILE cannot be read: there is no such file',
    'REDIS_URL_FILE names an empty file',
  ],
  [{ API_KEYS_FILE: '/' }, 'API_KEYS_FILE cannot be read: it is a directory'],
  [{ API_KEYS_FILE: 'x'.repeat(5000) }, 'API_KEYS_FILE cannot be read: ENAMETOOLONG'],
  [
    { DATABASE_URL_FILE: aFile('mysql://host/database') },
    'DATABASE_URL must look like postgres://user:password@host:5432/database',
  ],
];

it.each(wrong)('a wrong secret file is refused: %j', (settings, ...problems) => {
  expect(() => readEnvironment(settings)).toThrow(
    `The settings are not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
  );
});
