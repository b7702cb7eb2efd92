import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { type TestApp, startTestApp } from '../support/app.js';
import { describeInBrowser } from '../support/browser.js';
import { MINUTE, T, aSession, aSymbol, aTrade, finish, ingest } from '../support/factories.js';
import { quietBars, storeBars } from '../support/ideal-r.js';

/** Creates a report of trades on more than one page, with everything that a report can show. */
async function aReport(t: TestApp): Promise<string> {
  const symbol = aSymbol();
  await storeBars(t, symbol, quietBars(-60, 1_600, { 5: { high: 1030 }, 300: { low: 980 } }));
  const session = await aSession(t.call, { assets: [{ symbol }], name: '<b onclick=alert(1)>Open' });
  const trades = Array.from({ length: 60 }, (_, i) =>
    aTrade({
      symbol,
      entryTime: T + i * 20 * MINUTE,
      exitTime: T + (i * 20 + 10) * MINUTE,
      plNet: ((i * 7) % 11) - 5,
      stopLoss: 990,
      takeProfit: 1_020,
      note: '</script><script>alert(1)</script>',
      tags: ['<img src=x onerror=alert(1)>'],
    }),
  );
  await ingest(t.call, session, trades);
  await finish(t.call, session);
  return (await t.call.get(`/sessions/${session.id}/report`).expect(200)).text;
}

interface Opened {
  readonly page: Page;
  /** Console messages, errors, dialogs and requests of the page. The list must stay empty. */
  readonly faults: string[];
}

describeInBrowser('the report file', (browser) => {
  let t: TestApp;
  let folder: string;
  let url: string;

  beforeAll(async () => {
    t = await startTestApp();
    folder = mkdtempSync(join(tmpdir(), 'report-'));
    const file = join(folder, 'report.html');
    writeFileSync(file, await aReport(t));
    url = pathToFileURL(file).href;
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await t.close();
  });

  const open = async (options: Parameters<Browser['newContext']>[0] = {}): Promise<Opened> => {
    const context = await browser().newContext({
      offline: true,
      viewport: { width: 1280, height: 900 },
      ...options,
    });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => faults.push(`console: ${message.text()}`));
    page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
    page.on('request', (request) => {
      if (request.url() !== url && !request.url().startsWith('data:'))
        faults.push(`request: ${request.url()}`);
    });
    page.on('dialog', (dialog) => {
      faults.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.goto(url);
    return { page, faults };
  };

  it('marks the fills that contradict the candles', async () => {
    const { page } = await open({ javaScriptEnabled: false });
    const rings = page.locator('.card', { hasText: 'Candles and trades' }).locator('circle.doubt');
    expect(await rings.count()).toBeGreaterThan(0);
    const sentences = await rings.locator('title').allTextContents();
    expect(sentences.filter((sentence) => sentence.includes('the stop at 990'))).not.toEqual([]);
  });

  it.each(['light', 'dark'] as const)(
    'shows its figures offline and prints nothing to the console, %s',
    async (colorScheme) => {
      const { page, faults } = await open({ colorScheme });
      expect(await page.locator('h1').textContent()).toBe('<b onclick=alert(1)>Open');
      expect(await page.locator('.tile').count()).toBe(8);
      expect(await page.locator('path.curve').first().isVisible()).toBe(true);
      expect(await page.locator('.candle-up').count()).toBe(1);
      expect(faults).toEqual([]);
      await page.context().close();
    },
  );

  it('can be read without scripts', async () => {
    const { page, faults } = await open({ javaScriptEnabled: false });
    expect(await page.locator('.tile').count()).toBe(8);
    expect(await page.locator('path.curve').first().isVisible()).toBe(true);
    expect(await page.getByText('With scripts, the others').isVisible()).toBe(true);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('looks the same with and without scripts', async () => {
    const markups = await Promise.all(
      [true, false].map(async (javaScriptEnabled) => {
        const { page } = await open({ javaScriptEnabled });
        const paths = page.locator('svg[role] path, svg[role] rect');
        const drawn = await paths.evaluateAll((elements) => elements.map((element) => element.outerHTML));
        await page.context().close();
        return drawn;
      }),
    );
    expect(markups[0]!.length).toBeGreaterThan(50);
    // The viewport of `open` is 1280 px wide. At this width, cards are equally wide with and without scripts, so
    // nothing moves when the scripts run.
    expect(markups[0]).toEqual(markups[1]);
  });

  it('pages, sorts and filters the trades, and shows one trade among the candles', async () => {
    const { page, faults } = await open();
    const rows = page.locator('section:has(h2:text-is("Trades")) tbody tr');
    expect(await rows.count()).toBe(50);
    await page.getByRole('button', { name: 'next ›' }).click();
    expect(await rows.count()).toBe(10);
    await page.locator('button.sort', { hasText: /^Net, / }).click();
    expect(await rows.first().textContent()).toContain('+5.00');
    await page.getByRole('button', { name: 'losses' }).click();
    expect(await rows.first().textContent()).toContain('\u22121.00');
    await rows.first().getByRole('button').click();
    expect(await page.getByText('the selected trade with its stop and target').isVisible()).toBe(true);
    expect(await page.locator('path.level').count()).toBe(2);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('lets the user read the equity and change its unit by keyboard', async () => {
    const { page } = await open();
    const chart = page.getByRole('slider');
    await chart.focus();
    await page.keyboard.press('Home');
    expect(await chart.getAttribute('aria-valuetext')).toContain('10,000.00');
    await page.getByRole('button', { name: '%', exact: true }).click();
    await chart.focus();
    await page.keyboard.press('Home');
    expect(await chart.getAttribute('aria-valuetext')).toContain('100.00');
    await page.context().close();
  });

  it.each([390, 1280])('fits a screen of %d pixels', async (width) => {
    const { page } = await open({ viewport: { width, height: 800 } });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    await page.context().close();
  });

  it('prints on A4, with no chart wider than the paper', async () => {
    const { page, faults } = await open();
    // A4 without its margins is 182 mm wide.
    await page.setViewportSize({ width: 688, height: 1000 });
    await page.emulateMedia({ media: 'print' });
    const widths = await page
      .locator('.chart svg')
      .evaluateAll((charts) => charts.map((chart) => chart.getBoundingClientRect().right));
    expect(widths.length).toBeGreaterThanOrEqual(8);
    expect(Math.max(...widths)).toBeLessThanOrEqual(688);
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
    // A4 in points. Versions of Chromium round the size differently.
    expect(pdf.toString('latin1')).toMatch(/\/MediaBox ?\[0 0 59[45][.\d]* 84[12][.\d]*\]/);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
