import type { Page } from 'playwright-core';
import { type TestApp, startTestApp } from '../support/app.js';
import { axeFindings, describeInBrowser, overflow, waitUntil } from '../support/browser.js';
import { openDesk, settled } from '../support/desk.js';
import { T, aProject, aSessionWith, finish, tradesWith } from '../support/factories.js';
import { RUNS, RUN_NAMES, sixtyRuns } from '../support/sixty-runs.js';

interface ShownRow {
  readonly name: string;
  readonly faces: readonly string[];
  readonly verdict: string;
  readonly isGrey: boolean;
}

/** Reads the rows that are drawn, and scrolls down until all have been read. */
const ALL_ROWS = `(async () => {
  const found = new Map();
  const read = () => {
    for (const row of document.querySelectorAll('tr[data-session]'))
      found.set(row.dataset.session, {
        name: row.querySelector('th a').innerText,
        faces: Array.from(row.querySelectorAll('.face'), (face) => face.innerText.replaceAll('\\n', ' ')),
        verdict: row.querySelector('.pill')?.innerText ?? '',
        isGrey: row.classList.contains('unjudged'),
      });
  };
  for (let y = 0; y <= document.body.scrollHeight; y += 400) {
    scrollTo(0, y);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    read();
  }
  scrollTo(0, 0);
  return [...found.values()];
})()`;

const allRows = (page: Page): Promise<ShownRow[]> => page.evaluate(ALL_ROWS);

describeInBrowser('the list of sixty-four sessions with seventeen names', (browser) => {
  let service: TestApp;
  let projectId: string;

  beforeAll(async () => {
    service = await startTestApp();
    projectId = await sixtyRuns(service);
  });
  afterAll(() => service.close());

  const openList = async (query = '', look = {}) => {
    const opened = await openDesk(browser(), service, `/projects/${projectId}${query}`, look);
    await settled(opened.page);
    return opened;
  };
  const heads = (page: Page) => page.locator('table.ranked thead th').allInnerTexts();

  it('tells all sessions apart without hovering, by differences, file and time of the run', async () => {
    const { page, faults, close } = await openList();
    await page.getByText('64 sessions in 59 rows').waitFor();
    const rows = await allRows(page);
    expect(rows).toHaveLength(59);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(RUN_NAMES);
    const shown = rows.map(({ name, faces }) => [name, faces[0]].join());
    expect(new Set(shown).size).toBe(59);
    expect(rows[0]!.faces).toEqual([
      'buy.rsi 20 · 5m',
      expect.stringMatching(/^8 Apr 2024, 00:00 · .* · backtest-result-08\.json$/),
    ]);
    await page.locator('tr[data-session] th a').first().click();
    await page.getByText('Run: 8 Apr 2024, 00:00 · File: backtest-result-08.json').waitFor();
    await settled(page);
    expect(faults).toEqual([]);
    await close();
  });

  it('opens the row of sessions with the same trades, and deletes only the session that is shown', async () => {
    const project = await aProject(service.call);
    const run = await aSessionWith(service.call, tradesWith(5, 7), { projectId: project.id, name: 'Run' });
    for (const name of ['Copy 1', 'Copy 2'])
      await service.call.post(`/sessions/${run.id}/copy`, { withTrades: true, name }).expect(201);
    const { page, faults, close } = await openDesk(browser(), service, `/projects/${project.id}`);
    await settled(page);
    const names = () => page.locator('table.ranked tbody th a').allInnerTexts();
    expect(await names()).toEqual(['Run']);
    const opening = page.getByRole('button', { name: '×3: 2 other sessions with the same trades' });
    expect(await opening.innerText()).toMatch(/^×3/);
    const place = await opening.boundingBox();
    await opening.click();
    await page.getByRole('link', { name: 'Copy 2' }).waitFor();
    expect(await names()).toEqual(['Run', 'Copy 1', 'Copy 2']);
    expect(Math.abs((await opening.boundingBox())!.y - place!.y)).toBeLessThan(1);
    expect(await axeFindings(page)).toEqual([]);
    await opening.click();
    await waitUntil(page, `document.querySelectorAll('tr[data-session]').length === 1`);
    await page.getByLabel('Mark Run', { exact: true }).check();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('Delete 1 session with 2 trades?').waitFor();
    await page.locator('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.getByText('2 sessions in 1 row').waitFor();
    expect(await names()).toEqual(['Copy 1']);
    expect(faults).toEqual([]);
    await close();
  });

  it('shows judged sessions first, and all in one order on request, those that cannot be judged in grey', async () => {
    const { page, close } = await openList();
    const first = await allRows(page);
    expect(first.slice(-7).map(({ verdict }) => verdict)).toEqual(
      Array.from({ length: 7 }, () => 'cannot say'),
    );
    expect(first.filter(({ isGrey }) => isGrey)).toHaveLength(7);
    await page.getByLabel('All in one order').check();
    await waitUntil(page, `document.querySelectorAll('tr[data-session]')[2]?.classList.contains('unjudged')`);
    expect(page.url()).toContain('judged=any');
    const mixed = await allRows(page);
    expect(mixed.filter(({ isGrey }) => isGrey)).toHaveLength(7);
    expect(mixed.slice(0, 52).some(({ verdict }) => verdict === 'cannot say')).toBe(true);
    await close();
  });

  it('hides columns whose value is the same in all sessions, says what it is, and keeps the choice of the user', async () => {
    const { page, close } = await openList();
    const usual = [
      'Session',
      'Equity',
      'Net %',
      'Drawdown',
      'Sharpe',
      'Trades',
      'Deflated Sharpe',
      'Verdict',
    ];
    await waitUntil(page, `document.querySelectorAll('table.ranked thead th').length === ${usual.length}`);
    expect((await heads(page)).map((head) => head.trim())).toEqual(usual);
    await page.getByText('all active · USDT').waitFor();
    await page.getByText('Columns', { exact: true }).click();
    await page.getByRole('checkbox', { name: 'Status', exact: true }).check();
    await page.keyboard.press('Escape');
    await page.reload();
    await settled(page);
    expect(await heads(page)).toEqual([...usual, 'Status']);
    await close();
    const { id } = await aProject(service.call);
    const run = (fields: object) =>
      aSessionWith(service.call, tradesWith(1), { projectId: id, startedAt: T, ...fields });
    await finish(service.call, await run({ tags: ['a'] }));
    await run({});
    const other = await openDesk(browser(), service, `/projects/${id}`);
    await settled(other.page);
    expect(await heads(other.page)).toEqual([...usual, 'Tags', 'Status']);
    await other.close();
  });

  it.each([{ width: 1280 }, { width: 390, height: 844 }])(
    'opens fields in front of the list in a window of $width px',
    async (look) => {
      const { page, close } = await openList('', look);
      for (const name of ['Figures', 'Columns']) {
        const popup = page.locator('details.popup').filter({ hasText: name });
        await popup.locator('summary').click();
        const field = popup.locator('input').nth(2);
        await field.scrollIntoViewIfNeeded();
        const place = (await field.boundingBox())!;
        const middle = [place.x + place.width / 2, place.y + place.height / 2];
        expect(await page.evaluate(`document.elementFromPoint(${middle.join()}).tagName`)).toBe('INPUT');
        await page.keyboard.press('Escape');
      }
      await close();
    },
  );

  it('says that sessions could not be read, if a condition is wrong', async () => {
    const { page, close } = await openList('?set=research');
    await page.getByPlaceholder('fast').or(page.locator('.conditions input')).first().fill('plNet>>0');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('The sessions could not be read.').waitFor();
    await close();
  });

  it('sorts by words, never by names of fields', async () => {
    const { page, close } = await openList();
    const options = await page.getByLabel('Sort by').locator('option').allInnerTexts();
    expect(options.length).toBeGreaterThan(45);
    expect(new Set(options).size).toBe(options.length);
    expect(options.filter((option) => /[a-z][A-Z]/.test(option))).toEqual([]);
    await page.getByLabel('Sort by').selectOption('Wins');
    await page.getByRole('columnheader', { name: 'Wins' }).waitFor();
    expect(page.url()).toContain('sort=winCount&order=desc');
    await page.getByLabel('Sort by').selectOption('Name');
    await waitUntil(page, `document.querySelector('th[aria-sort]')?.innerText === 'Session'`);
    await close();
  });

  it('shows what tells sessions apart in the comparison and the selection, too', async () => {
    const { body } = await service.call
      .get(`/sessions?projectId=${projectId}&search=Trend 4&count=4`)
      .expect(200);
    const ids = body.sessions.map(({ id }: { readonly id: string }) => id).join();
    const compared = await openDesk(browser(), service, `/projects/${projectId}/compare?sessions=${ids}`);
    await settled(compared.page);
    const texts = async (page: Page, selector: string) => {
      await page.locator(selector).nth(2).waitFor();
      return page.locator(selector).allInnerTexts();
    };
    const differences = await texts(compared.page, 'table.compared .face.apart');
    expect(new Set(differences).size).toBe(body.sessions.length);
    const legend = await texts(compared.page, '.legend li');
    expect(new Set(legend).size).toBe(body.sessions.length);
    expect(await axeFindings(compared.page)).toEqual([]);
    await compared.close();
    const { page, faults, close } = await openList('/selection');
    expect(await texts(page, 'table.tries .face.apart')).toHaveLength(RUNS);
    expect(faults).toEqual([]);
    await close();
  });

  it.each([
    { width: 1280, colorScheme: 'light', other: 'dark' },
    { width: 390, colorScheme: 'dark', other: 'light' },
  ] as const)('passes axe in a window of $width px, $colorScheme and $other', async ({ other, ...look }) => {
    const { page, faults, close } = await openList('', look);
    const found = async () => ({ axe: await axeFindings(page), overflow: await overflow(page) });
    for (const colorScheme of [look.colorScheme, other]) {
      await page.emulateMedia({ colorScheme });
      for (const place of ['0', 'document.body.scrollHeight']) {
        await page.evaluate(`scrollTo(0, ${place})`);
        expect(await found()).toEqual({ axe: [], overflow: 0 });
      }
    }
    expect(faults).toEqual([]);
    await close();
  });
});
