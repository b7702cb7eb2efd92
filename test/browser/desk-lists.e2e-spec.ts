import type { Page } from 'playwright-core';
import { DataSource } from 'typeorm';
import { type TestApp, startTestApp } from '../support/app.js';
import { axeFindings, describeInBrowser, overflow, waitUntil } from '../support/browser.js';
import { copySessions } from '../support/copy-rows.js';
import { openDesk, settled } from '../support/desk.js';
import { DAY, T, aProject, aSession, aSessionWith, finish, tradesWith } from '../support/factories.js';

/** Creates five sessions: three with results in USDT, one without trades, and one with an account in bitcoin. */
async function fiveSessions({ call }: TestApp): Promise<string> {
  const { id: projectId } = await aProject(call, { name: 'Five runs' });
  const assets = ['BTCUSDT', 'ETHUSDT'].map((symbol) => ({ symbol, timeframe: '15m' }));
  const run = async (number: number, plNets: readonly number[], fields: object = {}) =>
    aSessionWith(call, tradesWith(...plNets), {
      projectId,
      name: `Run ${number}`,
      accountCurrency: 'USDT',
      startedAt: T + number * DAY,
      ...fields,
    });
  await finish(call, await run(1, [30, -10], { tags: ['london'] }));
  await run(2, [-20], { tags: ['asia', 'london'] });
  await run(3, [5, 5, 5]);
  await run(4, [], { assets });
  await run(10, [0.5], { accountCurrency: 'BTC', initialBalance: 2 });
  return projectId;
}

describeInBrowser('the review desk, with lists of projects and sessions,', (browser) => {
  let service: TestApp;
  let projectId: string;

  beforeAll(async () => {
    service = await startTestApp();
    projectId = await fiveSessions(service);
  });
  afterAll(() => service.close());

  const names = (page: Page) => page.locator('table.ranked tbody th a').allInnerTexts();
  const hasNames = (page: Page, expected: readonly string[]) =>
    waitUntil(
      page,
      `Array.from(document.querySelectorAll('table.ranked tbody th a'), (a) => a.innerText).join() ===
        ${JSON.stringify(expected.join())}`,
    );
  const openProject = async (query = '', id = projectId, look = {}) => {
    const opened = await openDesk(browser(), service, `/projects/${id}${query}`, look);
    await settled(opened.page);
    return opened;
  };
  const mark = async (page: Page, ...runs: readonly number[]) => {
    for (const run of runs) await page.getByLabel(`Mark Run ${run}`, { exact: true }).check();
  };

  it('sorts by a column with the keyboard, and restores the order and the filters on Back', async () => {
    const { page, faults, close } = await openProject('?sort=createdAt');
    expect(await names(page)).toEqual(['Run 10', 'Run 3', 'Run 2', 'Run 1', 'Run 4']);
    await page.getByText('Without trades').waitFor();
    await page.getByRole('button', { name: 'Net %' }).focus();
    await page.keyboard.press('Enter');
    await hasNames(page, ['Run 10', 'Run 1', 'Run 3', 'Run 2', 'Run 4']);
    await page.keyboard.press('Enter');
    await hasNames(page, ['Run 2', 'Run 3', 'Run 1', 'Run 10', 'Run 4']);
    expect(await page.locator('th[aria-sort]').getAttribute('aria-sort')).toBe('ascending');
    await page.getByLabel('Tag', { exact: true }).selectOption('london');
    await hasNames(page, ['Run 2', 'Run 1']);
    await page.getByText('2 of 5 sessions').waitFor();
    expect(page.url()).toContain(`#/projects/${projectId}?tag=london&sort=plNetPct&order=asc`);
    await page.getByRole('link', { name: 'Run 2' }).click();
    await page.getByRole('heading', { name: 'Run 2' }).waitFor();
    await page.goBack();
    await hasNames(page, ['Run 2', 'Run 1']);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await hasNames(page, ['Run 2', 'Run 3', 'Run 1', 'Run 10', 'Run 4']);
    expect(faults).toEqual([]);
    await close();
  });

  it('never compares amounts of different currencies, and shows the currency beside each amount', async () => {
    const { page, close } = await openProject('?sort=-net');
    expect(await names(page)).toEqual(['Run 1', 'Run 3', 'Run 2', 'Run 10', 'Run 4']);
    await page.getByText('5 sessions, sorted within each currency').waitFor();
    const amounts = await page.locator('table.ranked td[data-column=net]').allInnerTexts();
    expect(amounts).toEqual(['+20.00 USDT', '+15.00 USDT', '−20.00 USDT', '+0.50 BTC', '– USDT']);
    await page.getByRole('combobox', { name: 'Currency' }).selectOption('BTC');
    await hasNames(page, ['Run 10']);
    await page.getByText('1 of 5 sessions').waitFor();
    await close();
  });

  it('filters sessions by figures and days, and shows the chosen columns', async () => {
    const { page, close } = await openProject('?sort=createdAt');
    await page.getByText('Figures', { exact: true }).click();
    await page.getByLabel('Trades from').fill('1');
    await page.getByLabel('Started to').fill('2024-01-12');
    await page.keyboard.press('Escape');
    await hasNames(page, ['Run 2', 'Run 1']);
    await page.getByText('Columns', { exact: true }).click();
    for (const column of ['Tags', 'Status', 'Equity'])
      await page.getByRole('checkbox', { name: column, exact: true }).uncheck();
    await page.keyboard.press('Escape');
    const heads = [
      'Session',
      'Net %',
      'Drawdown',
      'Sharpe',
      'Trades',
      'Deflated Sharpe',
      'Verdict',
      'Started',
    ];
    expect(await page.locator('table.ranked thead th').allInnerTexts()).toEqual([...heads, 'Currency']);
    expect(page.url()).toContain(
      'trades=1..&started=..2024-01-12&sort=createdAt&order=desc&columns=netPct%2C',
    );
    await page.reload();
    await hasNames(page, ['Run 2', 'Run 1']);
    expect(await page.locator('table.ranked thead th').allInnerTexts()).toEqual([...heads, 'Currency']);
    await close();
  });

  it('shows a message if no session matches the filters, or if there are no sessions', async () => {
    const { page, close } = await openProject('?search=nothing');
    await page.getByText('No session passes these filters.').waitFor();
    await close();
    const empty = await openProject('', (await aProject(service.call)).id);
    await empty.page.getByText('There are no sessions yet.').waitFor();
    await empty.close();
  });

  it('compares two marked sessions in the order in which they were marked', async () => {
    const { page, close } = await openProject();
    expect(await page.getByRole('button', { name: 'Compare' }).isDisabled()).toBe(true);
    await mark(page, 3, 1);
    await page.getByText('2 marked').waitFor();
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('heading', { name: 'Comparison' }).waitFor();
    await settled(page);
    expect(await page.locator('table.compared thead a').allInnerTexts()).toEqual(['Run 3', 'Run 1']);
    await page.locator('table.compared button.explain', { hasText: 'Net profit factor' }).click();
    const definition = page.locator('#compared-netProfitFactor');
    await definition.getByText('Source: Definition of this service').waitFor();
    // No arithmetic is shown, because the arithmetic of one session does not apply to the other sessions.
    expect(await definition.locator('code').count()).toBe(1);
    await close();
  });

  it.each([{ width: 1280 }, { width: 390, height: 844 }])(
    'keeps the actions on marked sessions in a window of $width px in sight',
    async (look) => {
      const { page, faults, close } = await openProject('', projectId, look);
      const top = async () => (await page.locator('table.ranked').boundingBox())!.y;
      const before = await top();
      await mark(page, 1);
      expect(await top()).toBe(before);
      const actions = page.getByRole('group', { name: 'Marked sessions' });
      const { y, height } = (await actions.boundingBox())!;
      expect(y + height).toBeLessThanOrEqual(page.viewportSize()!.height);
      expect([await overflow(page), await axeFindings(page), faults]).toEqual([0, [], []]);
      await close();
    },
  );

  it('adds a tag to all marked sessions, removes another tag from all marked sessions, and marks only sessions that are shown', async () => {
    const { page, faults, close } = await openProject('?tag=london&sort=createdAt');
    await page.getByLabel('Mark all 2 sessions').check();
    await page.getByRole('button', { name: 'Tag', exact: true }).click();
    await page.getByLabel('Add to all of them').fill('kept');
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: 'asia on 1' }).check();
    await page.getByText('2 sessions will change.').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.locator('.tag', { hasText: 'kept' }).nth(1).waitFor();
    expect(await page.locator('.tag', { hasText: 'asia' }).count()).toBe(0);
    await page.getByText('2 marked').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await hasNames(page, ['Run 10', 'Run 3', 'Run 2', 'Run 1', 'Run 4']);
    await page.getByLabel('Tag', { exact: true }).selectOption('kept');
    await page.getByLabel('Mark all 2 sessions').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('deletes the marked sessions after a confirmation that states the number of sessions and trades', async () => {
    const { id } = await aProject(service.call);
    await aSessionWith(service.call, tradesWith(1, 2), { projectId: id, name: 'Run 1' });
    await aSessionWith(service.call, tradesWith(3), { projectId: id, name: 'Run 2' });
    await aSession(service.call, { projectId: id, name: 'Run 3' });
    const { page, faults, close } = await openProject('', id);
    await mark(page, 1, 2);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('Delete 2 sessions with 3 trades? This cannot be undone.').waitFor();
    await page.locator('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.locator('dialog').waitFor({ state: 'detached' });
    await hasNames(page, ['Run 3']);
    expect(faults).toEqual([]);
    await close();
  });

  it('names a marked session that could not be deleted, and keeps this session in the list', async () => {
    const { id } = await aProject(service.call);
    for (const name of ['Run 1', 'Run 2']) await aSession(service.call, { projectId: id, name });
    const { page, close } = await openProject('', id);
    await mark(page, 1, 2);
    let refused = 0;
    await page.route('**/sessions/*', async (route) => {
      if (route.request().method() !== 'DELETE' || refused > 0) return route.continue();
      refused += 1;
      return route.fulfill({ status: 500, json: { message: 'The disk is full.' } });
    });
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.locator('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.locator('dialog').getByText('The disk is full.').waitFor();
    await hasNames(page, ['Run 2', 'Run 1']);
    await page.locator('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('There are no sessions yet.').waitFor();
    await close();
  });

  it('sorts, searches and marks thousands of sessions, and draws only the rows near the visible part', async () => {
    const project = await aProject(service.call, { name: 'Two thousand' });
    const fields = { projectId: project.id, name: 'Oldest' };
    const session = await aSession(service.call, fields);
    await copySessions(service.app.get(DataSource), session, 1_999);
    const { page, faults, close } = await openProject('', project.id);
    await page.getByText('2,000 sessions', { exact: true }).waitFor();
    expect((await names(page)).length).toBeLessThan(100);
    expect({ axe: await axeFindings(page), overflow: await overflow(page) }).toEqual({
      axe: [],
      overflow: 0,
    });
    await page.getByLabel('Mark all sessions').check();
    await page.getByText('2,000 marked').waitFor();
    await page.getByRole('button', { name: 'Clear marks' }).click();
    await waitUntil(
      page,
      `scrollTo(0, document.body.scrollHeight),
      [...document.querySelectorAll('table.ranked tbody th a')].at(-1).innerText === 'Oldest'`,
    );
    await page.getByLabel('Search by name').fill('old');
    await hasNames(page, ['Oldest']);
    await page.getByText('1 of 2,000 sessions').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('creates a session with two markets and all settings', async () => {
    const project = await aProject(service.call, { symbol: 'BTCUSDT', timeframe: '15m' });
    const { page, faults, close } = await openProject('', project.id);
    await page.getByRole('button', { name: 'New session' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Two markets');
    await page.getByLabel('Entry fee').fill('0.1');
    await page.getByRole('button', { name: 'Add a market' }).click();
    const second = page.getByRole('group', { name: 'Market 2' });
    await second.getByLabel('Symbol').fill('ETHUSDT');
    await second.getByLabel('Feed').selectOption('venue-usdm-current-quarter');
    await second.getByLabel('Timeframe').selectOption('1h');
    await second.getByText('Costs and calendar').click();
    await second.getByLabel('Spread').fill('0.5');
    await second.getByLabel('Fees of its own').check();
    await second.getByLabel('Exit fee').fill('0.3');
    await page.getByText('More settings').click();
    await page.getByLabel('Time zone of the account').fill('Europe/Berlin');
    await page.getByLabel('Start of the range').fill('2024-07-01T00:00');
    await page.getByLabel('Random seed').fill('42');
    await page.getByLabel('Blind mode').check();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Two markets' }).waitFor();
    const id = /sessions\/([^?]+)/.exec(page.url())![1]!;
    const { body } = await service.call.get(`/sessions/${id}`).expect(200);
    expect(body.session).toMatchObject({
      accountTimezone: 'Europe/Berlin',
      rangeStart: Date.UTC(2024, 5, 30, 22),
      randomSeed: 42,
      blindMode: true,
      feesConfig: { entryFee: 0.1, exitFee: 0 },
      assets: [
        { symbol: 'BTCUSDT', feed: 'venue-spot', timeframe: '15m' },
        {
          symbol: 'ETHUSDT',
          feed: 'venue-usdm-current-quarter',
          timeframe: '1h',
          executionCostConfig: { spread: 0.5, fees: { entryFee: 0.1, exitFee: 0.3 } },
        },
      ],
    });
    expect(faults).toEqual([]);
    await close();
  });

  it('unfolds the further settings to show the error of a refused setting beside its field', async () => {
    const { page, close } = await openProject();
    await page.getByRole('button', { name: 'New session' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Wrong');
    await page.getByText('More settings').click();
    await page.getByLabel('Time zone of the account').fill('Nowhere/City');
    await page.getByText('More settings').click();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByLabel('Time zone of the account').and(page.locator('[aria-invalid="true"]')).waitFor();
    await close();
  });

  it('lists projects with their markets, sessions and the curve of the newest, and finds one by a part of its name', async () => {
    // Reading the list of sessions computes their figures.
    await service.call.get(`/projects/${projectId}/leaderboard`).expect(200);
    const { page, faults, close } = await openDesk(browser(), service, '/');
    await settled(page);
    const row = page.getByRole('row', { name: /^Five runs/ });
    expect(await row.locator('.face').innerText()).toBe('BTCUSDT, ETHUSDT');
    expect(await row.locator('[data-head=Sessions]').innerText()).toBe('5');
    expect(await row.locator('[data-head="Last change"]').innerText()).toMatch(/\d{4}, \d\d:\d\d$/);
    await row.getByRole('img', { name: 'Equity of the newest session of Five runs' }).waitFor();
    await page.getByLabel('Search by name').fill('five');
    await waitUntil(page, `document.querySelectorAll('table.projects tbody tr').length === 1`);
    expect(page.url()).toContain('#/?search=five');
    await page.getByLabel('Search by name').fill('no such project');
    await page.getByText('No project has this text in its name.').waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
