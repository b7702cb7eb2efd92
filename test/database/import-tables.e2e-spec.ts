import { type TestApp, startTestApp } from '../support/app.js';
import { aProject, aSession } from '../support/factories.js';
import { expectProblem } from '../support/problems.js';
import { temporaryFiles } from '../support/trade-files.js';
import { type Cell, workbook } from '../support/workbook.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const HEADER = ['symbol', 'side', 'qty', 'entry time', 'entry price', 'exit time', 'exit price'];
const at = (hour: number) => new Date(Date.UTC(2025, 0, 1, hour));
const row = (side = 'long'): Cell[] => ['BTCUSDT', side, 1, at(10), 100, at(11), 110];
const WORKBOOK = workbook([
  { name: 'Summary', rows: [['Net profit', 10]] },
  { name: 'Trades', rows: [HEADER, row()] },
]);
const tr = (...cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
const PAGE = `<!DOCTYPE html><html><body><table>${tr(...HEADER)}${tr(
  'BTCUSDT',
  'long',
  '1',
  '2025-01-01 10:00',
  '100',
  '2025-01-01 11:00',
  '110',
)}</table></body></html>`;

const send = (path: string, file: string | Buffer, type: string) =>
  t.call.post(path).set('content-type', type).send(file);

describe('tables over HTTP, parsed in a thread', () => {
  it.each([
    ['a workbook', WORKBOOK, XLSX],
    ['a workbook of unknown type', WORKBOOK, 'application/octet-stream'],
    ['a workbook as a zip', WORKBOOK, 'application/zip'],
    ['a page', PAGE, 'text/html; charset=utf-8'],
  ])('%s is imported once', async (_, file, type) => {
    const { id } = await aSession(t.call);
    const path = `/sessions/${id}/trades/import?timezone=UTC`;
    expect((await send(path, file, type).expect(201)).body).toMatchObject({ inserted: 1, tradeCount: 1 });
    expect((await send(path, file, type).expect(201)).body).toMatchObject({ inserted: 0, stored: 1 });
    const { trades } = (await t.call.get(`/sessions/${id}/trades`).expect(200)).body;
    expect(trades).toMatchObject([{ entryTime: at(10).getTime(), exitPrice: 110, qty: 1 }]);
  });

  it('the same workbook makes one session', async () => {
    const { id } = await aProject(t.call, { name: 'P' });
    const path = `/projects/${id}/import?timezone=UTC&initialBalance=1000&fileName=a.xlsx`;
    const first = (await send(path, WORKBOOK, XLSX).expect(201)).body.sessions[0];
    const second = (await send(path, WORKBOOK, XLSX).expect(200)).body.sessions[0];
    expect([first.created, second.created, second.session.id]).toEqual([true, false, first.session.id]);
  });

  it('problems name the row and the sheet', async () => {
    const { id } = await aSession(t.call);
    const file = workbook([{ name: 'Trades', rows: [HEADER, row(), row('up')] }]);
    const answer = await send(`/sessions/${id}/trades/import?timezone=UTC`, file, XLSX);
    const problem = answer.body;
    expectProblem(answer, 'VALIDATION_FAILED', ['rows[3].side']);
    expect(JSON.stringify(problem)).toMatch(/must be long or short, not .*up.* \(sheet .*Trades/);
  });

  it('refusals of the thread are those of the service', async () => {
    const { id } = await aSession(t.call);
    const path = `/sessions/${id}/trades/import?timezone=UTC`;
    const deep = await send(path, `<html>${'<b>'.repeat(200_000)}`, 'text/html');
    expectProblem(deep, 'VALIDATION_FAILED', ['file']);
    const empty = '<html><table><tr><td colspan="13"><b>Deals</b></td></tr></table></html>';
    const report = await send(path, empty, 'text/html');
    expectProblem(report, 'VALIDATION_FAILED', ['file']);
    expect(JSON.stringify(report.body)).toMatch(/has no deals or positions/);
    expect(await temporaryFiles()).toEqual([]);
  });

  it('a page of 63 MB leaves the event loop free: other requests are answered before it', async () => {
    const { id } = await aSession(t.call);
    const block = '<tr><td></td><td> </td></tr>'.repeat(1_000);
    const file = Buffer.from(`<html><table>${block.repeat(Math.floor(63_000_000 / block.length))}</table>`);
    const state = { isAnswered: false };
    const upload = send(`/sessions/${id}/trades/import`, file, 'text/html').then((answer) => {
      state.isAnswered = true;
      return answer;
    });
    let turns = 0;
    let answers = 0;
    const count = setInterval(() => (turns += 1), 1);
    while (!state.isAnswered) {
      await t.call.get('/health/live').expect(200);
      answers += 1;
    }
    clearInterval(count);
    expectProblem(await upload, 'VALIDATION_FAILED', ['file']);
    expect(Math.min(turns, answers)).toBeGreaterThan(10);
  });
});
