import { IMPORT_LIMITS, refusal, temporaryFiles } from '../../../../test/support/trade-files.js';
import { type Sheet, sheetXml, workbook, workbookParts } from '../../../../test/support/workbook.js';
import { zip } from '../../../../test/support/zip.js';

const HEADER = ['symbol', 'side', 'qty', 'entry time', 'entry price', 'exit time', 'exit price'];
const ROW = ['ABC', 'long', 1, '2025-01-01 10:00', 100, '2025-01-01 11:00', 110];
const SHEETS: readonly Sheet[] = [{ name: 'S', rows: [HEADER, ROW] }];
const inline = (reference: string, text: string) =>
  `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
const HEADER_ROW = `<row r="1">${HEADER.map((name, i) => inline(`${'ABCDEFG'[i]}1`, name)).join('')}</row>`;
/** A workbook whose sheet has these rows as XML below its header. */
const withRows = (rows: string) => withPart('xl/worksheets/sheet1.xml', sheetXml(HEADER_ROW + rows));
const withPart = (name: string, text: string) => workbook(SHEETS, { others: [{ name, text }] });

const options = { timezone: 'UTC' };
const check = (title: string, file: Buffer, expected: RegExp, bytes?: number) =>
  it(title, async () => {
    const limits = { ...IMPORT_LIMITS, ...(bytes !== undefined && { bytes }) };
    expect(await refusal(file, options, limits)).toMatch(expected);
  });

describe('the cells of a workbook', () => {
  check(
    'are read within 200 columns and 200,000 rows',
    withRows('<row r="200000"><c r="GR200000"/></row>'),
    /^not refused$/,
  );
  check(
    'are refused in column 201',
    withRows('<row r="2"><c r="GS2"><v>1</v></c></row>'),
    /^TradeFileError: file is not read: its sheet "S" has a cell in column 201, more than 200$/,
  );
  check(
    'are refused at the end of the largest sheet',
    withRows('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
    /has a cell in column 16384, more than 200$/,
  );
  check(
    'are refused in row 200,001',
    withRows('<row r="200001"><c r="A200001"><v>1</v></c></row>'),
    /has a cell in row 200001, more than 200000$/,
  );
  check(
    'that are empty do not count, a million of them',
    withRows('<row>'.concat('<c/>'.repeat(1_000_000), '</row>')),
    /^not refused$/,
  );
  check(
    'that are empty do not count, wherever they are',
    withRows('<row r="1048576"><c r="XFD1048576" s="1"/></row>'),
    /^not refused$/,
  );
  check(
    'are refused with wrong references',
    withRows('<row r="2"><c r="A3"><v>1</v></c></row>'),
    /has a cell without a valid reference in row 2$/,
  );
  check(
    'are refused with texts as references',
    withRows('<row r="2"><c r="../x"><v>1</v></c></row>'),
    /without a valid reference in row 2$/,
  );
  check(
    'are refused in a row without a number',
    withRows('<row r="-1"></row>'),
    /has a row without a valid number$/,
  );
  check(
    'are refused with a text that does not exist',
    withRows('<row r="2"><c r="A2" t="s"><v>7000</v></c></row>'),
    /refers to a text in row 2 that the workbook does not have$/,
  );
  check(
    'are refused with a negative number of a text',
    withRows('<row r="2"><c r="A2" t="s"><v>-1</v></c></row>'),
    /refers to a text in row 2/,
  );
  check(
    'are refused with a text of more than 32,767 characters',
    withRows(`<row r="2">${inline('A2', 'x'.repeat(32_768))}</row>`),
    /has a cell of more than 32767 characters$/,
  );
  const long = 'x'.repeat(30_000);
  const same = (rows: number) =>
    workbook(SHEETS, {
      others: [
        { name: 'xl/sharedStrings.xml', text: `<sst><si><t>${long}</t></si></sst>` },
        {
          name: 'xl/worksheets/sheet1.xml',
          text: sheetXml('<row><c t="s"><v>0</v></c></row>'.repeat(rows)),
        },
      ],
    });
  check(
    'may not name a long text in very many cells',
    same(200),
    /^TradeFileTooLarge: The cells of the file have more than 1000000 characters/,
    1_000_000,
  );
  const nine = Array.from({ length: 9 }, (_, i) => inline(`${'ABCDEFGHI'[i]}2`, long)).join('');
  check(
    'are refused with more than 250,000 characters in a row',
    withRows(`<row r="2">${nine}</row>`),
    /has more than 250000 characters in row 2$/,
  );
});

describe('the documents of a workbook', () => {
  check('with macros are not read', withPart('xl/vbaProject.bin', 'macros'), /^not refused$/);
  const xml = (text: string) => withPart('xl/worksheets/sheet1.xml', text);
  check(
    'are refused with entities',
    xml(`<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${sheetXml('')}`),
    /^TradeFileError: file is not read: its sheet "S" has a document type, which no workbook has$/,
  );
  check(
    'are refused with an external document type',
    withPart('xl/workbook.xml', '<!DOCTYPE x SYSTEM "http://127.0.0.1:1/x.dtd"><workbook/>'),
    /its list of sheets has a document type/,
  );
  check(
    'have no entities of their own',
    withRows(`<row r="2">${inline('A2', '&xxe;')}</row>`),
    /rows\[2\]\.side: is empty/,
  );
  check(
    'are refused if they are nested deeply',
    xml(`<worksheet>${'<a>'.repeat(200_000)}`),
    /^TradeFileError: file .*(?:is nested deeper than 64 elements|200 times)/,
  );
  check(
    'are refused if they end too early',
    xml(sheetXml(HEADER_ROW).slice(0, -20)),
    /its sheet "S" ends too early$/,
  );
  check(
    'are refused with a NUL character',
    xml(sheetXml(`<row r="1">${inline('A1', '\0')}</row>`)),
    /contains a NUL character/,
  );
  check(
    'are refused in another encoding',
    xml('\ufeff'.concat(sheetXml('')).replace('<', '\0<')),
    /contains a NUL character/,
  );
  check(
    'are refused if the list of sheets is missing',
    zip(...workbookParts(SHEETS).filter(({ name }) => !name.endsWith('.rels'))),
    /is a damaged workbook: its list of documents is missing$/,
  );
  check(
    'are refused if a sheet is missing',
    zip(...workbookParts(SHEETS).filter(({ name }) => !name.includes('sheet1'))),
    /is a damaged workbook: its sheet "S" is missing$/,
  );
  check(
    'outside of the file are not read',
    withPart(
      'xl/_rels/workbook.xml.rels',
      '<Relationships><Relationship Id="rId1" Type="a/worksheet" Target="http://127.0.0.1:1/sheet1.xml" TargetMode="External"/></Relationships>',
    ),
    /is a workbook without a visible sheet$/,
  );
  check(
    'above the workbook are not read',
    withPart(
      'xl/_rels/workbook.xml.rels',
      '<Relationships><Relationship Id="rId1" Type="a/worksheet" Target="../../../../etc/passwd"/></Relationships>',
    ),
    /its sheet "S" is missing$/,
  );
  check(
    'of a binary workbook are refused',
    zip({ name: 'xl/workbook.bin', text: 'x' }),
    /is a binary Excel workbook \(xlsb\), which is not read: save it as xlsx/,
  );
  check(
    'are refused if they are encrypted',
    zip(...workbookParts(SHEETS).map((part) => ({ ...part, encrypted: true }))),
    /is encrypted$/,
  );
  check(
    'are refused if they are damaged',
    zip(...workbookParts(SHEETS).map((part) => ({ ...part, crc: 1 }))),
    /is damaged: its checksum does not match$/,
  );
  check(
    'are refused if the file was cut',
    workbook(SHEETS).subarray(0, 900),
    /^TradeFileError: file is not a readable zip/,
  );
  check(
    'are refused if there are more than 1,000',
    workbook(SHEETS, { others: Array.from({ length: 1_000 }, (_, i) => ({ name: `${i}`, text: '' })) }),
    /^TradeFileError: file holds \d+ entries, more than 1000$/,
  );
  check(
    'together have at most the bytes of a file',
    withRows(' '.repeat(60_000)),
    /^TradeFileTooLarge: The file has more than 50000 bytes/,
    50_000,
  );
  check(
    'may not be more than 200 times as long as they are packed',
    withRows(' '.repeat(5_000_000)),
    /"xl\/worksheets\/sheet1.xml" in the zip is more than 200 times as long as its packed form$/,
  );
  check(
    'with more than 100 sheets are refused',
    workbook(Array.from({ length: 101 }, (_, i) => ({ name: `S${i}`, rows: [['a']] }))),
    /^TradeFileError: file has more than 100 sheets or tables$/,
  );
});

describe('temporary files', () => {
  it('are removed after the tests above', async () => expect(await temporaryFiles()).toEqual([]));
});
