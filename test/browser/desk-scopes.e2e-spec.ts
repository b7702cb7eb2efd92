import type { Page } from 'playwright-core';
import { type TestApp, startTestApp } from '../support/app.js';
import { describeInBrowser } from '../support/browser.js';
import { aReviewedProject, openDesk, settled } from '../support/desk.js';
import { aResult, dropFiles, flawsOf } from '../support/drop.js';

/** Every action of the page that needs more than the scope `read`. */
const WRITING =
  /^(?:Import|New|Change|Delete|Make|Remove|Choose files|Choose a folder|Tag\b|Rename|Copy|Finish|Edit|Add candles|Or make)/;

describeInBrowser('the actions that the review desk offers', (browser) => {
  let service: TestApp;
  let world: Awaited<ReturnType<typeof aReviewedProject>>;
  beforeAll(async () => {
    service = await startTestApp();
    world = await aReviewedProject(service, 4);
  });
  afterAll(() => service.close());

  /** Opens a page with a key of these scopes, and waits until the page knows the scopes. */
  const openWith = async (scopes: readonly string[], path: string, of = service.call) => {
    const { body } = await of.post('/keys', { name: scopes.join('-'), scopes }).expect(201);
    const opened = await openDesk(
      browser(),
      { ...service, secrets: { ...service.secrets, own: body.secret } },
      path,
    );
    await opened.page.getByText(`· ${scopes.join('-')}`).waitFor();
    await settled(opened.page);
    return opened;
  };
  const writingActions = async (page: Page) => {
    const texts = await page
      .getByRole('button')
      .evaluateAll(
        (buttons: readonly { readonly ariaLabel: string | null; readonly textContent: string }[]) =>
          buttons.map(({ ariaLabel, textContent }) => ariaLabel ?? textContent),
      );
    const menus = await page.locator('.menu button').allTextContents();
    return [...texts, ...menus].filter((text) => WRITING.test(text.trim()));
  };
  const pages = () => ['/', `/projects/${world.project.id}`, `/sessions/${world.other.id}`];

  it('change nothing with a key that can only read', async () => {
    for (const path of pages()) {
      const { page, faults, close } = await openWith(['read'], path);
      expect([path, await writingActions(page)]).toEqual([path, []]);
      // A dropped file is not opened by the browser either.
      await dropFiles(page, 'main', [aResult('A')]);
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(faults).toEqual([]);
      await close();
    }
  });

  it('change nothing in an empty workspace with a key that can only read', async () => {
    const { page, faults, close } = await openWith(['read'], '/', service.other);
    await page.getByText('your key can only read').waitFor();
    // The code runs with another key, and copying it or the template changes nothing.
    expect(await writingActions(page)).toEqual(['Copy']);
    expect(await flawsOf(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('are those that delete with a key of the scope delete', async () => {
    const { page, close } = await openWith(['read', 'delete'], '/');
    expect(await writingActions(page)).toEqual(['Delete BTC breakout']);
    await close();
  });

  it('are all with a key that can write', async () => {
    const found = [];
    for (const path of pages()) {
      const { page, close } = await openWith(['read', 'write'], path);
      found.push((await writingActions(page)).toSorted());
      await close();
    }
    expect(found).toEqual([
      ['Change BTC breakout', 'Delete BTC breakout', 'Import files', 'New project'],
      ['Import files', 'New session'],
      expect.arrayContaining([
        'Copy',
        'Delete session',
        'Edit note and tags',
        'Finish',
        'Import',
        'Rename, tags, notes',
      ]),
    ]);
  });
});
