import type { Page } from 'playwright-core';
import { amount, amountDecimals, signedAmount } from '../../desk/report/format.js';
import { type TestApp, startTestApp } from '../support/app.js';
import { describeInBrowser, waitUntil } from '../support/browser.js';
import { aReviewedProject, openDesk, settled } from '../support/desk.js';
import { aSessionWith, aSymbol, statsOf, tradesWith } from '../support/factories.js';

describeInBrowser('a session on the review desk', (browser) => {
  let service: TestApp;
  let world: Awaited<ReturnType<typeof aReviewedProject>>;

  beforeAll(async () => {
    service = await startTestApp();
    world = await aReviewedProject(service);
  });
  afterAll(() => service.close());

  const openSession = async (id = world.session.id) => {
    const opened = await openDesk(browser(), service, `/sessions/${id}`);
    await settled(opened.page);
    return opened;
  };

  it('shows the figures of the API', async () => {
    const stats = await statsOf(service.call, world.session);
    const { page, faults, close } = await openSession();
    const tiles = await page.locator('.tile').allInnerTexts();
    expect(tiles[0]).toContain('Net, USDT');
    expect(tiles[0]).toContain(`\n${signedAmount(stats.plNet, amountDecimals(10_000))}\n`);
    expect(tiles[7]).toContain(String(stats.tradeCount));
    const counts = await page
      .locator('section', { hasText: 'Distribution of returns' })
      .locator('tbody td')
      .allTextContents();
    expect(counts.map(Number).reduce((sum, count) => sum + count, 0)).toBe(stats.tradeCount);
    expect(faults).toEqual([]);
    await close();
  });

  it('draws the equity at market prices, from the initial balance to the final equity of the API', async () => {
    const { equityCurve } = await statsOf(service.call, world.session);
    const { body } = await service.call.get(`/sessions/${world.session.id}/analysis/equity`).expect(200);
    const { page, close } = await openSession();
    const chart = page.locator('svg[aria-label^="Equity from"]');
    const end = amount(equityCurve.at(-1)!.equity, amountDecimals(10_000));
    expect(await chart.getAttribute('aria-label')).toContain(
      `Equity from 10,000.00 USDT to ${end} USDT at market prices`,
    );
    expect(Number(await chart.getAttribute('aria-valuemax'))).toBe(body.points.length);
    const market = chart.locator('path.held.dashed');
    expect(await market.count()).toBe(1);
    await page.getByText('holding the market, ').waitFor();
    await page.getByRole('button', { name: 'market', exact: true }).click();
    await market.waitFor({ state: 'detached' });
    await close();
  });

  it('draws the realised equity if no candles are stored', async () => {
    const session = await aSessionWith(service.call, tradesWith(5, -2, 7), {
      assets: [{ symbol: aSymbol() }],
    });
    const { equityCurve } = await statsOf(service.call, session);
    const { page, close } = await openSession(session.id);
    const chart = page.locator('svg[aria-label^="Equity from"]');
    expect(await chart.getAttribute('aria-label')).toContain('Equity from 10,000.00 USD to 10,010.00 USD,');
    expect(Number(await chart.getAttribute('aria-valuemax'))).toBe(equityCurve.length - 1);
    expect(await chart.locator('path.held').count()).toBe(0);
    await close();
  });

  it('draws candles with the marks of trades, and a click on a mark selects the row of its trade', async () => {
    const { page, close } = await openSession();
    const canvas = page.locator('.candle-chart');
    await waitUntil(page, `document.querySelector('.candle-chart').dataset.selected`);
    expect(Number(await canvas.getAttribute('data-bars'))).toBeGreaterThan(40);
    expect(await colours(page)).toBeGreaterThan(3);
    await canvas.scrollIntoViewIfNeeded();
    const chosen = await canvas.getAttribute('data-selected');
    const other = (await marks(page)).find(({ id }) => id !== chosen)!;
    const box = (await canvas.boundingBox())!;
    await page.mouse.click(box.x + other.x, box.y + other.y);
    await page.locator(`.trade-rows [data-trade="${other.id}"][aria-selected="true"]`).waitFor();
    expect(await page.locator('.trade-details').getAttribute('data-trade')).toBe(other.id);
    await close();
  });

  it('selects the mark of a clicked row, and loads candles for trades outside the loaded range', async () => {
    const { page, close } = await openSession();
    await waitUntil(page, `document.querySelector('.candle-chart').dataset.selected`);
    const before = await page.locator('.candle-chart').getAttribute('data-first');
    await page.getByRole('listbox').focus();
    await page.keyboard.press('End');
    const last = page.locator('.trade-rows [aria-selected="true"]');
    await last.waitFor();
    const id = await last.getAttribute('data-trade');
    await waitUntil(page, `document.querySelector('.candle-chart').dataset.selected === '${id}'`);
    await waitUntil(page, `document.querySelector('.candle-chart').dataset.first !== '${before}'`);
    await close();
  });

  it('filters the trades by wins or losses, and steps through the filtered trades', async () => {
    const stats = await statsOf(service.call, world.session);
    const { page, close } = await openSession();
    await page.getByRole('button', { name: 'Losses' }).click();
    const rows = page.locator('.trade-rows');
    await waitUntil(page, `document.querySelector('.trade-rows')?.dataset.loaded === '${stats.lossCount}'`);
    expect(await rows.getAttribute('data-rows')).toBe(String(stats.lossCount));
    await page.locator('.trade-rows [role="option"]').first().click();
    await page.getByRole('button', { name: 'Next trade' }).click();
    expect(await page.locator('.trade-rows [aria-selected="true"]').getAttribute('aria-posinset')).toBe('2');
    await close();
  });

  it('counts break-evens again after a change of the threshold, and keeps the threshold in the address', async () => {
    const threshold = 20;
    const stats = await statsOf(service.call, world.session, threshold);
    const { page, close } = await openSession();
    await page.getByText('More', { exact: true }).click();
    await page.getByLabel('Break-even up to').fill(String(threshold));
    await page.waitForURL(`**?threshold=${threshold}`);
    await page.locator('.tile', { hasText: `${stats.winCount} wins` }).waitFor();
    await close();
  });

  it('selects a range by a drag over the equity, and lists its trades', async () => {
    const { page, close } = await openSession();
    const box = (await page.locator('svg[aria-label^="Equity from"]').boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.3, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + 100, { steps: 5 });
    await page.mouse.up();
    await page.getByRole('button', { name: 'Remove the filter: closed' }).waitFor();
    await waitUntil(page, `Number(document.querySelector('.trade-rows').dataset.rows) < 30`);
    await page.getByRole('button', { name: 'All, not only' }).click();
    await waitUntil(page, `document.querySelector('.trade-rows').dataset.rows === '48'`);
    await close();
  });

  it('explains a figure with its formula', async () => {
    const { page, close } = await openSession();
    await page.locator('details.figure', { hasText: 'Win rate' }).locator('summary').click();
    await page.locator('details[open] .explanation code').first().waitFor();
    expect(await page.locator('details.figure[open] .explanation').innerText()).toContain('48');
    await close();
  });

  it('keeps a typed note while another trade is shown, until the note is cancelled', async () => {
    const { page, close } = await openSession();
    const row = (place: number) => page.locator(`.trade-rows [aria-posinset="${place}"]`);
    await row(2).click();
    await page.getByRole('button', { name: 'Edit note and tags' }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Half a thought');
    await row(3).click();
    await page.getByRole('button', { name: 'Edit note and tags' }).waitFor();
    await row(2).click();
    expect(await page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('Half a thought');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await row(3).click();
    await row(2).click();
    await page.getByRole('button', { name: 'Edit note and tags' }).waitFor();
    await close();
  });

  it('returns the focus from a closed dialog to the menu that opened it', async () => {
    const { page, close } = await openSession();
    await page.getByText('More', { exact: true }).click();
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.locator('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await hasFocus(page, '.menu summary');
    await close();
  });

  it('can be opened with only the keyboard, and its trades can be selected and labelled with only the keyboard', async () => {
    const { page, close } = await openDesk(browser(), service, `/projects/${world.project.id}`);
    await page.getByRole('link', { name: 'London open' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'London open' }).waitFor();
    await settled(page);
    // The index leads to the trades, which are far below.
    await tabTo(page, /^Panels, at How it went/);
    await page.keyboard.press('Enter');
    await tabTo(page, 'Trades');
    await page.keyboard.press('Enter');
    await hasFocus(page, '#trades');
    await tabTo(page, 'Trades, in the order of their exits');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await tabTo(page, 'Edit note and tags');
    await page.keyboard.press('Enter');
    await hasFocus(page, 'textarea[name="note"]');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('By keyboard');
    await tabTo(page, 'Tags');
    await page.keyboard.type('late');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Save');
    await page.keyboard.press('Enter');
    await page.locator('.trade-note', { hasText: 'By keyboard' }).waitFor();
    const { body } = await service.call.get(`/sessions/${world.session.id}/trades?tag=late`).expect(200);
    expect(body.trades).toMatchObject([{ note: 'By keyboard' }]);
    await hasFocus(page, '.trade-details button');
    await page.keyboard.press('Enter');
    await hasFocus(page, 'textarea[name="note"]');
    await page.keyboard.type('Not this');
    await page.keyboard.press('Escape');
    await hasFocus(page, '.trade-details button');
    expect(await page.locator('.trade-note').innerText()).toBe('By keyboard');
    await close();
  });
});

const hasFocus = (page: Page, selector: string): Promise<void> =>
  waitUntil(page, `document.activeElement.matches('${selector}')`);

/** Presses Tab until an element with this name has the focus, which must be visible. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let step = 0; step < 150; step += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate<string>(`(() => {
      const { activeElement: at } = document;
      return at.ariaLabel ?? at.labels?.[0]?.innerText ?? at.innerText ?? '';
    })()`);
    if (typeof name === 'string' ? focused !== name : !name.test(focused)) continue;
    const outline = await page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle');
    expect(outline).not.toBe('none');
    return;
  }
  throw new Error(`The keyboard does not reach ${String(name)}.`);
}

async function marks(page: Page): Promise<{ id: string; x: number; y: number }[]> {
  const text = (await page.locator('.candle-chart').getAttribute('data-marks')) ?? '';
  return text
    .split(',')
    .map((mark) => mark.split(' '))
    .map(([id = '', x, y]) => ({ id, x: Number(x), y: Number(y) }))
    .filter(({ x, y }) => x > 20 && x < 1050 && y > 20 && y < 380);
}

/** Returns the number of colours in the candle canvases. */
const colours = (page: Page): Promise<number> =>
  page.evaluate<number>(`(() => {
    const found = new Set();
    for (const canvas of document.querySelectorAll('.candle-chart canvas')) {
      if (!canvas.width || !canvas.height) continue;
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 255) found.add(data.slice(at, at + 3).join());
    }
    return found.size;
  })()`);
