import { refusal, temporaryFiles } from '../../../../test/support/trade-files.js';

const HEADER = ['symbol', 'side', 'qty', 'entry time', 'entry price', 'exit time', 'exit price'];
const ROW = ['ABC', 'long', 1, '2025-01-01 10:00', 100, '2025-01-01 11:00', 110];

const check = (title: string, file: string | (() => AsyncIterable<Uint8Array>), expected: RegExp) =>
  it(title, async () => {
    expect(await refusal(typeof file === 'function' ? file() : file, { timezone: 'UTC' })).toMatch(expected);
  });

/** Yields a page of many bytes. */
async function* longPage(part: string, bytes: number): AsyncGenerator<Buffer> {
  yield Buffer.from('<html><body><table>');
  const block = Buffer.from(part.repeat(Math.ceil(65_536 / part.length)));
  for (let sent = 0; sent < bytes; sent += block.length) yield block;
  yield Buffer.from('</table>');
}

describe('a page', () => {
  const row = `<tr>${ROW.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  const head = `<html><body><table><tr>${HEADER.map((name) => `<th>${name}</th>`).join('')}</tr>`;
  check(
    'is refused with 200,000 open tags',
    `<html>${'<div>'.repeat(200_000)}`,
    /^TradeFileError: file is not read: the page is nested deeper than 64 elements$/,
  );
  check(
    'is refused if it ends within a table',
    `${head}${row}<tr><td>ABC</td>`,
    /its table 1 has no end: the file may have been cut$/,
  );
  check('is refused if a script has no end', `${head}${row}<script>${row}</table>`, /its table 1 has no end/);
  check('is refused with a NUL character', `${head}<tr><td>\0</td></tr></table>`, /contains a NUL character/);
  check(
    'is refused with a cell in column 201',
    `${head}<tr><td colspan="1000000000">a</td><td>b</td></tr></table>`,
    /has a cell in column 1000000001, more than 200$/,
  );
  check(
    'is refused with more than 100 tables',
    `<html>${'<table><tr><td>a</table>'.repeat(101)}`,
    /has more than 100 sheets or tables$/,
  );
  check(
    'is refused with a cell of more than 32,767 characters',
    `${head}<tr><td>${'x'.repeat(32_768)}</td></tr></table>`,
    /has a cell of more than 32767 characters$/,
  );
  check(
    'may have entities beyond Unicode',
    `${head}${row.replace('ABC', 'A&#0;&#xD800;&#x110000;')}</table>`,
    /^rows\[2\]\.symbol: must consist of letters/,
  );
  check(
    'of 64 MB is read',
    () => longPage('<tr><td></td></tr>', 63_000_000),
    /^TradeFileError: file holds no rows$/,
  );
  check(
    'of 64 MB of text outside of cells has no rows',
    () => longPage('x&amp;', 63_000_000),
    /holds no rows$/,
  );
  check('of more bytes is refused', () => longPage('<tr><td></td></tr>', 65_000_000), /^TradeFileTooLarge/);
});

describe('temporary files', () => {
  it('are removed after the tests above', async () => expect(await temporaryFiles()).toEqual([]));
});

describe('a file that begins with many comments', () => {
  it('is told from a page at once', async () => {
    expect(await refusal(`${'<!---->'.repeat(140)}x`)).toMatch(/^TradeFileError: file /);
    const text = `${'<!-- - -->'.repeat(90)}<html><body></body></html>`;
    expect(await refusal(text)).toMatch(/^TradeFileError: file /);
  });
});
