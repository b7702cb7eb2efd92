import type { Page } from 'playwright-core';
import { type TestApp, startTestApp } from '../support/app.js';
import { describeInBrowser } from '../support/browser.js';
import { aMarket, marketTrades, openDesk, settled } from '../support/desk.js';
import { type DroppedFile, dropFiles, flawsOf, otherFaults } from '../support/drop.js';
import { aProject, aSession, aSymbol, ingest } from '../support/factories.js';

const MINUTES = 60 * 8;
const COMMAND = 'Import them with npm run candles, or set VENUE_MODE=live.';
const LOOKS = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 390 },
] as const;

describeInBrowser('candles that are added on the review desk', (browser) => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  const rows = (shift = 0) =>
    aMarket(MINUTES).map(
      ({ ts, open, high, low, close }) => `${ts},${open},${high + shift},${low},${close},10`,
    );
  const aFile = (name: string, lines = rows()): DroppedFile => ({
    name,
    text: ['time,open,high,low,close,volume', ...lines, ''].join('\n'),
  });

  /** Opens a session without candles. */
  const openSession = async (look = {}, secret = service.secrets.own) => {
    const symbol = aSymbol();
    const project = await aProject(service.call, { symbol });
    const session = await aSession(service.call, { projectId: project.id, assets: [{ symbol }] });
    await ingest(service.call, session, marketTrades(symbol, 6));
    const of = { ...service, secrets: { ...service.secrets, own: secret } };
    const opened = await openDesk(browser(), of, `/sessions/${session.id}`, look);
    await settled(opened.page);
    await opened.page.getByText('No candles of these trades are stored.').first().waitFor();
    return { ...opened, symbol };
  };
  const panel = (page: Page, title: string) =>
    page.locator('section.card').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  /** The part of a line below the panels of a group that says why a panel is missing. */
  const missing = (page: Page, title: string) =>
    page.locator('.nothing > span').filter({ has: page.locator('strong').getByText(title, { exact: true }) });
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add candles' });
  const storedOf = async (symbol: string) =>
    (await service.call.get(`/candles/series?symbol=${symbol}`).expect(200)).body.series;

  it.each(LOOKS)('by a drop in a panel that lacks them fill the panels: %j', async (look) => {
    const { page, symbol, faults, close } = await openSession(look);
    await missing(page, 'Fills').getByRole('button', { name: 'Add candles' }).click();
    expect(await flawsOf(page)).toEqual([]);
    await dropFiles(page, 'dialog', [aFile(`${symbol}-1m-2024-01.csv`)]);
    await dialog(page).getByText('480 new candles, 10 Jan 2024.').waitFor();
    expect(await flawsOf(page)).toEqual([]);
    expect(await storedOf(symbol)).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Store 480 candles' }).click();
    await dialog(page).getByText(`480 candles of ${symbol} 1m stored.`).waitFor();
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await panel(page, 'Fills').getByText('prices and orders against the candles').waitFor();
    // The panels read their figures again one after the other.
    for (const title of ['Timing', 'Marked equity', 'Excursions', 'Candles', 'Evidence'])
      await panel(page, title).waitFor();
    for (const place of ['.nothing', 'section.card'])
      await page.locator(place).filter({ hasText: 'are stored' }).first().waitFor({ state: 'detached' });
    expect(await storedOf(symbol)).toMatchObject([{ interval: '1m' }]);
    expect(faults).toEqual([]);
    await close();
  });

  it('are offered by every panel and every question that lacks them', async () => {
    const { page, close } = await openSession();
    const offers = {
      Candles: panel(page, 'Candles'),
      ...Object.fromEntries(
        ['Marked equity', 'Timing', 'Fills', 'Excursions'].map((title) => [title, missing(page, title)]),
      ),
    };
    for (const [title, place] of Object.entries(offers))
      expect([title, await place.getByRole('button', { name: 'Add candles' }).count()]).toEqual([title, 1]);
    const lacking = panel(page, 'Evidence').getByRole('listitem').filter({ hasText: 'no candles' });
    const many = await lacking.count();
    expect(many).toBeGreaterThanOrEqual(3);
    expect(await lacking.getByRole('button', { name: 'Add candles' }).count()).toBe(many);
    await close();
  });

  it('need the scope candles; without it, the sentences name the command', async () => {
    const keyed = { name: 'no-candles', scopes: ['read', 'write'] };
    const { body } = await service.call.post('/keys', keyed).expect(201);
    const { page, faults, close } = await openSession({}, body.secret);
    await missing(page, 'Fills')
      .filter({ hasText: `No candles of these trades are stored. ${COMMAND}` })
      .waitFor();
    expect(await page.getByRole('button', { name: 'Add candles' }).count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it('are asked once for what their files do not say', async () => {
    const { page, symbol, faults, close } = await openSession();
    await missing(page, 'Timing').getByRole('button', { name: 'Add candles' }).click();
    const daily = '10/01/2024 00:00,1000,1001,999,1000,10';
    const minutes = rows().map((row) =>
      row.replace(/^\d+/, (ts) => new Date(+ts).toISOString().slice(0, 19)),
    );
    await dropFiles(page, 'dialog', [aFile('prices.csv', minutes), aFile(`${symbol}_D1.csv`, [daily])]);
    const group = dialog(page).getByRole('group', { name: 'prices.csv' });
    await group.getByText('The name of the file does not say which candles these are.').waitFor();
    await group.getByLabel('Symbol').fill(symbol);
    await page.keyboard.press('Tab');
    await group.getByLabel('Interval').selectOption('1m');
    await dialog(page).getByText('2 files do not say everything.').waitFor();
    expect(await flawsOf(page)).toEqual([]);
    await dialog(page).getByLabel('Order of dates').selectOption('dmy');
    await dialog(page).getByLabel('Time zone of the times').fill('UTC');
    await dialog(page).getByRole('button', { name: 'Read again' }).click();
    await group.getByText('480 new candles, 10 Jan 2024.').waitFor();
    // The file of daily candles has a single bar.
    await dialog(page).getByText('1 new candle, 10 Jan 2024.').waitFor();
    await dialog(page).getByRole('button', { name: 'Store 481 candles' }).click();
    await dialog(page).getByRole('button', { name: 'Done' }).waitFor();
    expect((await storedOf(symbol)).map(({ interval }: { interval: string }) => interval).toSorted()).toEqual(
      ['1d', '1m'],
    );
    expect(otherFaults(faults)).toEqual([]);
    await close();
  });

  it('replace stored candles with other figures only if the user says so', async () => {
    const { page, symbol, faults, close } = await openSession();
    await missing(page, 'Timing').getByRole('button', { name: 'Add candles' }).click();
    await dropFiles(page, 'dialog', [aFile(`${symbol}-1m.csv`)]);
    await dialog(page).getByRole('button', { name: 'Store 480 candles' }).click();
    await dialog(page).getByText('480 candles of').waitFor();
    await dropFiles(page, 'dialog', [aFile(`${symbol}-1m.csv`)]);
    await dialog(page).getByText('All candles are stored already.').waitFor();
    await dropFiles(page, 'dialog', [
      aFile(`${symbol}-1m-corrected.csv`, [...rows().slice(0, -2), ...rows(1).slice(-2)]),
    ]);
    await dialog(page)
      .getByText('10 Jan 2024, 478 stored before, 2 with other figures than the stored ones.')
      .waitFor();
    expect(
      await dialog(page)
        .getByRole('button', { name: /^Store/ })
        .count(),
    ).toBe(0);
    await dialog(page).getByLabel('Replace the 2 stored candles that have other figures').check();
    await dialog(page).getByRole('button', { name: 'Store 2 candles' }).click();
    await dialog(page).getByText(`2 candles of ${symbol} 1m stored.`).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('that another import has changed since the preview are previewed again', async () => {
    const { page, symbol, close } = await openSession();
    await missing(page, 'Timing').getByRole('button', { name: 'Add candles' }).click();
    await dropFiles(page, 'dialog', [aFile(`${symbol}-1m.csv`)]);
    await dialog(page).getByText('480 new candles').waitFor();
    await service.call
      .post(`/candles/import?symbol=${symbol}&interval=1m`)
      .set('content-type', 'text/csv')
      .send(aFile('', rows(1).slice(0, 3)).text)
      .expect(201);
    await dialog(page).getByRole('button', { name: 'Store 480 candles' }).click();
    await dialog(page)
      .getByText('477 new candles, 10 Jan 2024, 3 with other figures than the stored ones.')
      .waitFor();
    await close();
  });

  it('are refused with the reason if the file is none of candles', async () => {
    const { page, symbol, close } = await openSession();
    await missing(page, 'Timing').getByRole('button', { name: 'Add candles' }).click();
    await dropFiles(page, 'dialog', [{ name: `${symbol}-1m.csv`, text: 'a,b\n1,2\n' }]);
    await dialog(page)
      .getByText(/^The file cannot be imported: /)
      .waitFor();
    expect(await dialog(page).getByRole('button', { name: 'Store', exact: true }).isDisabled()).toBe(true);
    await close();
  });
});
