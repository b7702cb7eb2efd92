import type { Page } from 'playwright-core';
import { type TestApp, startTestApp } from '../support/app.js';
import { type DeskPage, axeFindings, describeInBrowser, openPage, overflow } from '../support/browser.js';
import { aReviewedProject, deskOf, openDesk, settled } from '../support/desk.js';

type View = readonly [name: string, path: () => string, then?: (page: Page) => Promise<unknown>];

describeInBrowser('every view of the review desk', (browser) => {
  let service: TestApp;
  let world: Awaited<ReturnType<typeof aReviewedProject>>;

  beforeAll(async () => {
    service = await startTestApp();
    world = await aReviewedProject(service);
  });
  afterAll(() => service.close());

  const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();

  const onMarked = (name: string) => async (page: Page) => {
    await page.getByLabel('Mark all 2 sessions').check();
    await press(name)(page);
    await page.locator('dialog').waitFor();
  };

  const views: readonly View[] = [
    ['projects', () => '/'],
    ['new project', () => '/', press('New project')],
    ['sessions', () => `/projects/${world.project.id}`],
    [
      'filters of sessions',
      () => `/projects/${world.project.id}?sort=-net&status=finished`,
      async (page) => page.getByText('Figures', { exact: true }).click(),
    ],
    [
      'columns of sessions',
      () => `/projects/${world.project.id}`,
      async (page) => page.getByText('Columns', { exact: true }).click(),
    ],
    ['tags of marked sessions', () => `/projects/${world.project.id}`, onMarked('Tag')],
    ['deletion of marked sessions', () => `/projects/${world.project.id}`, onMarked('Delete')],
    [
      'new session',
      () => `/projects/${world.project.id}`,
      async (page) => {
        await press('New session')(page);
        await page.getByText('More settings').click();
      },
    ],
    [
      'comparison',
      () => `/projects/${world.project.id}/compare?sessions=${world.session.id},${world.other.id}`,
    ],
    ['finished session', () => `/sessions/${world.session.id}`],
    ['active session', () => `/sessions/${world.other.id}`],
    ['import', () => `/sessions/${world.other.id}`, press('Import')],
    ['edited trade', () => `/sessions/${world.session.id}`, press('Edit note and tags')],
    [
      'unfolded figure',
      () => `/sessions/${world.session.id}`,
      async (page) => {
        await page.locator('details.figure summary').first().click();
        await page.locator('details[open] .explanation code').first().waitFor();
      },
    ],
    ['unknown address', () => '/nowhere'],
  ];

  const looks = [
    { width: 1280, colorScheme: 'light', other: 'dark' },
    { width: 390, colorScheme: 'dark', other: 'light' },
  ] as const;

  /** Checks the page when it opens, and again after the color scheme has changed. */
  async function expectSilence({ page, faults, close }: DeskPage, { other }: (typeof looks)[number]) {
    const silent = { axe: [], overflow: 0 };
    const found = async () => ({ axe: await axeFindings(page), overflow: await overflow(page) });
    expect(await found()).toEqual(silent);
    await page.emulateMedia({ colorScheme: other });
    expect(await found()).toEqual(silent);
    expect(faults).toEqual([]);
    await close();
  }

  describe.each(looks)('in a window of $width px, $colorScheme and then $other,', (look) => {
    for (const [name, path, then] of views) {
      it(`passes axe and prints nothing to the console: ${name}`, async () => {
        const opened = await openDesk(browser(), service, path(), look);
        await settled(opened.page);
        await then?.(opened.page);
        await expectSilence(opened, look);
      });
    }

    it('passes axe and prints nothing to the console: key form', async () => {
      const opened = await openPage(browser(), deskOf(service), look);
      await opened.page.getByText('Where is my key?').click();
      await expectSilence(opened, look);
    });
  });
});
