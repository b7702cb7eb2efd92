import type { Page } from 'playwright-core';
import { type TestApp, startTestApp } from '../support/app.js';
import { axeFindings, describeInBrowser, overflow, waitUntil } from '../support/browser.js';
import { openDesk, settled } from '../support/desk.js';
import {
  DAY,
  HOUR,
  T,
  aProject,
  aSession,
  aSessionWith,
  aSymbol,
  aTrade,
  ingest,
  tradesWith,
} from '../support/factories.js';

/** New symbols, because other suites store candles of the usual symbols, and these trades must have no candles. */
const SYMBOLS = [aSymbol(), aSymbol(), aSymbol()];

/** A year of trades on three symbols, in streaks, with the tags that imports create from the reasons in a file. */
const aYear = (many: number) =>
  Array.from({ length: many }, (_, place) => {
    const entryTime = T + Math.floor((place * 365) / many) * DAY + (place % 20) * HOUR;
    const plNet = Math.floor(place / 8) % 2 === 0 ? 12 + (place % 5) : -11 - (place % 3);
    return aTrade({
      symbol: SYMBOLS[place % 3]!,
      plNet,
      entryTime,
      exitTime: entryTime + ((place % 9) + 1) * 10 * 60_000,
      tags: [plNet > 0 ? 'exit:roi' : 'exit:stop_loss', place % 2 ? 'enter:cross' : 'enter:breakout'],
    });
  });

describeInBrowser('the page of a session on the review desk', (browser) => {
  let service: TestApp;
  let session: { readonly id: string };
  let projectId: string;

  beforeAll(async () => {
    service = await startTestApp();
    const project = await aProject(service.call, { name: 'Momentum' });
    projectId = project.id;
    const fields = { projectId, assets: SYMBOLS.map((symbol) => ({ symbol })) };
    const earlier = await aSession(service.call, { ...fields, name: 'First try' });
    await ingest(service.call, earlier, aYear(30));
    session = await aSession(service.call, {
      ...fields,
      name: 'Second try',
      accountTimezone: 'Europe/Berlin',
    });
    await ingest(service.call, session, aYear(240));
  });
  afterAll(() => service.close());

  const openSession = async (query = '', look = {}) => {
    const opened = await openDesk(browser(), service, `/sessions/${session.id}${query}`, look);
    await settled(opened.page);
    return opened;
  };

  const card = (page: Page, title: string) =>
    page.locator('section.card').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

  it('has tables by side, symbol, reason, duration, weekday, hour and month with the figures of the API', async () => {
    const { page, faults, close } = await openSession();
    const titles = ['side', 'symbol', 'entry reason', 'exit reason', 'duration', 'weekday', 'hour', 'month'];
    for (const title of titles)
      await page.getByRole('region', { name: `By ${title}`, exact: true }).waitFor();
    const { body } = await service.call
      .get(`/sessions/${session.id}/analysis/breakdown?by=symbol`)
      .expect(200);
    const rows = page.getByRole('region', { name: 'By symbol', exact: true }).locator('tbody tr');
    for (const { key, tradeCount, figures } of body.groups) {
      const cells = await rows.filter({ hasText: key }).locator('td').allInnerTexts();
      expect(cells[0]).toBe(String(tradeCount));
      expect(cells[3]).toBe(figures.netProfitFactor.toFixed(2));
    }
    const reasons = page.getByRole('region', { name: 'By exit reason', exact: true }).locator('tbody th');
    expect((await reasons.allInnerTexts()).toSorted()).toEqual(['roi', 'stop_loss']);
    const hours = page.getByRole('region', { name: 'By hour', exact: true });
    const counts = (await hours.locator('tbody td:nth-child(2)').allInnerTexts()).map(Number);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    await page.getByRole('button', { name: 'in order', exact: true }).click();
    expect(await hours.locator('tbody th').allInnerTexts()).toEqual(
      Array.from({ length: 24 }, (_, hour) => String(hour)),
    );
    expect(faults).toEqual([]);
    await close();
  });

  it('opens the definition, the formula and the source of a figure', async () => {
    const { page, close } = await openSession();
    await page.locator('.tile button.explain', { hasText: 'Win rate' }).click();
    const definition = page.locator('#tile-winrate');
    await definition.getByText('Source: Definition of this service, docs/statistics.md.').waitFor();
    expect(await definition.locator('code').count()).toBe(2);
    await page.keyboard.press('Escape');
    await page.locator('#rolling-risk-rolling-sharpe').waitFor({ state: 'hidden' });
    await card(page, 'Rolling 30 days').getByRole('button', { name: 'Sharpe ratio' }).click();
    await page.locator('#rolling-risk-rolling-sharpe', { hasText: 'Sharpe, "The Sharpe ratio"' }).waitFor();
    await page.keyboard.press('Escape');
    for (const short of ['(CAGR)', '(PSR)', '(SQN)'])
      expect(await card(page, 'All figures').locator('summary', { hasText: short }).count()).toBe(1);
    const ratio = card(page, 'All figures').locator('details', { hasText: '(PSR)' });
    await ratio.locator('summary').click();
    await ratio.getByText('Bailey and López de Prado, "The Sharpe ratio efficient frontier"').waitFor();
    await close();
  });

  it('sorts the trades by a column, and then again in the order of their exits', async () => {
    const { page, close } = await openSession();
    const first = page.locator('.trade-rows [aria-posinset="1"]');
    const order = await first.getAttribute('data-trade');
    const net = page.locator('.trade-row.columns button', { hasText: 'Net' });
    await net.click();
    await page.locator('.trade-rows [aria-posinset="1"]', { hasText: '+16.00' }).waitFor();
    await net.click();
    await page.locator('.trade-rows [aria-posinset="1"]', { hasText: '\u221213.00' }).waitFor();
    await page.getByRole('listbox').focus();
    await page.keyboard.press('Home');
    await page.locator('[aria-selected="true"][aria-posinset="1"]').waitFor();
    await net.click();
    await waitUntil(page, `document.querySelector('[aria-posinset="1"]')?.dataset.trade === '${order}'`);
    expect(await page.locator('.trade-row.columns').innerText()).toContain('Symbol');
    await close();
  });

  it('filters the trades by a tag, an outcome and a month, and keeps the filter on Back', async () => {
    const { page, close } = await openSession();
    await page.getByRole('group', { name: 'Tags of the trades' }).getByText('exit:roi').click();
    await page.waitForURL('**tag=exit%3Aroi');
    const { body } = await service.call
      .get(`/sessions/${session.id}/trades?tag=exit:roi&count=500`)
      .expect(200);
    const rows = (many: number) =>
      waitUntil(page, `document.querySelector('.trade-rows')?.dataset.rows === '${many}'`);
    await rows(body.trades.length);
    await page.getByRole('group', { name: 'Tags of the trades' }).getByText('exit:roi').click();
    const { body: calendar } = await service.call
      .get(`/sessions/${session.id}/analysis/calendar`)
      .expect(200);
    const month = calendar.months[2];
    await page.getByRole('button', { name: `${month.month}:` }).click();
    await rows(month.tradeCount);
    await page.getByRole('button', { name: 'Wins' }).click();
    await page.waitForURL('**outcome=win**');
    const before = page.url();
    await page.locator('.bar a', { hasText: 'Momentum' }).click();
    await page.getByRole('link', { name: 'Second try' }).waitFor();
    await page.goBack();
    await settled(page);
    expect(page.url()).toBe(before);
    expect(await page.getByRole('button', { name: 'Wins' }).getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Remove the filter: closed' }).click();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await rows(240);
    await close();
  });

  it('searches in the notes of the trades', async () => {
    const { page, faults, close } = await openSession();
    const { body } = await service.call.get(`/sessions/${session.id}/trades?count=2`).expect(200);
    const { id } = body.trades[1];
    await service.call
      .patch(`/sessions/${session.id}/trades/${id}`)
      .send({ note: 'Too late, again' })
      .expect(200);
    await page.getByRole('searchbox', { name: 'Search in the notes' }).fill('LATE');
    await page.waitForURL('**search=LATE');
    await waitUntil(page, `document.querySelector('[aria-posinset="1"]')?.dataset.trade === '${id}'`);
    expect(await page.locator('.trade-rows').getAttribute('data-rows')).toBe('1');
    await page.getByRole('searchbox', { name: 'Search in the notes' }).fill('missing');
    await page.getByText('There are no trades with “missing” in the note.').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('names the analyses that are still running, and shows each analysis once it has finished', async () => {
    const { page, close } = await openDesk(browser(), service, '/');
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/analysis/hindsight*', async (route) => {
      await held;
      await route.continue();
    });
    await page.evaluate(`location.hash = '#/sessions/${session.id}'`);
    const sentence = page.getByText('Still computing: hindsight.', { exact: true });
    await sentence.waitFor();
    expect(await card(page, 'Hindsight').locator('.skeleton').count()).toBe(1);
    expect(await page.locator('.skeleton').count()).toBe(1);
    answer();
    await card(page, 'Hindsight').getByText('1 earlier session has traded').waitFor();
    await sentence.waitFor({ state: 'detached' });
    await close();
  });

  it('draws paths from blocks of trades if results come in streaks, and states this', async () => {
    const { page, close } = await openSession();
    await card(page, 'Monte Carlo').getByText('Wins and losses come in streaks (runs test, z').waitFor();
    expect(await card(page, 'Monte Carlo').innerText()).toContain('2,000 paths, block');
    await close();
  });

  it('draws paths at the risk that the trades took, and at another risk that the user chooses', async () => {
    let balance = 10_000;
    const trades = Array.from({ length: 40 }, (_, day) => {
      const isWin = (day * 7) % 5 < 2;
      const exitPrice = isWin ? 102 : 99;
      const qty = (balance * 0.033) / 1;
      balance += (exitPrice - 100) * qty;
      const times = { entryTime: T + day * DAY, exitTime: T + day * DAY + HOUR };
      return aTrade({ symbol: SYMBOLS[0]!, entryPrice: 100, stopLoss: 99, exitPrice, qty, ...times });
    });
    const fields = { projectId, initialBalance: 10_000, assets: [{ symbol: SYMBOLS[0]! }] };
    const { id } = await aSessionWith(service.call, trades, { ...fields, name: 'Steady risk' });
    const { page, faults, close } = await openDesk(browser(), service, `/sessions/${id}`);
    const panel = card(page, 'Monte Carlo');
    await panel.getByText('with 3.3 % at risk in each trade, as in the session.').waitFor();
    const slider = panel.getByRole('slider', { name: 'Risk of each trade' });
    expect(await slider.getAttribute('aria-valuetext')).toBe('3.3 %');
    const before = await panel.locator('.note').innerText();
    await slider.focus();
    await page.keyboard.press('Home');
    await panel.getByText('with 0.33 % at risk in each trade.').waitFor();
    expect(await panel.locator('.note').innerText()).not.toBe(before);
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowRight');
    await panel.getByText('with 0.47 % at risk in each trade.').waitFor();
    expect(await page.evaluate('document.activeElement.type')).toBe('range');
    expect(faults).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    await close();
  });

  it('shows drawdowns with dates, confidence intervals, hindsight, and a rolling window of a chosen length', async () => {
    const { page, faults, close } = await openSession();
    const { body } = await service.call.get(`/sessions/${session.id}/analysis/risk`).expect(200);
    expect(await card(page, 'Deepest drawdowns').locator('tbody tr').count()).toBe(
      body.drawdowns.periods.length,
    );
    expect(await card(page, 'Confidence').locator('tbody tr').count()).toBe(4);
    await card(page, 'Hindsight').getByText('1 earlier session has traded: First try').waitFor();
    await page.getByRole('group', { name: 'Days of the window' }).getByText('90').click();
    await page.locator('svg[aria-label^="Sharpe ratio of the last 90 days"]').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('shows one line instead of a panel without data, and reads no trades for charts that are not drawn', async () => {
    const { page, close } = await openDesk(browser(), service, '/');
    const read: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/trades') && !searchParams.has('from')) read.push(request.url());
    });
    await page.evaluate(`location.hash = '#/sessions/${session.id}'`);
    await settled(page);
    expect(read).toHaveLength(1);
    const lines = page.locator('.group > .nothing');
    const named = await lines.evaluateAll((shown) =>
      shown.map((line) => Array.from(line.querySelectorAll('strong'), ({ textContent }) => textContent)),
    );
    expect(named).toEqual([
      ['Marked equity'],
      ['Timing', 'Fills', 'Times of the trades'],
      ['Position size'],
      ['Excursions', 'Ideal R and R', 'Other exits'],
    ]);
    expect(await lines.nth(1).innerText()).toContain(
      'Timing, Fills – No candles of these trades are stored.',
    );
    for (const line of await lines.all()) expect((await line.boundingBox())!.height).toBeLessThan(60);
    for (const title of ['Marked equity', 'Timing', 'Position size', 'Excursions'])
      expect(await card(page, title).count()).toBe(0);
    expect((await card(page, 'Candles').boundingBox())!.height).toBeLessThan(60);
    expect(await card(page, 'Candles').innerText()).toContain('at this time are stored. Add candles');
    await close();
  });

  it('has a skip link, and axe reports nothing in any view at 390 px with an open definition', async () => {
    const { page, faults, close } = await openSession('', { width: 390, colorScheme: 'dark' });
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.innerText')).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(`document.activeElement.matches('.title')`)).toBe(true);
    await page.locator('.tile button.explain').first().click();
    await page.locator('#tile-plNet code').first().waitFor();
    expect([await axeFindings(page), await overflow(page), faults]).toEqual([[], 0, []]);
    await close();
  });

  it('keeps the first column of a wide table visible, and shows a shadow if more columns are to the right', async () => {
    const { page, close } = await openSession('', { width: 390 });
    const box = page.locator('.scroll-box', { has: page.getByRole('region', { name: 'Deepest drawdowns' }) });
    await waitUntil(page, `document.querySelector('.scroll-box.more')`);
    expect(await box.getAttribute('class')).toContain('more');
    const region = page.getByRole('region', { name: 'Deepest drawdowns' });
    const head = region.locator('tbody th').first();
    const before = (await head.boundingBox())!.x;
    await region.evaluate((shown: { scrollLeft: number; scrollWidth: number }) => {
      shown.scrollLeft = shown.scrollWidth;
    });
    await waitUntil(
      page,
      `!document.querySelector('[aria-label="Deepest drawdowns"]').parentElement.matches('.more')`,
    );
    expect((await head.boundingBox())!.x).toBeCloseTo(before, 0);
    await close();
  });

  it('shows twelve digits in every tile at every width, on one line', async () => {
    const huge = tradesWith(-12, 5, 10).map((trade) => ({ ...trade, qty: 1.2345678e10 }));
    const account = await aSessionWith(service.call, huge, { initialBalance: 9e14, accountCurrency: 'EUR' });
    const { page, close } = await openDesk(browser(), service, `/sessions/${account.id}`);
    await settled(page);
    for (const size of [390, 430, 600, 700, 768, 860, 960, 1024, 1100, 1200, 1280, 1366, 1440, 1680, 1920]) {
      await page.setViewportSize({ width: size, height: 900 });
      const cut = await page.evaluate(`[...document.querySelectorAll('.tile dd:not(.below)')]
        .filter((shown) => shown.scrollWidth > shown.clientWidth || shown.getClientRects()[0].height > 30)
        .map((shown) => shown.innerText)`);
      expect([size, cut, await overflow(page)]).toEqual([size, [], 0]);
    }
    await close();
  });

  it('does not show annual growth for fewer than 90 days', async () => {
    const short = await aSessionWith(
      service.call,
      [0, 88].map((day) => aTrade({ plNet: 20, entryTime: T + day * DAY, exitTime: T + day * DAY + HOUR })),
    );
    const opened = await openDesk(browser(), service, `/sessions/${short.id}`);
    await settled(opened.page);
    expect(await opened.page.locator('.tiles').innerText()).not.toContain('a year');
    await opened.close();
    const { page, close } = await openSession();
    expect(await page.locator('.tiles').innerText()).toContain('a year (CAGR)');
    await close();
  });
});
