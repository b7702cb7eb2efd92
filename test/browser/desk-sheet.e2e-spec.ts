import type { Page } from 'playwright-core';
import { type TestApp, startTestApp } from '../support/app.js';
import { axeFindings, describeInBrowser, overflow, waitUntil } from '../support/browser.js';
import { aReviewedProject, openDesk, settled } from '../support/desk.js';
import { DAY, HOUR, T, aSession, aSymbol, aTrade, ingest } from '../support/factories.js';

/** The names of the groups, each with its panels in the order of the sheet. */
const GROUPS = {
  'How it went': ['Equity and drawdown', 'Deepest drawdowns', 'Distribution of returns', 'Calendar'],
  'Could it be luck?': ['Evidence', 'Confidence', 'Timing', 'Fills', 'Times of the trades'],
  'If it went on': ['Monte Carlo', 'Position size', 'Costs'],
  'When and where': ['Breakdown', 'Excursions', 'Ideal R and R', 'Other exits', 'Candles', 'Trades'],
} as const;

/** Markets that do not fit into a line, over three years without candles, so that most panels are lines. */
const MARKETS = Array.from({ length: 12 }, aSymbol);

describeInBrowser('the sheet of a session on the review desk', (browser) => {
  let service: TestApp;
  let session: { readonly id: string };
  let wide: { readonly id: string };

  beforeAll(async () => {
    service = await startTestApp();
    ({ session } = await aReviewedProject(service));
    wide = await aSession(service.call, { assets: MARKETS.map((symbol) => ({ symbol })), name: 'Twelve' });
    const trades = Array.from({ length: 240 }, (_, place) => {
      const entryTime = T + place * 4 * DAY;
      const times = { entryTime, exitTime: entryTime + 3 * HOUR };
      return aTrade({ symbol: MARKETS[place % 12]!, plNet: place % 3 === 0 ? -0.003 : 0.002, ...times });
    });
    await ingest(service.call, wide, trades);
  });
  afterAll(() => service.close());

  const open = async (look = {}, { id } = session) => {
    const opened = await openDesk(browser(), service, `/sessions/${id}`, look);
    await settled(opened.page);
    return opened;
  };
  const boxOf = async (page: Page, selector: string) => (await page.locator(selector).first().boundingBox())!;
  const current = (page: Page) => page.locator('nav#panels [aria-current="location"]').innerText();
  const readAt = (page: Page) => page.locator('.index .here').innerText();

  it('begins with the equity on the left two thirds, the figures on the right, and the evidence in a line', async () => {
    const { page, faults, close } = await open({ width: 1280, height: 900 });
    const line = page.locator('.evidence-line');
    await line.getByText(/^\d+ support · \d+ doubt · \d+ cannot say$/).waitFor();
    const [equity, tiles, evidence] = await Promise.all(
      ['#equity', '.tiles', '.evidence-line'].map((selector) => boxOf(page, selector)),
    );
    expect(equity!.width / (equity!.width + tiles!.width)).toBeCloseTo(2 / 3, 2);
    expect(equity!.x + equity!.width).toBeLessThan(tiles!.x);
    expect([tiles!.y, tiles!.height]).toEqual([equity!.y, equity!.height]);
    expect(evidence!.y).toBeGreaterThanOrEqual(equity!.y + equity!.height);
    expect(evidence!.height).toBeLessThan(60);
    expect(evidence!.y + evidence!.height).toBeLessThan(900);
    const columns = await page
      .locator('.tile')
      .evaluateAll((shown) => [
        ...new Set(shown.map((tile) => Math.round(tile.getBoundingClientRect().left))),
      ]);
    expect(columns).toHaveLength(2);

    const { body } = await service.call.get(`/sessions/${session.id}/analysis/evidence`).expect(200);
    const many = (verdict: string) =>
      body.questions.filter((question: { verdict: string }) => question.verdict === verdict).length;
    expect(await line.locator('.verdicts').innerText()).toBe(
      `${many('supports')} support · ${many('doubts')} doubt · ${many('cannot-say')} cannot say`,
    );
    await line.getByRole('button', { name: 'Evidence' }).click();
    await waitUntil(page, `document.activeElement.id === 'evidence'`);
    expect(await page.locator('#evidence .questions > li').count()).toBe(body.questions.length);
    expect((await boxOf(page, '#evidence')).y).toBeGreaterThan((await boxOf(page, '.index .here')).y);
    expect(faults).toEqual([]);
    await close();
  });

  it('shows the first figure on a phone without scrolling, and many markets as a list that opens', async () => {
    const { page, faults, close } = await open({ width: 390, height: 667 }, wide);
    const tile = await boxOf(page, '.tile dd');
    expect(tile.y + tile.height).toBeLessThan(667);
    expect(tile.y).toBeLessThan((await boxOf(page, '#equity')).y);
    expect(await page.locator('.facts').first().innerText()).not.toContain(MARKETS[0]);
    await page.getByRole('button', { name: '12 markets' }).click();
    const list = page.getByRole('group', { name: 'Markets' });
    await list.waitFor();
    expect(await list.innerText()).toBe(MARKETS.join(', '));
    expect([await axeFindings(page), await overflow(page), faults]).toEqual([[], 0, []]);
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'hidden' });
    await page.getByText('More', { exact: true }).click();
    await page.getByLabel('Break-even up to, USD').waitFor();
    expect([await axeFindings(page), await overflow(page)]).toEqual([[], 0]);
    await close();
  });

  it('has its panels in four groups', async () => {
    const { page, close } = await open();
    const groups = await page.locator('.group:has(> .group-title)').all();
    const named = await page.locator('.group-title').allInnerTexts();
    expect(named).toEqual(Object.keys(GROUPS));
    const panels = await page.evaluate<[string, string[]][]>(`(() => {
      const groups = new Map();
      for (const shown of document.querySelectorAll('.group-title, .group .card h2, .group .nothing strong')) {
        if (shown.matches('.group-title')) groups.set(shown.textContent, []);
        else [...groups.values()].at(-1).push(shown.textContent);
      }
      return [...groups];
    })()`);
    for (const [name, shown] of panels)
      expect(shown).toEqual(expect.arrayContaining([...GROUPS[name as keyof typeof GROUPS]]));
    expect(groups.length).toBeGreaterThan(0);
    await close();
  });

  it('loads the last two groups after the first view', async () => {
    const { page, close } = await openDesk(browser(), service, '/');
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/late-panels-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.evaluate(`location.hash = '#/sessions/${session.id}'`);
    await page.locator('#evidence [data-verdict]').first().waitFor();
    await page.locator('.tile', { hasText: 'wins' }).waitFor();
    expect(await page.locator('.group-title').allInnerTexts()).toEqual(Object.keys(GROUPS).slice(0, 2));
    answer();
    await page.getByRole('heading', { name: 'When and where' }).waitFor();
    await settled(page);
    expect(await page.locator('.group-title').allInnerTexts()).toEqual(Object.keys(GROUPS));
    await close();
  });

  it('names the panels with nothing to show in one line of their group', async () => {
    const { page, close } = await open({}, wide);
    for (const group of await page.locator('.group').all())
      expect(await group.locator('.nothing').count()).toBeLessThanOrEqual(1);
    const lines = await page.locator('.nothing').allInnerTexts();
    expect(lines).toHaveLength(4);
    for (const line of lines) expect(line).toMatch(/^Nothing to show: .+ – .+\.( Add candles)?$/);
    expect(lines[1]).toContain('Fills – No candles of these trades are stored. Add candles');
    expect(await page.locator('#fills').evaluate(({ tagName }) => tagName)).toBe('STRONG');
    // The years are three, so their returns are bars.
    expect(await page.locator('#yearly-returns rect').count()).toBe(3);
    await close();
  });

  it('has an index on the left from 1,400 px that follows the reading position', async () => {
    const { page, faults, close } = await open({ width: 1400, height: 900 });
    const nav = page.getByRole('navigation', { name: 'Panels' });
    const box = (await nav.boundingBox())!;
    expect(box.x + box.width).toBeLessThan((await boxOf(page, '#equity')).x);
    expect(await page.locator('.index .here').isVisible()).toBe(false);
    expect(await current(page)).toBe('Equity and figures');
    const items = await nav.locator('ol ol button').allInnerTexts();
    expect(items).toEqual(expect.arrayContaining(['Evidence', 'Costs', 'Trades', 'All figures']));
    for (const [id, name] of [
      ['evidence', 'Evidence'],
      ['costs', 'Costs'],
      ['breakdown', 'Breakdown'],
      ['calendar', 'Calendar'],
    ]) {
      await page.evaluate(`document.getElementById('${id}').scrollIntoView({ block: 'start' })`);
      await waitUntil(page, `document.querySelector('[aria-current]')?.textContent === '${name}'`);
      expect((await nav.boundingBox())!.y).toBeCloseTo(16, 0);
    }
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await waitUntil(page, `document.querySelector('[aria-current]')?.textContent === 'All figures'`);
    expect(await axeFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it.each([1280, 390])('has a menu of the panels at %d px that works by keyboard', async (width) => {
    const { page, faults, close } = await open({ width });
    expect(await readAt(page)).toBe('How it went · Equity and figures');
    const here = page.locator('.index .here');
    await here.focus();
    await page.keyboard.press('Enter');
    const nav = page.getByRole('navigation', { name: 'Panels' });
    await nav.waitFor();
    expect([await axeFindings(page), await overflow(page)]).toEqual([[], 0]);
    await page.keyboard.press('Escape');
    await nav.waitFor({ state: 'hidden' });
    await page.keyboard.press('Enter');
    await nav.waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    for (let step = 0; (await page.evaluate('document.activeElement.textContent')) !== 'Costs'; step += 1) {
      expect(step).toBeLessThan(30);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await nav.waitFor({ state: 'hidden' });
    expect(await page.evaluate('document.activeElement.id')).toBe('costs');
    await waitUntil(page, `document.querySelector('.index .here').textContent === 'If it went on · Costs'`);
    // The menu stays at the top of the window, and does not cover the panel.
    const [menu, panel] = [await boxOf(page, '.index .here'), await boxOf(page, '#costs')];
    expect([menu.y, panel.y >= menu.y + menu.height]).toEqual([0, true]);
    expect(faults).toEqual([]);
    await close();
  });

  it('ends the cards of a row at the same height', async () => {
    const { page, close } = await open({ width: 1280 });
    const rows = await page.evaluate<number[][]>(`[...document.querySelectorAll('.row-of')].map((row) =>
      [...row.children].map((card) => Math.round(card.getBoundingClientRect().bottom)))`);
    expect(rows.length).toBeGreaterThanOrEqual(4);
    for (const bottoms of rows) expect([bottoms.length, new Set(bottoms).size]).toEqual([2, 1]);
    await close();
  });

  it.each([1440, 1280, 390])('draws no text of a chart outside its frame at %d px', async (width) => {
    for (const of of [session, wide]) {
      const { page, close } = await open({ width }, of);
      const texts = await page.evaluate<[number, string[]]>(`(() => {
        const all = [...document.querySelectorAll('.chart svg text')];
        const outside = all.filter((text) => {
          const { x, y, width, height } = text.getBBox();
          const frame = text.ownerSVGElement.viewBox.baseVal;
          return x < -0.5 || y < -0.5 || x + width > frame.width + 0.5 || y + height > frame.height + 0.5;
        });
        return [all.length, outside.map(({ textContent }) => textContent)];
      })()`);
      expect(texts[0]).toBeGreaterThan(50);
      expect(texts[1]).toEqual([]);
      await close();
    }
  });

  it('shows small results with the digits that they need, and no zero as a loss', async () => {
    const { page, close } = await open({}, wide);
    const { body } = await service.call.get(`/sessions/${wide.id}/stats`).expect(200);
    expect(body.stats.expectancy).toBeCloseTo(0.00033, 4);
    expect(await page.locator('.tile', { hasText: 'Expectancy' }).innerText()).toContain('+0.0003');
    const zeros = await page.evaluate(`[...document.querySelectorAll('.up, .down, .u1, .d1')]
      .map((shown) => shown.textContent).filter((text) => /\\d/.test(text) && !/[1-9]/.test(text))`);
    expect(zeros).toEqual([]);
    await close();
  });
});
