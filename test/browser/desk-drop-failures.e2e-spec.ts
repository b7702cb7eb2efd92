import type { Page, Route } from 'playwright-core';
import { type TestApp, startTestApp } from '../support/app.js';
import { describeInBrowser } from '../support/browser.js';
import { openDesk, settled } from '../support/desk.js';
import {
  aResult,
  dropButton,
  dropFiles,
  dropOnPage,
  dropStates,
  openNewProject,
  sessionsIn,
} from '../support/drop.js';

describeInBrowser('the review desk, when it stores dropped files,', (browser) => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  const THREE = ['A', 'B', 'C'].map((name) => aResult(name));

  /** Opens a project, drops three files on it, and waits until the files have been read. */
  const openDrop = async () => {
    const opened = await openNewProject(browser(), service);
    await dropOnPage(opened.page, ...THREE);
    return opened;
  };
  const namesOf = async (project: { readonly id: string }) =>
    (await sessionsIn(service, project)).map(({ name }) => name.charAt(0)).toSorted();
  const outcomes = async (page: Page) => (await dropStates(page)).map((state) => state.replace(/, .*:/, ':'));

  /** Handles the request that stores the second file with the given function. Requests for previews do not count. */
  const atSecond = async (page: Page, handle: (route: Route) => Promise<void>) => {
    let stored = 0;
    await page.route('**/import*', async (route) => {
      if (route.request().url().includes('preview=true')) return route.continue();
      stored += 1;
      return stored === 2 ? handle(route) : route.continue();
    });
  };
  const refuseWith =
    (status: number, code: string, headers = {}) =>
    (route: Route) =>
      route.fulfill({ status, headers, json: { code, message: `The service says ${code}.`, details: [] } });

  it('waits for the time in Retry-After after a 503 BUSY, and continues', async () => {
    const { page, project, close } = await openDrop();
    await atSecond(page, refuseWith(503, 'BUSY', { 'retry-after': '1' }));
    await dropButton(page, 'Store 3 sessions').click();
    await page.locator('dialog').getByText('The service says BUSY. Trying again in').waitFor();
    await page.getByText('3 files: 3 stored.').waitFor();
    expect(await namesOf(project)).toEqual(['A', 'B', 'C']);
    await close();
  });

  it('asks for a new key after a 401, still shows which files are stored, and then stores the other files', async () => {
    const { page, project, close } = await openDrop();
    await atSecond(page, refuseWith(401, 'UNAUTHORIZED'));
    await dropButton(page, 'Store 3 sessions').click();
    await page.getByText('This key was not accepted.').waitFor();
    expect(await namesOf(project)).toEqual(['A']);
    await page.getByLabel('API key').fill(service.secrets.own);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByText('3 files: 1 stored, 2 still to store.').waitFor();
    expect(await outcomes(page)).toEqual(['A: Stored', 'B: Not stored', 'C: New']);
    await dropButton(page, 'Store the other 2 sessions').click();
    await page.getByText('3 files: 3 stored.').waitFor();
    expect(await namesOf(project)).toEqual(['A', 'B', 'C']);
    await close();
  });

  it('removes nothing if the new key after a 401 belongs to another workspace', async () => {
    const { page, project, close } = await openDrop();
    await atSecond(page, refuseWith(401, 'UNAUTHORIZED'));
    await dropButton(page, 'Store 3 sessions').click();
    await page.getByLabel('API key').fill(service.secrets.other);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await dropButton(page, 'Remove the session of this drop').click();
    const question = page.getByRole('dialog', { name: 'Delete 1 session' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await question.getByRole('alert').waitFor();
    expect(await outcomes(page)).toEqual(['A: Stored', 'B: Not stored', 'C: New']);
    expect(await namesOf(project)).toEqual(['A']);
    await close();
  });

  it('shows that the outcome is unknown if a response is lost, and stores the file only once', async () => {
    const { page, project, close } = await openDrop();
    await atSecond(page, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await dropButton(page, 'Store 3 sessions').click();
    await page.getByText('It is not known whether this file was stored.').waitFor();
    expect(await namesOf(project)).toEqual(['A', 'B']);
    await dropButton(page, 'Store the other 2 sessions').click();
    await page.getByText('3 files: 3 stored.').waitFor();
    expect(await namesOf(project)).toEqual(['A', 'B', 'C']);
    await close();
  });

  it('recognises the files that it stored before the user closed the tab and dropped the same files again', async () => {
    const { page, context, project, close } = await openDrop();
    // The service stores the second file, but the page never receives the response. When the tab is closed, the browser
    // may send the held request as well, which stores nothing more.
    const isStored = new Promise<void>((resolve) => {
      void atSecond(page, async (route) => {
        await route.fetch();
        resolve();
      });
    });
    await dropButton(page, 'Store 3 sessions').click();
    await isStored;
    await page.close({ runBeforeUnload: false });
    expect(await namesOf(project)).toEqual(['A', 'B']);
    const again = await openDesk(browser(), service, `/projects/${project.id}`, {}, context);
    await settled(again.page);
    await dropFiles(again.page, 'main', THREE);
    await again.page.getByText('3 files: 1 new session, 2 already there.').waitFor();
    await dropButton(again.page, 'Store 1 session').click();
    await again.page.getByText('3 files: 1 stored, 2 already there.').waitFor();
    expect(await namesOf(project)).toEqual(['A', 'B', 'C']);
    await close();
  });

  it('stops after the file that is currently being stored if the user cancels', async () => {
    const { page, project, close } = await openDrop();
    let go = () => {};
    const reached = new Promise<void>((resolve) => {
      void atSecond(page, (route) => {
        resolve();
        return new Promise((release) => (go = () => release(route.continue())));
      });
    });
    await dropButton(page, 'Store 3 sessions').click();
    await reached;
    await page.getByText('Storing 2 of 3: B.json').waitFor();
    await dropButton(page, 'Stop').click();
    go();
    await page.getByText('3 files: 2 stored, 1 still to store.').waitFor();
    expect(await namesOf(project)).toEqual(['A', 'B']);
    await close();
  });

  it('shows the reason if a file can no longer be read, and reads the other files', async () => {
    const { page, close } = await openDrop();
    await page.evaluate(
      `Object.assign(Blob.prototype, { arrayBuffer: () => Promise.reject(new Error('gone')) })`,
    );
    await page.getByLabel('Feed of A,').selectOption('venue-usdm-current-quarter');
    await page.getByText('The file cannot be read. If it was changed or moved, choose it again.').waitFor();
    expect(await outcomes(page)).toEqual(['A.json: Refused', 'B: New', 'C: New']);
    await close();
  });
});
