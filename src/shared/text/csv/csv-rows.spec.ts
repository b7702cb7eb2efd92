import fc from 'fast-check';
import { CsvError } from './csv-error.js';
import { type CsvRow, csvRows } from './csv-rows.js';
import { WholeRows } from './whole-rows.js';
import { propertyRuns } from '../../../../test/support/property-runs.js';

async function* inParts(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function rowsOf(text: string, { size = 8, delimiter = ',', mostBytes = 1000 } = {}): Promise<CsvRow[]> {
  const all: CsvRow[] = [];
  for await (const rows of csvRows(inParts(text, size), { delimiter, mostBytes })) all.push(...rows);
  return all;
}

const refusal = (text: string, options = {}): Promise<string> =>
  rowsOf(text, options).then(
    () => 'not refused',
    (error: unknown) => (error instanceof CsvError ? `line ${error.line} ${error.message}` : String(error)),
  );

describe('rows of csv', () => {
  const check = (text: string, ...rows: [line: number, ...cells: string[]][]) =>
    it(JSON.stringify(text), async () => {
      for (let size = 1; size <= Buffer.byteLength(text) + 1; size += 1)
        expect(await rowsOf(text, { size })).toEqual(rows.map(([line, ...cells]) => ({ line, cells })));
    });

  check('');
  check('\n\r\n\r');
  check('a,b', [1, 'a', 'b']);
  check('a,b\n', [1, 'a', 'b']);
  check('a\nb\r\nc\rd', [1, 'a'], [2, 'b'], [3, 'c'], [4, 'd']);
  check('a\n\n\r\n\rb', [1, 'a'], [5, 'b']);
  check(',\n', [1, '', '']);
  check('"a",b\r\nc,"d"\r\n', [1, 'a', 'b'], [2, 'c', 'd']);
  check('"",x', [1, '', 'x']);
  check('"say ""a"", b"', [1, 'say "a", b']);
  check('"""",""""""\r', [1, '"', '""']);
  check('"1\r\n2\r3\n4",b\r\nc', [4, '1\r\n2\r3\n4', 'b'], [5, 'c']);
  check(' a , b ', [1, ' a ', ' b ']);
  check('a\n  \nb', [1, 'a'], [3, 'b']);
  check(`a,b${'\n'.repeat(20)}c`, [1, 'a', 'b'], [21, 'c']);
  check(`${'\r\n'.repeat(18)}"a\n",b${'\r\n'.repeat(17)}c`, [20, 'a\n', 'b'], [37, 'c']);
  check(`a\r${' \n'.repeat(17)} b`, [1, 'a'], [19, ' b']);
  check(`"a${'\n'.repeat(17)}","b"${'\r'.repeat(16)}c`, [18, `a${'\n'.repeat(17)}`, 'b'], [34, 'c']);
  check('\ufeff"a",\ufeffb\n\ufeffc,"d"', [1, 'a', '\ufeffb'], [2, '\ufeffc', 'd']);
  check(`${'a'.repeat(600)}\r${'b'.repeat(600)}\n`, [1, 'a'.repeat(600)], [2, 'b'.repeat(600)]);
  check('a,€😀\n"\n😀",', [1, 'a', '€😀'], [3, '\n😀', '']);

  it('may be delimited by semicolons, tabs or bars', async () => {
    for (const delimiter of [';', '\t', '|'])
      expect(await rowsOf(`a,b${delimiter}"c${delimiter}"\n`, { delimiter })).toEqual([
        { line: 1, cells: ['a,b', `c${delimiter}`] },
      ]);
  });

  it('equal the rows that were written, for any cells and any chunk size', async () => {
    const cell = fc.array(fc.constantFrom(...'ab,;"\n\r €😀'), { maxLength: 6 }).map((all) => all.join(''));
    // A row of one empty cell would be an empty line.
    const row = fc.array(cell, { minLength: 2, maxLength: 4 });
    const lineBreak = fc.oneof(
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.constantFrom('\n', '\r\n', '\r', ' \n').map((end) => `\n${end.repeat(16)}`),
    );
    const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(row, lineBreak)),
        fc.integer({ min: 1, max: 20 }),
        async (rows, size) => {
          // Cells with line breaks are quoted. Without quotes, CR LF across two rows would be one line break.
          const text = `${rows.map(([cells, end]) => cells.map(quoted).join(',') + end).join('')}end`;
          const read = await rowsOf(text, { size, mostBytes: 10_000 });
          expect(read.map(({ cells }) => cells)).toEqual([...rows.map(([cells]) => cells), ['end']]);
          expect(read.at(-1)?.line).toBe(1 + (text.match(/\r\n?|\n/g)?.length ?? 0));
        },
      ),
      { numRuns: propertyRuns(500) },
    );
  });
});

describe('many consecutive empty lines', () => {
  it.each([
    ['\n', { text: '', emptyLines: 8_192 }],
    // The last CR may be the first half of CR LF.
    ['\r', { text: '', emptyLines: 8_191 }],
    ['\r\n', { text: '', emptyLines: 8_192 }],
    [' \n', { text: ' \n', emptyLines: 8_191 }],
  ])('are counted instead of returned as rows if they end with %j', (line, expected) => {
    expect(new WholeRows(',', 1000).add(line.repeat(8_192), 1)).toEqual([expected]);
  });

  it('are also skipped between quoted cells', () => {
    const rows = new WholeRows(',', 1000).add(`"a"${'\n'.repeat(1_000)}`.repeat(8), 1);
    expect(rows).toEqual(Array.from({ length: 8 }, () => ({ text: '"a"\n', emptyLines: 999 })));
  });
});

describe('csv is refused', () => {
  const check = (what: string, text: string, expected: string | RegExp, options = {}) =>
    it(what, async () => {
      for (const size of [1, 3, 4, 1000]) expect(await refusal(text, { size, ...options })).toMatch(expected);
    });

  check(
    'with text after a closing quote',
    `a,b\r\n"\n"b,c\n${'"1",2\n'.repeat(300)}`,
    /^line 3 is not valid csv: a cell goes on/,
  );
  check('with a blank after a closing quote', '1,2\n"c" \n3,4', /^line 2 is not valid csv: a cell goes on/);
  check('with a quote within a cell', 'a\n"\n",b\nc,5" d\n', /^line 4 is not valid csv: a cell has a quote/);
  check('with a quote that is never closed', 'a,b\nc,"d\n\n', /^line 2 is not valid csv: a quote is never/);
  check(
    'with a quote that is never closed, after CR',
    'x,y\r"a,b',
    /^line 2 is not valid csv: a quote is never/,
  );
  check('with a row that is too long', `a\n${'x'.repeat(101)}`, 'line 2 is longer than 100 bytes', {
    mostBytes: 100,
  });
  check('with a cell of too many lines', `a\n"${'\n'.repeat(101)}`, 'line 2 is longer than 100 bytes', {
    mostBytes: 100,
  });
  check('with a row of too many bytes', `a\n${'€'.repeat(34)}`, 'line 2 is longer than 100 bytes', {
    mostBytes: 100,
  });
  check('but not with a row at the limit', `a\n${'€'.repeat(33)}x\nb`, 'not refused', { mostBytes: 100 });
});
