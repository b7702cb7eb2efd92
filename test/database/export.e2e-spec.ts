import { EXPORT_COLUMNS } from '../../src/trades/export/export-columns.js';
import { type TestApp, startTestApp } from '../support/app.js';
import {
  aSession,
  aSessionWith,
  aTrade,
  everySessionField,
  everyTradeField,
  ingest,
} from '../support/factories.js';
import { expectProblem } from '../support/problems.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const pathOf = ({ id }: { readonly id: string }, query = '') => `/sessions/${id}/trades/export${query}`;

/** Returns the file as text. */
const download = (path: string) => t.call.get(path).buffer(true);

describe('the export of a session', () => {
  it('is a csv file with all fields of each trade', async () => {
    const { projectId } = await aSession(t.call);
    const trades = [everyTradeField(), { ...everyTradeField(), note: '=1+1, "quoted"', tags: ['a', 'b c'] }];
    const session = await aSession(t.call, everySessionField(projectId));
    await ingest(t.call, session, trades);
    const { text, headers } = await download(pathOf(session)).expect(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe(`attachment; filename="trades-${session.id}.csv"`);
    const [header, ...lines] = text.split('\r\n');
    expect(header).toBe(EXPORT_COLUMNS.join(','));
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(`"'=1+1, ""quoted""","[""a"",""b c""]"`);
    expect(lines[0]).toContain(',1,0.5,-0.1,feesPaid spreadPaid slippagePaid,');
  });

  it('is an ndjson file if the query requests this format', async () => {
    const session = await aSessionWith(t.call, [aTrade({ hour: 1 }), aTrade({ hour: 0, stopLoss: 990 })]);
    const { text, headers } = await download(pathOf(session, '?format=ndjson')).expect(200);
    expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(headers['content-disposition']).toContain('.ndjson"');
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map((line) => Object.keys(line))).toEqual([[...EXPORT_COLUMNS], [...EXPORT_COLUMNS]]);
    // The lines are in trade order.
    expect(lines.map(({ stopLoss }) => stopLoss)).toEqual([990, null]);
  });

  it('contains only the header if there are no trades', async () => {
    const session = await aSession(t.call);
    expect((await download(pathOf(session)).expect(200)).text).toBe(`${EXPORT_COLUMNS.join(',')}\r\n`);
    expect((await download(pathOf(session, '?format=ndjson')).expect(200)).text).toBe('');
  });

  it('responds to HEAD without a body', async () => {
    const session = await aSessionWith(t.call, [aTrade()]);
    const { headers, text } = await t.stranger
      .head(pathOf(session))
      .set('x-api-key', t.secrets.own)
      .expect(200);
    expect(headers['content-disposition']).toContain('trades-');
    expect(text ?? '').toBe('');
  });

  it('is refused for an unknown format, an unknown parameter and an unknown session', async () => {
    const session = await aSession(t.call);
    expectProblem(await t.call.get(pathOf(session, '?format=xlsx')), 'VALIDATION_FAILED', ['format']);
    expectProblem(await t.call.get(pathOf(session, '?x=1')), 'VALIDATION_FAILED', ['x']);
    expectProblem(await t.call.get(pathOf({ id: 'none' })), 'SESSION_NOT_FOUND');
    expectProblem(await t.other.get(pathOf(session)), 'SESSION_NOT_FOUND');
  });
});
