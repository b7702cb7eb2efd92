import { Writable } from 'node:stream';
import { pino } from 'pino';
import { QueryFailedError } from 'typeorm';
import { serializers } from './logging.js';

it('the log shows the error of a failed statement without its parameters', () => {
  const lines: string[] = [];
  const stream = new Writable({ write: (chunk, _, done) => done(void lines.push(String(chunk))) });
  const failed = new QueryFailedError(
    'INSERT INTO trades',
    ['a note of the trader'],
    new Error('disk is full'),
  );
  pino({ serializers }, stream).error({ err: failed }, 'failed');
  expect(lines.join('')).toContain('disk is full');
  expect(lines.join('')).not.toContain('a note of the trader');
});
