import type { Page } from 'playwright-core';
import { type TestApp, startTestApp } from '../support/app.js';
import { axeFindings, describeInBrowser, openPage, overflow } from '../support/browser.js';
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

  const views: readonly View[] = [
    ['projects', () => '/'],
    ['new project', () => '/', press('New project')],
    ['sessions', () => `/projects/${world.project.id}`],
    ['new session', () => `/projects/${world.project.id}`, press('New session')],
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
        await page.locator('.explanation code').first().waitFor();
      },
    ],
    ['unknown address', () => '/nowhere'],
  ];

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 390]) {
      for (const [name, path, then] of views) {
        it(`${name}, ${colorScheme}, ${width} px: axe and the console are silent`, async () => {
          const { page, faults, close } = await openDesk(browser(), service, path(), { colorScheme, width });
          await settled(page);
          await then?.(page);
          expect(await axeFindings(page)).toEqual([]);
          expect(await overflow(page)).toBe(0);
          expect(faults).toEqual([]);
          await close();
        });
      }

      it(`key form, ${colorScheme}, ${width} px: axe and the console are silent`, async () => {
        const { page, faults, close } = await openPage(browser(), deskOf(service), { colorScheme, width });
        await page.getByText('Where is my key?').click();
        expect(await axeFindings(page)).toEqual([]);
        expect(await overflow(page)).toBe(0);
        expect(faults).toEqual([]);
        await close();
      });
    }
  }
});
