import type { Page } from 'playwright-core';
import { type TestApp, startTestApp } from '../support/app.js';
import { axeFindings, describeInBrowser, overflow, waitUntil } from '../support/browser.js';
import { openDesk, settled } from '../support/desk.js';
import { anExampleStudy } from '../support/example-study.js';
import { aProject } from '../support/factories.js';
import { aSweptProject } from '../support/swept-project.js';

describeInBrowser('on the pages about the tries of a project,', (browser) => {
  let service: TestApp;
  let projectId: string;

  beforeAll(async () => {
    service = await startTestApp();
    projectId = (await aSweptProject(service)).project.id;
  });
  afterAll(() => service.close());

  const open = async (path: string, look = {}) => {
    const opened = await openDesk(browser(), service, `/projects/${projectId}${path && `/${path}`}`, look);
    await settled(opened.page);
    return opened;
  };
  const rows = (page: Page) => page.locator('table.ranked tbody th a').allInnerTexts();
  const hasRows = (page: Page, expected: readonly string[]) =>
    waitUntil(
      page,
      `Array.from(document.querySelectorAll('table.ranked tbody th a'), (a) => a.innerText).join() ===
        ${JSON.stringify(expected.join())}`,
    );

  it('the leaderboard counts every try, ranks and filters sessions, and shows a map of two parameters', async () => {
    const { page, faults, close } = await open('leaderboard?study=');
    await page.getByText('11 tries: 10 kept, 1 deleted; 1 with the trades of another try').waitFor();
    expect((await rows(page)).slice(0, 2)).toEqual(['P9', 'P0']);
    const first = page.locator('tr[data-session]').first();
    expect(await first.innerText()).toMatch(/9\.91[^]*0\.969[^]*above the bar/);
    expect(await page.getByText('The best cell is').count()).toBe(0);
    await page.locator('summary', { hasText: 'Map of parameters' }).press('Enter');
    await page.getByText('The best cell is fast 4, slow 1: 9.').waitFor();

    await page.getByLabel('Conditions').fill('parameters.fast<3,plNet>=-50');
    await page.keyboard.press('Enter');
    await hasRows(page, ['P0', 'P2', 'P1', 'P5', 'P7', 'P6']);
    expect(page.url()).toContain('where=parameters.fast%3C3%2CplNet%3E%3D-50');
    await page.getByRole('button', { name: 'Show all' }).click();
    await waitUntil(page, `document.querySelectorAll('tr[data-session]').length === 9`);
    await page.locator('table.map').getByRole('button', { name: 'fast 2, slow 1' }).click();
    await hasRows(page, ['P7']);
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('button', { name: 'Net %', exact: true }).focus();
    await page.keyboard.press('Enter');
    await waitUntil(page, `document.querySelector('th[aria-sort]')?.innerText === 'Net %'`);
    await page.getByRole('button', { name: 'Net %', exact: true }).press('Enter');
    await waitUntil(page, `document.querySelector('table.ranked tbody th a')?.innerText === 'P6'`);
    expect(faults).toEqual([]);
    await close();
  });

  it('the leaderboard shows the position of an error in a condition', async () => {
    const { page, close } = await open('leaderboard?where=sharpe%3D%3E1');
    await page.getByText('at character 8').first().waitFor();
    await close();
  });

  it('the leaderboard of all studies compares each session with the tries of its own study', async () => {
    const { page, close } = await open('leaderboard?study=*');
    await page.getByText('17 tries of all studies, deleted ones included').waitFor();
    await waitUntil(page, `document.querySelectorAll('tr[data-session]').length === 15`);
    const verdictOf = (name: string) =>
      page.getByRole('row').filter({ hasText: name }).locator('.pill').innerText();
    expect(await verdictOf('Window 1 out')).toBe('above the bar');
    expect(await verdictOf('P9')).toBe('above the bar');
    await page.getByRole('combobox', { name: 'Study' }).selectOption('Windows');
    await waitUntil(page, `document.querySelectorAll('tr[data-session]').length === 6`);
    await page.getByText('6 tries, all kept').waitFor();
    await close();
  });

  it('the selection page shows the tries as dots beside the best that luck would produce', async () => {
    const { page, faults, close } = await open('selection');
    const picture = page.getByRole('img', {
      name: /^Sharpe ratios of 11 tries; by luck, the best would have/,
    });
    await picture.waitFor();
    expect(await picture.locator('circle.luck-judged').count()).toBe(10);
    expect(await picture.locator('circle.luck-unknown').count()).toBe(0);
    expect(await picture.locator('path.luck-gone title').allTextContents()).toEqual([
      expect.stringMatching(/^session [0-9a-f]{8} \(deleted\): /),
    ]);
    expect(await picture.innerHTML()).toMatch(/luck’s best \d[^]*best: P9[^]*9\.91/);
    expect(faults).toEqual([]);
    await close();
  });

  it('the selection page states in words how much luck explains', async () => {
    const { page, faults, close } = await open('selection');
    await page
      .getByText('the best of 10 tries without skill is expected to reach a Sharpe ratio of 4.86')
      .waitFor();
    await page.getByText('1 session is above the bar: P9.').waitFor();
    const best = await page.locator('table.tries tbody tr').first().innerText();
    expect(best).toMatch(/^P9[^]*above the bar[^]*9\.91[^]*0\.969[^]*60[^]*47[^]*10/);
    expect(await page.locator('table.tries tbody tr').count()).toBe(11);
    await page.locator('table.tries').getByText('(deleted)').waitFor();
    await page.getByText('(repeats another try)').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('the overfitting page states that too few sessions can be compared, and how many runs were deleted', async () => {
    const { page, faults, close } = await open('overfitting');
    await page.getByText('1 run deleted, emptied or moved').waitFor();
    await page.getByText('Fewer than 10 sessions can be compared').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('the overfitting page shows the rank of the winner in the other half, and opens the tests on demand', async () => {
    const study = await anExampleStudy(service.call);
    const { page, faults, close } = await openDesk(
      browser(),
      service,
      `/projects/${study.projectId}/overfitting`,
    );
    const picture = page.getByRole('img', { name: /the winner has 1\.5 on average$/ });
    await picture.waitFor();
    expect(await picture.locator('circle').count()).toBe(10);
    await page.getByText('is on average number 1.5 of 10 in the other half').waitFor();
    expect(await page.getByText('Superior ability (SPA)').isVisible()).toBe(false);
    await page.locator('summary', { hasText: 'Is any session better than nothing?' }).press('Enter');
    await page.getByText('Superior ability (SPA)').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('the walk-forward page joins the out-of-sample windows', async () => {
    const { page, faults, close } = await open('walk-forward?study=Windows');
    await page.getByText('3 of 3').waitFor();
    await page.getByRole('img', { name: /^Joined return of 3 windows out of sample/ }).waitFor();
    const text = await page.locator('main').innerText();
    expect(text).toContain('134\u00a0%');
    expect(text).toContain('+62.31\u00a0%');
    expect(text).toContain('13.62');
    await page.getByRole('link', { name: 'Window 1 out' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('each page shows a message if the project has no tries', async () => {
    const { id } = await aProject(service.call);
    for (const name of ['leaderboard', 'selection', 'overfitting', 'walk-forward']) {
      const { page, faults, close } = await openDesk(browser(), service, `/projects/${id}/${name}`);
      await settled(page);
      await page
        .getByText(/There are no tries yet|There are no sessions yet|No session has the sample/)
        .first()
        .waitFor();
      expect(faults).toEqual([]);
      await close();
    }
  });

  describe.each([
    { width: 1280, colorScheme: 'light', other: 'dark' },
    { width: 390, colorScheme: 'dark', other: 'light' },
  ] as const)('in a window of $width px, $colorScheme and then $other,', ({ other, ...look }) => {
    it.each(['leaderboard', '', 'selection', 'overfitting', 'walk-forward?study=Windows'])(
      'each page passes axe and prints nothing to the console: %s',
      async (path) => {
        const { page, faults, close } = await open(path, look);
        const silent = { axe: [], overflow: 0 };
        const found = async () => ({ axe: await axeFindings(page), overflow: await overflow(page) });
        expect(await found()).toEqual(silent);
        await page.emulateMedia({ colorScheme: other });
        expect(await found()).toEqual(silent);
        expect(faults).toEqual([]);
        await close();
      },
    );
  });
});
