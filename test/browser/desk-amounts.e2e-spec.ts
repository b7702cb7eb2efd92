import { readFileSync } from 'node:fs';
import { type TestApp, startTestApp } from '../support/app.js';
import { describeInBrowser, waitUntil } from '../support/browser.js';
import { openDesk, settled } from '../support/desk.js';
import {
  HOUR,
  T,
  aProject,
  aSession,
  aSessionWith,
  aSymbol,
  aTrade,
  tradesWith,
} from '../support/factories.js';
import { realData } from '../support/real-data.js';

describeInBrowser('sessions of any size on the review desk', (browser) => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp({ STATS_TIMEOUT_MS: '60000' });
  });
  afterAll(() => service.close());

  it('without trades: sentences in the place of charts, and the next step', async () => {
    const session = await aSession(service.call);
    const { page, faults, close } = await openDesk(browser(), service, `/sessions/${session.id}`);
    await settled(page);
    await page.getByText('There is no trade yet. Import a file').waitFor();
    await page.getByText('Select a trade to see the market around it.').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('one trade without candles: its figures, and how to get candles', async () => {
    const symbol = aSymbol();
    const session = await aSessionWith(service.call, tradesWith(12.5), { assets: [{ symbol }] });
    const { page, faults, close } = await openDesk(browser(), service, `/sessions/${session.id}`);
    await settled(page);
    await page.locator('.tile', { hasText: '+12.50' }).first().waitFor();
    await page.getByText(`No 15m candles of ${symbol} are stored`).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('24 trades that freqtrade made on five symbols', async () => {
    const file = realData('cases/freqtrade-24-trades.json', '24 real trades on the review desk');
    if (file === null) return;
    const { session: settings, trades } = JSON.parse(readFileSync(file, 'utf8')) as RecordedCase;
    const { symbols, ...fields } = settings;
    const session = await aSession(service.call, {
      ...fields,
      assets: symbols.map((symbol) => ({ symbol })),
    });
    await service.call
      .post(`/sessions/${session.id}/trades`, {
        trades: trades.map((trade) => ({ ...trade, tool: undefined })),
      })
      .expect(201);
    const { page, faults, close } = await openDesk(browser(), service, `/sessions/${session.id}`);
    await settled(page);
    await waitUntil(page, `document.querySelector('.trade-rows').dataset.loaded === '24'`);
    expect(await page.locator('.tile').last().innerText()).toContain('24');
    expect(faults).toEqual([]);
    await close();
  });

  it('first figures of 1,000 trades are on the screen soon after the key', async () => {
    const session = await importedSession(1_000);
    await service.call.get(`/sessions/${session.id}/stats`).expect(200);
    const { page, close } = await openDesk(browser(), service, '/');
    await settled(page);
    const started = Date.now();
    const opened = await openDesk(browser(), service, `/sessions/${session.id}`);
    await opened.page.locator('.tile', { hasText: '500 wins' }).waitFor();
    const took = Date.now() - started;
    process.stdout.write(
      `First figures of 1,000 trades: ${took} ms after the page was opened with its key.\n`,
    );
    expect(took).toBeLessThan(5_000);
    await opened.close();
    await close();
  });

  it('100,000 trades: few rows are drawn, the curve is thinned, and the last trade is reached', async () => {
    const session = await importedSession(100_000);
    const { page, faults, close } = await openDesk(browser(), service, `/sessions/${session.id}`);
    await page.locator('.tile', { hasText: '100,000' }).last().waitFor({ timeout: 60_000 });
    const path = await page.locator('svg[aria-label^="Equity from"] path.curve').getAttribute('d');
    expect(path!.length).toBeLessThan(200_000);
    expect(await page.locator('.trade-rows [role="option"]').count()).toBeLessThan(40);
    await page.getByRole('button', { name: 'Losses' }).click();
    await waitUntil(page, `document.querySelector('.trade-rows').dataset.rows === '50000'`);
    await page.getByRole('listbox').focus();
    await page.keyboard.press('End');
    await page.locator('[aria-selected="true"][aria-posinset="50000"]').waitFor({ timeout: 60_000 });
    expect(faults).toEqual([]);
    await close();
  });

  const importedSession = async (many: number) => {
    const project = await aProject(service.call, { name: `${many} trades` });
    const session = await aSession(service.call, { projectId: project.id, initialBalance: 1_000_000 });
    const lines = ['side,qty,entryTime,entryPrice,exitTime,exitPrice'];
    for (let trade = 0; trade < many; trade += 1) {
      const { side, qty, entryTime, entryPrice, exitTime, exitPrice } = aTrade({
        plNet: trade % 2 === 0 ? 11 : -10,
        entryTime: T + trade * HOUR,
        exitTime: T + trade * HOUR + HOUR / 2,
      });
      lines.push([side, qty, entryTime, entryPrice, exitTime, exitPrice].join());
    }
    await service.call
      .post(`/sessions/${session.id}/trades/import`)
      .set('content-type', 'text/csv')
      .send(lines.join('\n'))
      .expect(201);
    return session;
  };
});

interface RecordedCase {
  readonly session: { readonly symbols: readonly string[] };
  readonly trades: readonly { readonly tool: unknown }[];
}
