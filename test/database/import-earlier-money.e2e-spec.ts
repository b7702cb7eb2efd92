import { type TestApp, startTestApp } from '../support/app.js';
import { type EarlierImport, EARLIER_IMPORTS, storedTrades } from '../support/earlier-imports.js';
import { aSession, ingest } from '../support/factories.js';
import { expectProblem } from '../support/problems.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const CASES = EARLIER_IMPORTS.flatMap((file) =>
  (['1.2.0', '1.6.8'] as const).map((version) => [version, file.name, file] as const),
);

const SYMBOLS = ['BTCUSDT', 'XAUUSD', 'USDJPY', 'EURUSD', 'ES', 'ESZ24'];

const send = (id: string, { text, query }: EarlierImport, more: Readonly<Record<string, string>> = {}) =>
  t.call
    .post(`/sessions/${id}/trades/import?${new URLSearchParams({ ...query, ...more }).toString()}`)
    .set('content-type', 'text/csv')
    .send(text);

const aSessionOfAll = () =>
  aSession(t.call, { accountCurrency: 'USD', assets: SYMBOLS.map((symbol) => ({ symbol })) });

describe.each(CASES)('a file that version %s has imported: %s', (version, _, file) => {
  const trades = storedTrades(version, file);

  it('is a repeat, and nothing changes', async () => {
    const { id } = await aSessionOfAll();
    await ingest(t.call, { id }, trades);
    const before = (await t.call.get(`/sessions/${id}/trades`)).body;
    const { counts } = (await send(id, file, { preview: 'true' }).expect(200)).body;
    expect(counts).toEqual({ new: 0, stored: trades.length, conflict: 0, invalid: 0 });
    const { inserted, stored } = (await send(id, file).expect(201)).body;
    expect({ inserted, stored }).toEqual({ inserted: 0, stored: trades.length });
    expect((await t.call.get(`/sessions/${id}/trades`)).body).toEqual(before);
  });

  it('is in conflict with a stored trade of another content', async () => {
    const { id } = await aSessionOfAll();
    await ingest(t.call, { id }, [{ ...trades[0], feesPaid: 77 }]);
    const answer = await send(id, file);
    // A file whose profits agree with no reading is refused before its trades are compared.
    if (answer.body.code !== 'MONEY_UNCLEAR')
      expectProblem(answer, 'CLIENT_ID_CONFLICT', ['lines[2].clientId']);
    expect((await t.call.get(`/sessions/${id}/trades`)).body.trades).toHaveLength(1);
  });
});
