import { readFileSync } from 'node:fs';
import type { Download, Page } from 'playwright-core';
import { type TestApp, startTestApp } from '../support/app.js';
import { describeInBrowser } from '../support/browser.js';
import { aReviewedProject, openDesk, settled } from '../support/desk.js';
import { T, aSession } from '../support/factories.js';

/** Size of an A4 page at 96 pixels per inch within margins of 14 mm. */
const PAPER = { width: 688, height: 1016 };

describeInBrowser('the review desk, as a source of files and on paper,', (browser) => {
  let service: TestApp;
  let world: Awaited<ReturnType<typeof aReviewedProject>>;

  beforeAll(async () => {
    service = await startTestApp();
    world = await aReviewedProject(service);
  });
  afterAll(() => service.close());

  const openSession = async () => {
    const opened = await openDesk(browser(), service, `/sessions/${world.session.id}`);
    await settled(opened.page);
    return opened;
  };

  const contentOf = async (download: Download) => readFileSync(await download.path(), 'utf8');

  it('downloads a report that can be opened without the service', async () => {
    const { page, context, faults, close } = await openSession();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download report' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('London-open.html');
    const html = await contentOf(download);
    expect(html).not.toContain(service.secrets.own);
    await context.setOffline(true);
    const file = await context.newPage();
    await file.setContent(html);
    expect(await file.locator('h1').innerText()).toBe('London open');
    expect(await file.locator('.tile').allInnerTexts()).toEqual(await page.locator('.tile').allInnerTexts());
    expect(faults).toEqual([]);
    await close();
  });

  it.each([
    ['csv', /^clientId,/],
    ['ndjson', /^\{"clientId":/],
  ])('exports the trades as %s, like the API', async (format, start) => {
    const { page, faults, close } = await openSession();
    await page.getByText('Export', { exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Trades as ${format}` }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`London-open.${format}`);
    const path = `/sessions/${world.session.id}/trades/export?format=${format}`;
    const { text } = await service.call.get(path).buffer(true).expect(200);
    const content = await contentOf(download);
    expect(content).toBe(text);
    expect(content.trim()).toMatch(start);
    expect(faults).toEqual([]);
    await close();
  });

  it('imports a file that is dropped on the import form', async () => {
    const session = await aSession(service.call);
    const { page, faults, close } = await openDesk(browser(), service, `/sessions/${session.id}`);
    await page.getByRole('button', { name: 'Import' }).click();
    await drop(page, 'dropped.csv', [
      'side,qty,entryTime,entryPrice,exitTime,exitPrice',
      `long,1,${T},100,${T + 60_000},110`,
      `long,1,${T},100,${T + 120_000},90`,
    ]);
    await page.locator('.drop', { hasText: 'dropped.csv' }).waitFor();
    await page.getByText('2 closed trades in the file').waitFor();
    await page.getByRole('button', { name: 'Store 2 trades' }).click();
    await page.getByText('2 trades stored.').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('prints no elements that are useless on paper, and cuts no chart', async () => {
    const { page, faults, close } = await openSession();
    await page.setViewportSize({ width: PAPER.width, height: PAPER.height });
    await page.emulateMedia({ media: 'print' });
    // The questions, the link to them, the names of figures and groups, and the cells of the calendar are text that is also a button.
    const isText =
      ':not(.explain):not(.only):not(td > button):not(.questions > li button):not(.evidence-line button)';
    expect(await page.locator(`button${isText}:visible`).allInnerTexts()).toEqual([]);
    expect(await page.locator('.print-only svg path.candle-up').isVisible()).toBe(true);
    const charts = await page.locator('.chart:visible').evaluateAll((found) =>
      found.map((chart) => {
        const { right, height } = chart.getBoundingClientRect();
        const card = chart.closest('.card')!;
        const { breakInside } = getComputedStyle(chart);
        return { right, height, breakInside, edge: card.getBoundingClientRect().right };
      }),
    );
    expect(charts.length).toBeGreaterThanOrEqual(8);
    for (const { right, height, breakInside, edge } of charts) {
      expect(right).toBeLessThanOrEqual(Math.min(edge, PAPER.width));
      expect(height).toBeLessThan(PAPER.height / 2);
      expect(breakInside).toBe('avoid');
    }
    const wide = await page
      .locator('.card table:visible')
      .evaluateAll((tables) =>
        tables
          .filter(
            (table) =>
              table.getBoundingClientRect().right > table.closest('.card')!.getBoundingClientRect().right,
          )
          .map((table) => table.textContent),
      );
    expect(wide).toEqual([]);
    const pdf = await page.pdf({ preferCSSPageSize: true });
    const pages = pdf.toString('latin1').match(/\/Type ?\/Page\b/g)!.length;
    expect(pages).toBeLessThanOrEqual(6);
    expect(faults).toEqual([]);
    await close();
  });
});

/** Drops a file with the same events as a browser: on the element under the pointer. */
async function drop(page: Page, name: string, lines: readonly string[]): Promise<void> {
  const data = await page.evaluateHandle(
    `(() => {
      const data = new DataTransfer();
      data.items.add(new File([${JSON.stringify(`${lines.join('\n')}\n`)}], '${name}', { type: 'text/csv' }));
      return data;
    })()`,
  );
  for (const event of ['dragover', 'drop']) await page.dispatchEvent('.drop', event, { dataTransfer: data });
}
