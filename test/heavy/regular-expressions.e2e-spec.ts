import { expressionsIn, longTexts } from '../support/regular-expressions.js';
import { timesAsLong } from '../support/times-as-long.js';

/** Number of characters of a long text. */
const LENGTH = 20_000;

/**
 * Number of passes of a simple expression over a text that another expression may take as long as. An expression that
 * tries each start of a run with each end takes thousands.
 */
const MAX_PASSES = 100;

/** Does to a text what the code does: searches it once, or replaces all matches. */
const applied = (expression: RegExp, text: string) => () =>
  expression.global ? text.replaceAll(expression, '') : expression.test(text);

/** Returns the first long text for which an expression takes too long, shortened; undefined if there is none. */
function slowText(expression: RegExp): string | undefined {
  const pass = expression.global ? /[^ÿ]/g : /[þÿ]x/;
  const text = longTexts(expression, LENGTH).find(
    (long) => timesAsLong(applied(expression, long), applied(pass, long), 2) > MAX_PASSES,
  );
  return text && `${text.slice(0, 20)}…${text.slice(-20)}`;
}

// The expressions of the database match its own error codes.
const found = [
  ...expressionsIn('src', (name) => !name.startsWith('platform/database/')),
  ...expressionsIn('desk'),
];

describe('the time of a regular expression grows with the length of a text', () => {
  it.each(found.map(({ file, expression }) => [`${file} ${expression}`, expression] as const))(
    '%s',
    (_, expression) => expect(slowText(expression)).toBeUndefined(),
  );
});

describe('the time that grows with the square of the length is found', () => {
  it.each([
    /a+b/,
    /\s+$/,
    /^-+|-+$/g,
    /_.*\.json$/i,
    /^[^:]*\/[^:]*:./,
    /\(.*?\)/g,
    /([^/]*)\/?$/,
    /^x:(?:\s*y)?\s*\s*z$/,
    /(?:"(?:[^"\\]|\\.)*"|[^,"]|"$)+/g,
  ])('%s', (expression) => expect(slowText(expression)).toEqual(expect.any(String)));
});
