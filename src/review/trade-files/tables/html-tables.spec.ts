import { readTrades, refusal } from '../../../../test/support/trade-files.js';
import { zip } from '../../../../test/support/zip.js';

const cells = (tag: string, all: readonly string[]) => all.map((text) => `<${tag}>${text}</${tag}>`).join('');
const tr = (...all: readonly string[]) => `<tr>${cells('td', all)}</tr>`;
const table = (...rows: readonly string[]) => `<table>${rows.join('\n')}</table>`;
const page = (body: string, head = '') =>
  `<!DOCTYPE html>\n<html><head>${head}</head><body>${body}</body></html>`;

const HEADER = ['symbol', 'side', 'qty', 'entry time', 'entry price', 'exit time', 'exit price', 'note'];
const ROW = ['ABC', 'long', '1', '2025-01-01 10:00', '100', '2025-01-01 11:00', '110'];
const read = (file: string | Buffer) => readTrades(file, { timezone: 'UTC' });
/** Reads the note of a row with this text in its last cell. */
async function noteOf(note: string) {
  const { trades } = await read(page(table(tr(...HEADER), tr(...ROW, note))));
  return trades[0]!.note;
}

const HIDDEN = '<td class="hidden" colspan="8">comment</td>';
/** A report as MetaTrader 5 writes it: one table with sections, and a hidden cell in each position. */
const REPORT = `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd">
<html>
  <head><title>12345: Trade History Report</title>
    <meta http-equiv="Content-Type" content="text/html; charset=utf-16">
    <style type="text/css"><!-- .hidden { display: none; } --></style>
  </head>
<body>
<div align="center">
<table cellspacing="1" cellpadding="3" border="0">
  <tr align="center"><th colspan="14"><div style="font: 14pt Tahoma"><b>Trade History Report</b><br></div></th></tr>
  <tr align="left"><th colspan="4" nowrap align="right">Name:</th><th colspan="10"><b>A. Trader</b></th></tr>
  <tr align="left"><th colspan="4" nowrap align="right">Account:</th><th colspan="10"><b>12345&nbsp;(EUR, Broker-Demo, demo, Hedge)</b></th></tr>
  <tr align="center"><th colspan="14" style="height: 25px"><div><b>Positions</b></div></th></tr>
  <tr align="center" bgcolor="#E5F0FC">
    <td nowrap style="height: 30px"><b>Time</b></td><td><b>Position</b></td><td><b>Symbol</b></td><td><b>Type</b></td><td><b>Volume</b></td><td><b>Price</b></td><td><b>S / L</b></td><td><b>T / P</b></td><td><b>Time</b></td><td><b>Price</b></td><td><b>Commission</b></td><td><b>Swap</b></td><td colspan="2"><b>Profit</b></td>
  </tr>
  <tr bgcolor="#FFFFFF" align="right"><td>2025.01.02 10:00:00</td><td>1001</td><td>EURUSD</td><td>buy</td>${HIDDEN}<td class="">0.10</td><td>1.10000</td><td>1.09000</td><td></td><td>2025.01.02 12:00:00</td><td>1.10100</td><td>-0.60</td><td>-0.20</td><td colspan="2">10.00</td></tr>
  <tr bgcolor="#F7F7F7" align="right"><td>2025.01.03 10:00:00</td><td>1002</td><td>EURUSD</td><td>sell</td>${HIDDEN}<td class="">0.10</td><td>1.10100</td><td></td><td></td><td>2025.01.03 12:00:00</td><td>1.10300</td><td>-0.60</td><td>-0.20</td><td colspan="2">-20.00</td></tr>
  <tr align="right"><td nowrap colspan="10"></td><td>-1.20</td><td>-0.40</td><td colspan="2">-10.00</td></tr>
  <tr align="center"><th colspan="14"><div><b>Orders</b></div></th></tr>
  <tr><td>2025.01.02 10:00:00</td><td>1</td></tr>
  <tr align="center"><th colspan="14"><div><b>Deals</b></div></th></tr>
  <tr><td>2025.01.01 00:00:00</td><td>1</td><td></td><td>balance</td><td></td><td></td><td></td><td></td><td>0.00</td><td>0.00</td><td>0.00</td><td>3 000.00</td><td>3 000.00</td><td></td></tr>
</table>
</div>
</body>
</html>
`;

describe('a report of MetaTrader 5 as HTML', () => {
  it.each([
    ['UTF-16', Buffer.from(`\ufeff${REPORT}`, 'utf16le')],
    ['UTF-8', Buffer.from(`\ufeff${REPORT}`)],
    ['a zip', zip({ name: 'ReportHistory-12345.html', text: REPORT })],
  ])('is read by its positions, in %s', async (_, file) => {
    const { trades, source, proofs } = await readTrades(file, { timezone: 'UTC' });
    expect(source).toBe('metatrader5');
    expect(trades).toMatchObject([
      { symbol: 'EURUSD', side: 'long', qty: 0.1, entryPrice: 1.1, exitPrice: 1.101, positionId: '1001' },
      { side: 'short', exitTime: Date.UTC(2025, 0, 3, 12), feesPaid: 0.8, pointValue: 100_000 },
    ]);
    expect(proofs).toMatchObject([{ meaning: 'gross', agree: 2, net: '-11.6' }]);
  });

  it('of the tester without deals is refused with what is missing', async () => {
    const empty = page(
      table('<tr><td colspan="13"><b>Deals</b></td></tr>'),
      '<title>Strategy Tester Report</title>',
    );
    const message =
      /^TradeFileError: file is a report of MetaTrader that has no deals or positions \(table 1\)$/;
    expect(await refusal(empty)).toMatch(message);
    const settings = table(tr('Expert:', 'EA'), tr('Symbol:', 'EURUSD'));
    expect(await refusal(page(settings + empty))).toMatch(/has no deals or positions \(table 2\)$/);
  });
});

describe('the tables of a page', () => {
  it('have texts as they are shown', async () => {
    expect(await noteOf(' a\n <b>b</b>&nbsp;&amp;&#8364;<br>c ')).toBe('a b &€ c');
    expect(await noteOf('a<script>"<td>b"</script><style>c</style><!-- d -->e')).toBe('ae');
    expect(await noteOf('<a href="http://127.0.0.1:1/">link</a><img src="http://127.0.0.1:1/x.png">')).toBe(
      'link',
    );
  });

  it('may lack end tags of cells and rows', async () => {
    const row = (all: readonly string[]) => `<tr>${all.map((text) => `<td>${text}`).join('')}`;
    const { trades } = await read(page(`<table>${row(HEADER)}${row(ROW)}${row(ROW)}</table>`));
    expect(trades).toMatchObject([{ row: 2 }, { row: 3, exitPrice: 110 }]);
  });

  it('have empty cells where a cell is wider, and none where a cell is hidden', async () => {
    const row = '<tr><td>ABC</td><td style="DISPLAY : NONE">x</td><td hidden>y</td>';
    const { trades } = await read(
      page(
        table(
          '<tr><th>symbol</th><th colspan="2">side</th>' + cells('th', HEADER.slice(2)) + '</tr>',
          `${row}<td>long</td><td>L</td>${cells('td', ROW.slice(2))}</tr>`,
        ),
      ),
    );
    expect(trades).toMatchObject([{ symbol: 'ABC', side: 'long', qty: 1 }]);
  });

  it('within each other are tables of their own', async () => {
    const inner = table(tr(...HEADER), tr(...ROW));
    const outer = table('<tr><td>Layout', inner, '</td></tr>', tr('after'));
    const { trades } = await read(page(table(tr('a', 'b')) + outer));
    expect(trades).toMatchObject([{ row: 2, symbol: 'ABC' }]);
  });

  it('are read in the encoding that the page names', async () => {
    const text = page(table(tr(...HEADER), tr(...ROW, 'café')), '<meta charset="windows-1252">');
    expect((await read(Buffer.from(text, 'latin1'))).trades[0]!.note).toBe('café');
    const unnamed = Buffer.from(text.replace('windows-1252', 'utf-8'), 'latin1');
    expect(await refusal(unnamed)).toMatch(/^TradeFileError: file is not UTF-8 text near line/);
    const unknown = text.replace('windows-1252', 'no-such-encoding');
    expect(await refusal(unknown)).toBe(
      'TradeFileError: file is a page in an unknown encoding; save it as UTF-8',
    );
  });

  it('are found in a page that begins with a comment or a declaration', async () => {
    const rows = table(tr(...HEADER), tr(...ROW));
    for (const start of ['<!-- saved -->', '<?xml version="1.0"?>\n<!DOCTYPE html>', '\n'])
      expect((await read(`${start}<html>${rows}</html>`)).trades).toHaveLength(1);
  });

  it('are refused if there are none, or if none has a known header', async () => {
    expect(await refusal(page('<p>Hello</p>'))).toBe('TradeFileError: file holds no rows');
    expect(await refusal(page(table(tr('Date', 'Equity'))))).toMatch(
      /^TradeFileError: file has no header that is known; it begins with "Date,Equity"\. .* \(table 1\)$/,
    );
  });
});
