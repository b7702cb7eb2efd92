import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { type TestApp, startTestApp } from '../support/app.js';
import { describeInBrowser, waitUntil } from '../support/browser.js';
import { aMarket, aReviewedProject, marketTrades, openDesk, settled } from '../support/desk.js';
import { HOUR, MINUTE, aSessionWith, aSymbol } from '../support/factories.js';
import { type MinuteSource, playSource, storeBars } from '../support/ideal-r.js';

const chart = (page: Page) => page.locator('.candle-chart');
const attribute = async (page: Page, name: string): Promise<number> =>
  Number(await chart(page).getAttribute(name));

describeInBrowser('candles of the review desk', (browser) => {
  let service: TestApp;

  beforeEach(async () => {
    service = await startTestApp();
  });
  afterEach(() => service.close());

  it('are loaded further when the user scrolls to the right or to the left, and the bars already shown stay', async () => {
    const { session } = await aReviewedProject(service, 400);
    const { page, faults, close } = await openDesk(browser(), service, `/sessions/${session.id}`);
    await settled(page);
    await waitUntil(page, `document.querySelector('.candle-chart').dataset.selected`);
    const first = await attribute(page, 'data-first');
    const [last, bars] = [await attribute(page, 'data-last'), await attribute(page, 'data-bars')];
    await dragUntil(page, -1, `Number(document.querySelector('.candle-chart').dataset.last) > ${last}`);
    expect(await attribute(page, 'data-first')).toBe(first);
    expect(await attribute(page, 'data-bars')).toBeGreaterThan(bars);
    await expectWholeRange(page);

    await page.reload();
    await settled(page);
    await page.getByRole('listbox').focus();
    await page.keyboard.press('End');
    await waitUntil(page, `Number(document.querySelector('.candle-chart')?.dataset.first) > ${last}`);
    const start = await attribute(page, 'data-first');
    await dragUntil(page, 1, `Number(document.querySelector('.candle-chart').dataset.first) < ${start}`);
    await expectWholeRange(page);
    expect(faults).toEqual([]);
    await close();
  });

  it('are replaced by a sentence if a trade has no candles', async () => {
    const { session } = await aReviewedProject(service, 400);
    const { page, faults, close } = await openDesk(browser(), service, `/sessions/${session.id}`);
    await settled(page);
    await waitUntil(page, `document.querySelector('.candle-chart').dataset.selected`);
    await page.route('**/candles/range?**', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), candles: [] } });
    });
    await page.getByRole('listbox').focus();
    await page.keyboard.press('End');
    await page.locator('.candles > .empty').waitFor();
    expect(await chart(page).locator('canvas').count()).toBe(0);
    // A chart that was removed but still draws would fail in a later frame.
    await delay(100);
    expect(faults).toEqual([]);
    await close();
  });

  it('leave the ideal R pending until they are loaded, and then the page shows the ideal R without a reload', async () => {
    const symbol = aSymbol();
    let [isLoaded, deliver] = [false, (): void => undefined];
    const delivered = new Promise<void>((resolve) => (deliver = resolve));
    const source: MinuteSource = {
      missing: (_series, spans) => Promise.resolve(isLoaded ? [] : [...spans]),
      load: () => delivered,
    };
    playSource(service, source);
    const session = await aSessionWith(service.call, marketTrades(symbol, 12), { assets: [{ symbol }] });
    const finishing = service.call.post(`/sessions/${session.id}/finish`).expect(200);
    expect((await finishing).body.stats.idealRAnalysis.state).toBe('pending');
    const { page, faults, close } = await openDesk(browser(), service, `/sessions/${session.id}`);
    await page.getByRole('status').filter({ hasText: 'Candles' }).waitFor();
    const panel = page.locator('section.card', { has: page.getByRole('heading', { name: 'Ideal R and R' }) });
    expect(await panel.locator('svg[aria-label^="Ideal R"]').count()).toBe(0);
    await storeBars(service, symbol, aMarket(40 * (HOUR / MINUTE)));
    isLoaded = true;
    deliver();
    await panel.getByText('n 12').waitFor();
    await page.getByRole('status').filter({ hasText: 'Candles' }).waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await close();
  });
});

/** Checks that the chart has every bar of its range once, also where two loads meet. */
async function expectWholeRange(page: Page): Promise<void> {
  // Reads all three values in one step, because the next bars may be loading.
  const { first, last, bars } = await chart(page).evaluate(({ dataset }) => ({ ...dataset }));
  expect((Number(last) - Number(first)) / (15 * MINUTE) + 1).toBe(Number(bars));
}

/** Drags the chart by its own width until an expression is true in the page. */
async function dragUntil(page: Page, direction: 1 | -1, expression: string): Promise<void> {
  await chart(page).scrollIntoViewIfNeeded();
  const box = (await chart(page).boundingBox())!;
  const [middle, y] = [box.x + box.width * 0.45, box.y + box.height / 2];
  for (let turn = 0; turn < 30; turn += 1) {
    await page.mouse.move(middle - direction * box.width * 0.35, y);
    await page.mouse.down();
    await page.mouse.move(middle + direction * box.width * 0.35, y, { steps: 6 });
    await page.mouse.up();
    if (await page.evaluate<boolean>(expression)) return;
    await page.waitForTimeout(200);
  }
  await waitUntil(page, expression);
}
