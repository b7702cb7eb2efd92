import type { Page } from 'playwright-core';
import { amountDecimals, count, number, signed, signedAmount } from '../../desk/report/format.js';
import { type TestApp, startTestApp } from '../support/app.js';
import { axeFindings, describeInBrowser, overflow, waitUntil } from '../support/browser.js';
import { openDesk, settled } from '../support/desk.js';
import { DAY, HOUR, T, aSession, aTrade, ingest } from '../support/factories.js';

const SYMBOLS = ['BTCUSDT', 'ETHUSDT'];
const TRADES = 120;

/** Trades of two symbols and both sides over half a year, at different hours and weekdays. */
const trades = () =>
  Array.from({ length: TRADES }, (_, place) => {
    const entryTime = T + Math.floor(place * 1.5) * DAY + (place % 18) * HOUR;
    return aTrade({
      symbol: SYMBOLS[place % 2]!,
      side: place % 3 === 0 ? 'short' : 'long',
      plNet: place % 4 === 0 ? -9 - (place % 5) : 6 + (place % 7),
      entryTime,
      exitTime: entryTime + HOUR / 2,
      tags: place % 5 === 0 ? ['news'] : ['exit:roi'],
    });
  });

describeInBrowser('the review desk, with a slice of a session,', (browser) => {
  let service: TestApp;
  let session: { readonly id: string };

  beforeAll(async () => {
    service = await startTestApp();
    const assets = SYMBOLS.map((symbol) => ({ symbol }));
    session = await aSession(service.call, { assets, name: 'Sliced', accountTimezone: 'America/New_York' });
    await ingest(service.call, session, trades());
  });
  afterAll(() => service.close());

  const openSession = async (query = '', look = {}) => {
    const opened = await openDesk(browser(), service, `/sessions/${session.id}${query}`, look);
    await settled(opened.page);
    return opened;
  };
  const answer = async (path: string) =>
    (await service.call.get(`/sessions/${session.id}/analysis/${path}`).expect(200)).body;
  const filters = (page: Page) => page.getByRole('group', { name: 'Filters of the sheet' });
  const card = (page: Page, title: string) =>
    page.locator('section.card').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  const only = (page: Page, title: string, name: string) =>
    page
      .getByRole('region', { name: `By ${title}`, exact: true })
      .getByRole('button', { name: `Only ${name}`, exact: true });

  /** Waits until the sheet shows the figures of this slice. */
  const shows = async (page: Page, query: string) => {
    const { slice, figures } = await answer(`figures?${query}`);
    await filters(page)
      .getByText(`${count(slice.tradeCount)} of ${count(TRADES)} trades`, { exact: true })
      .waitFor();
    await waitUntil(page, `document.querySelector('.rows').ariaBusy === 'false'`);
    await waitUntil(page, `document.querySelector('.trade-rows').dataset.rows === '${slice.tradeCount}'`);
    await settled(page);
    const tiles = await page.locator('.tile dd:not(.below)').allInnerTexts();
    expect([tiles[0], tiles[3], tiles[7]]).toEqual([
      signed(figures.plNet, 2),
      number(figures.netProfitFactor),
      count(figures.tradeCount),
    ]);
    return figures;
  };

  it.each([
    ['side', 'short', 'side=short'],
    ['symbol', 'ETHUSDT', 'symbol=ETHUSDT'],
    ['exit reason', 'roi', 'tag=exit%3Aroi'],
    ['tag', 'news', 'tag=news'],
    ['weekday', 'Fri', 'weekday=5'],
    ['hour', '23', 'hour=23'],
  ])(
    'shows, after a click on a row of the table by %s, only the trades of this row: %s',
    async (title, name, query) => {
      const { page, faults, close } = await openSession();
      await only(page, title, name).click();
      await page.waitForURL(`**?${query}`);
      await shows(page, query);
      expect(faults).toEqual([]);
      await close();
    },
  );

  it('sends the filters in the requests of all analyses that accept filters', async () => {
    const { page, close } = await openSession();
    const asked = new Map<string, string>();
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.includes('/analysis/')) asked.set(pathname.split('/').at(-1)!, search);
    });
    await only(page, 'side', 'short').click();
    await shows(page, 'side=short');
    await waitUntil(page, `!document.querySelector('.awaited')`);
    const { body } = await service.call.get('/docs-json').expect(200);
    const filtered = Object.entries(
      body.paths as Record<string, { get?: { parameters?: { name: string }[] } }>,
    )
      .filter(([, { get }]) => get?.parameters?.some(({ name }) => name === 'notTag'))
      .map(([path]) => path.split('/').at(-1)!);
    expect(filtered.length).toBeGreaterThan(10);
    for (const name of filtered)
      expect([name, asked.get(name)]).toEqual([name, expect.stringContaining('side=short')]);
    await close();
  });

  it('combines filters, shows each filter as a chip, and removes the filters one by one on Back', async () => {
    const { page, close } = await openSession();
    await only(page, 'side', 'long').click();
    await shows(page, 'side=long');
    await only(page, 'weekday', 'Mon').click();
    await shows(page, 'side=long&weekday=1');
    const chips = filters(page).locator('button.tag');
    expect(await chips.allInnerTexts()).toEqual(['long ✕', 'opened Mon ✕']);
    await page.reload();
    await settled(page);
    await shows(page, 'side=long&weekday=1');
    await page.goBack();
    await shows(page, 'side=long');
    await page.goForward();
    await shows(page, 'side=long&weekday=1');
    await filters(page).getByRole('button', { name: 'Remove the filter: long' }).click();
    await shows(page, 'weekday=1');
    await filters(page).getByRole('button', { name: 'Remove the filter: opened Mon' }).click();
    await waitUntil(page, `document.querySelector('.trade-rows').dataset.rows === '${TRADES}'`);
    expect(await chips.count()).toBe(0);
    expect(await card(page, 'Against the rest').count()).toBe(0);
    await close();
  });

  it('sets all filters in a form with the keyboard, and removes all filters together', async () => {
    const { page, faults, close } = await openSession();
    await filters(page).getByRole('button', { name: 'Filter the sheet' }).focus();
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Filter the sheet' });
    await form.getByLabel('Side').selectOption('long');
    await form.getByLabel('Symbol').selectOption('BTCUSDT');
    await form.getByRole('button', { name: '23', exact: true }).press('Space');
    for (const hour of ['19', '20', '21', '22'])
      await form.getByRole('button', { name: hour, exact: true }).click();
    await form.getByLabel('Days of the exits, from').fill('2024-01-10');
    await form.getByLabel('Days of the exits, to').fill('2024-05-31');
    await form.getByLabel('Tag').fill(' exit:roi ');
    await page.keyboard.press('Enter');
    await form.waitFor({ state: 'detached' });
    const [from, to] = [Date.parse('2024-01-10T05:00:00Z'), Date.parse('2024-06-01T04:00:00Z')];
    const query = `side=long&symbol=BTCUSDT&tag=exit:roi&hour=19,20,21,22,23&from=${from}&to=${to}`;
    expect((await shows(page, query)).tradeCount).toBeGreaterThan(0);
    expect(await filters(page).locator('button.tag').allInnerTexts()).toEqual([
      'long ✕',
      'BTCUSDT ✕',
      'tag exit:roi ✕',
      'opened 19:00 to 24:00 ✕',
      'closed 2024-01-10 00:00 to 2024-05-31 23:59:59 ✕',
    ]);
    await filters(page).getByRole('button', { name: 'All trades' }).click();
    await waitUntil(page, `document.querySelector('.trade-rows').dataset.rows === '${TRADES}'`);
    expect(faults).toEqual([]);
    await close();
  });

  it('compares the filtered trades with the rest, and shows the difference and its p value', async () => {
    const { page, close } = await openSession('?side=short');
    const { figures, rest, test } = await answer('figures?side=short&compare=rest');
    const rows = card(page, 'Against the rest').locator('tbody tr');
    await rows.first().waitFor();
    expect(await rows.filter({ hasText: 'Trades' }).locator('td').allInnerTexts()).toEqual([
      count(figures.tradeCount),
      count(rest.tradeCount),
      '',
    ]);
    expect(await rows.filter({ hasText: 'Net a trade' }).locator('td').allInnerTexts()).toEqual(
      [figures.avgPlPerTrade, rest.figures.avgPlPerTrade, test.difference].map((net) =>
        signedAmount(net, amountDecimals(10_000)),
      ),
    );
    expect(await card(page, 'Against the rest').innerText()).toContain(`p ${number(test.pValue, 3)}`);
    await close();
  });

  it('marks each panel that ignores the filters and shows all trades', async () => {
    const { page, close } = await openSession('?side=short');
    await shows(page, 'side=short');
    await card(page, 'Distribution of returns').getByText('About all trades').waitFor();
    expect(await card(page, 'Distribution of returns').innerText()).toContain(`n ${count(TRADES)}`);
    await card(page, 'All figures').locator('summary', { hasText: 'Win rate' }).click();
    await card(page, 'All figures').getByText('These numbers are about all trades').waitFor();
    await filters(page).getByRole('button', { name: 'Remove the filter: short' }).click();
    await card(page, 'Distribution of returns').getByText('About all trades').waitFor({ state: 'detached' });
    await close();
  });

  it('shows a message if no trade meets the filters, or if all trades meet them', async () => {
    const { page, close } = await openSession('?hour=12&symbol=BTCUSDT&weekday=6,7&side=short');
    await page.getByText('There are no trades that meet the filters.').waitFor();
    expect(await page.locator('section.card').count()).toBe(1);
    await filters(page).getByRole('button', { name: 'All trades' }).click();
    await waitUntil(page, `document.querySelector('.trade-rows')?.dataset.rows === '${TRADES}'`);
    await page.evaluate(`location.hash += '?from=1&to=9000000000000'`);
    await page.getByText('All trades meet the filters, so there are no others').waitFor();
    await close();
  });

  it.each([
    { width: 1280, colorScheme: 'light' },
    { width: 1280, colorScheme: 'dark' },
    { width: 390, colorScheme: 'light' },
    { width: 390, colorScheme: 'dark' },
  ] as const)(
    'is accessible and fits $width px, $colorScheme, with and without the open form',
    async (look) => {
      const { page, faults, close } = await openSession('?side=long&weekday=1,2,3&tag=exit%3Aroi', look);
      await shows(page, 'side=long&weekday=1,2,3&tag=exit:roi');
      await card(page, 'Against the rest').locator('tbody').waitFor();
      expect([await axeFindings(page), await overflow(page)]).toEqual([[], 0]);
      await filters(page).getByRole('button', { name: 'Filter the sheet' }).click();
      await page.getByRole('dialog').waitFor();
      expect([await axeFindings(page), await overflow(page), faults]).toEqual([[], 0, []]);
      await close();
    },
  );

  it('shows the tags of trades on a narrow screen', async () => {
    const { page, close } = await openSession('', { width: 390 });
    const row = page.locator('.trade-rows [aria-posinset="2"]');
    const [box, label] = [await row.boundingBox(), await row.getByText('exit:roi').boundingBox()];
    expect(label!.width).toBeGreaterThan(0);
    expect(label!.y + label!.height).toBeLessThanOrEqual(box!.y + box!.height);
    const next = await page.locator('.trade-rows [aria-posinset="3"]').boundingBox();
    expect(next!.y).toBeGreaterThanOrEqual(box!.y + box!.height);
    await close();
  });
});
