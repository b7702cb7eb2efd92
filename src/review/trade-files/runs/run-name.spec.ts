import { type RunNames, runName } from './run-name.js';

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

const check = (title: string, names: Partial<RunNames>, expected: string) =>
  it(title, () => {
    const none = { name: undefined, strategy: '', rangeStart: null, fileName: undefined, source: 'csv' };
    expect(runName({ ...none, ...names }, NOW)).toBe(expected);
  });

describe('the name of a run', () => {
  const run = { strategy: 'Saturn5', rangeStart: Date.UTC(2023, 2, 18, 14, 15), fileName: 'a.json' };
  check('is the given name', { ...run, name: 'Mine' }, 'Mine');
  check('is the strategy with the start of the run', run, 'Saturn5, 2023-03-18 14:15');
  check('is the name of the file if there is no strategy', { ...run, strategy: '' }, 'a.json');
  check('is the name of the file if the start is not known', { ...run, rangeStart: null }, 'a.json');
  check('is the source with the time if there is nothing else', {}, 'csv, 2026-01-02 03:04');
  check('contains no NUL character', { fileName: '\0a\0b ' }, 'ab');
  check(
    'is cut to 200 characters, which may have more UTF-16 units',
    { fileName: '🚀'.repeat(300) },
    '🚀'.repeat(200),
  );
  check('ends without white space', { fileName: `${'x'.repeat(199)} y` }, 'x'.repeat(199));
  check(
    'does not come from a file name that consists of NUL characters',
    { fileName: '\0\0' },
    'csv, 2026-01-02 03:04',
  );
});
