import { type TestApp, startTestApp } from '../support/app.js';
import { MINUTE, T, aSession, aSymbol, aTrade, ingest } from '../support/factories.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const DATA = '<script type="application/json" id="data">';

interface Data {
  readonly trades: { readonly plNet: readonly number[] };
  readonly equity: { readonly values: readonly number[] };
}

describe('a large report', () => {
  it.each([5_549, 10_000])('is smaller than 3 MB for %d trades', async (count) => {
    // No test stores candles of this market.
    const session = await aSession(t.call, { assets: [{ symbol: aSymbol() }] });
    const trades = Array.from({ length: count }, (_, i) => {
      const plNet = ((i * 7_919) % 41) - 19;
      const entryTime = T + i * 5 * MINUTE;
      return aTrade({ plNet, entryTime, exitTime: entryTime + 3 * MINUTE, stopLoss: 990 });
    });
    for (let first = 0; first < count; first += 500)
      await ingest(t.call, session, trades.slice(first, first + 500));
    const { text: html } = await t.call.get(`/sessions/${session.id}/report`).expect(200);
    const from = html.indexOf(DATA) + DATA.length;
    const data = JSON.parse(html.slice(from, html.indexOf('</script>', from))) as Data;
    expect(data.trades.plNet).toHaveLength(count);
    expect(data.equity.values).toHaveLength(count + 1);
    expect(Buffer.byteLength(html)).toBeLessThan(3 * 2 ** 20);
  });
});
