import { looksOf } from './file-looks.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('the description of a file', () => {
  it.each([
    ['nothing', bytes(''), 'It is empty.'],
    ['an Excel workbook', latin('PK\x03\x04\x14\0[Content_Types].xml'), 'It looks like an Excel workbook.'],
    ['an old workbook', latin('\xd0\xcf\x11\xe0\xa1\xb1'), 'It looks like an old Excel workbook.'],
    ['a zip', latin('PK\x03\x04\x14\0result.csv'), 'It looks like a zip.'],
    ['a PDF', bytes('%PDF-1.7'), 'It looks like a PDF.'],
    ['a picture', latin('\x89PNG\r\n\x1a\n\0\0\0'), 'It is not a text file.'],
    ['a page', bytes('\n<!DOCTYPE html><html>'), 'It looks like a web page or an XML report.'],
    ['JSON', bytes(' {"a": 1}'), 'It looks like JSON.'],
    ['a csv', bytes('Date,Profit\n1,2'), 'It looks like a table of 2 columns with commas between them.'],
    [
      'decimal commas',
      bytes('A;B;C\n1,5;2;3'),
      'It looks like a table of 3 columns with semicolons between them.',
    ],
    ['tabs', bytes('A\tB\n1\t2'), 'It looks like a table of 2 columns with tabs between them.'],
    ['UTF-16', latin('\xff\xfeA\0,\0B\0'), 'It looks like a table of 2 columns with commas between them.'],
    ['prose', bytes('Dear diary'), 'It looks like a text without columns.'],
  ])('recognises %s', (_, start, sentence) => {
    expect(looksOf(start).sentence).toBe(sentence);
  });

  it('includes the first lines of the file, each cut to a maximum length', () => {
    const { lines } = looksOf(bytes(`a,b\r\n\r\n${'1'.repeat(200)}\r\nc\r\nd\r\ne\r\n`));
    expect(lines).toEqual(['a,b', `${'1'.repeat(160)} …`, 'c', 'd']);
  });
});
