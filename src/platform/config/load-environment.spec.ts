import { jest } from '@jest/globals';
import { loadEnvironment } from './load-environment.js';

/**
 * Empties the environment, makes the file `.env` fail with a code, and makes the end of the process throw its code and
 * message.
 */
function playEnvFile(code: string, message: string): void {
  jest.replaceProperty(process, 'env', {});
  jest.spyOn(process, 'loadEnvFile').mockImplementation(() => {
    throw Object.assign(new Error(message), { code });
  });
  let written = '';
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
  jest.spyOn(process, 'exit').mockImplementation((status) => {
    throw new Error(`exit ${status}: ${written}`);
  });
}

afterEach(() => jest.restoreAllMocks());

it('a missing file .env is ignored', () => {
  playEnvFile('ENOENT', 'no such file or directory');
  expect(loadEnvironment({ API_KEYS: 'key', PORT: '4321' })).toMatchObject({ API_KEYS: 'key', PORT: 4321 });
});

it('a file .env that cannot be read ends the process with a message', () => {
  playEnvFile('EISDIR', 'illegal operation on a directory');
  expect(() => loadEnvironment({ API_KEYS: 'key' })).toThrow(
    'exit 1: The file .env cannot be read: illegal operation on a directory\n',
  );
});

it('a setting that is not valid ends the process with a message that names the setting', () => {
  playEnvFile('ENOENT', 'no such file or directory');
  expect(() => loadEnvironment({ API_KEYS: 'key', PORT: 'x' })).toThrow(
    /^exit 1: The settings are not valid:\n {2}- PORT must be an integer/,
  );
});
