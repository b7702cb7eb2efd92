import type { Page } from 'playwright-core';
import { KeysService } from '../../src/platform/auth/keys.service.js';
import { SCOPES } from '../../src/platform/auth/principal.js';
import { type TestApp, startTestApp } from '../support/app.js';
import { type DeskPage, describeInBrowser, waitUntil } from '../support/browser.js';
import { deskOf, linkWith, openDesk, openLink, settled } from '../support/desk.js';
import { aSessionWith, aTrade, finish, ingest, tradesWith } from '../support/factories.js';
import { withStreamsOfOthers } from '../support/held-streams.js';
import { until } from '../support/until.js';

/** Number of tabs. It is higher than the number of connections that a browser opens to one host. */
const TABS = 8;
/** Number of event streams that all tabs of a browser share. */
const STREAMS = 3;

describeInBrowser('an open session on the review desk that other clients change', (browser) => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  const streams = async (): Promise<number> => {
    const { text } = await service.call.get('/metrics').expect(200);
    return Number(/^event_streams (\d+)$/m.exec(text)?.[1]);
  };

  /** Waits until the list of trades has a number of rows. */
  const shows = (page: Page, rows: number) =>
    waitUntil(page, `document.querySelector('.trade-rows')?.dataset.rows === '${rows}'`);

  /** Makes a tab hidden or visible to its page, as if the user had switched to another tab. */
  const show = (page: Page, state: 'visible' | 'hidden') =>
    page.evaluate(
      `Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${state}' });
       document.dispatchEvent(new Event('visibilitychange'));`,
    );

  const aSession = () => aSessionWith(service.call, tradesWith(5, -5, 10));

  it('shows new trades, a changed name, and the finish', async () => {
    const session = await aSession();
    const { page, faults, close } = await openDesk(browser(), service, `/sessions/${session.id}`);
    await shows(page, 3);
    await until(async () => (await streams()) === 1);
    await ingest(service.call, session, [aTrade({ hour: 30 })]);
    await shows(page, 4);
    await service.call.patch(`/sessions/${session.id}`, { name: 'Renamed' }).expect(200);
    await page.getByRole('heading', { name: 'Renamed' }).waitFor();
    await finish(service.call, session);
    await page.getByText('finished', { exact: false }).first().waitFor();
    await settled(page);
    expect(faults).toEqual([]);
    await close();
    await until(async () => (await streams()) === 0);
  });

  it('is updated in each of eight tabs, although only some of the tabs have an event stream', async () => {
    const session = await aSession();
    const path = `/sessions/${session.id}`;
    const first = await openDesk(browser(), service, path);
    const tabs: DeskPage[] = [first];
    for (let tab = 1; tab < TABS; tab += 1)
      tabs.push(await openDesk(browser(), service, path, {}, first.context));
    for (const { page } of tabs) await shows(page, 3);
    await until(async () => (await streams()) === STREAMS);
    await ingest(service.call, session, [aTrade({ hour: 30 })]);
    for (const { page } of tabs) await shows(page, 4);
    expect(await streams()).toBe(STREAMS);
    // A tab that closes leaves its stream to another tab.
    for (const { page } of tabs.splice(1, STREAMS)) await page.close();
    await until(async () => (await streams()) === STREAMS);
    await ingest(service.call, session, [aTrade({ hour: 31 })]);
    for (const { page } of tabs) await shows(page, 5);
    for (const { page, faults } of tabs) {
      await settled(page);
      expect(faults).toEqual([]);
    }
    await first.close();
    await until(async () => (await streams()) === 0);
  });

  it('has no event stream while its tab is hidden, and is up to date when the tab is visible again', async () => {
    const session = await aSession();
    const { page, faults, close } = await openDesk(browser(), service, `/sessions/${session.id}`);
    await shows(page, 3);
    await until(async () => (await streams()) === 1);
    await show(page, 'hidden');
    await until(async () => (await streams()) === 0);
    await ingest(service.call, session, [aTrade({ hour: 30 })]);
    await show(page, 'visible');
    await shows(page, 4);
    expect(faults).toEqual([]);
    await close();
  });

  it('is read at intervals while the service refuses an event stream, and gets an event stream later', async () => {
    const session = await aSession();
    const open = await withStreamsOfOthers(service, 0, async () => {
      const opened = await openDesk(browser(), service, `/sessions/${session.id}`);
      await shows(opened.page, 3);
      await ingest(service.call, session, [aTrade({ hour: 30 })]);
      await shows(opened.page, 4);
      return opened;
    });
    await until(async () => (await streams()) === 1);
    await open.close();
  });

  it('is reported as deleted after it was deleted', async () => {
    const session = await aSession();
    const { page, close } = await openDesk(browser(), service, `/sessions/${session.id}`);
    await shows(page, 3);
    await service.call.delete(`/sessions/${session.id}`).expect(204);
    await page.getByText('There is no session with this id.').first().waitFor();
    await close();
  });

  it('is replaced by the form for a key when the key is revoked', async () => {
    const session = await aSession();
    const { workspace } = service.environment.configuredKeys[0]!;
    const wanted = { name: 'desk', workspace, scopes: SCOPES, expiresAt: null };
    const { key, secret } = await service.app.get(KeysService).create(wanted);
    const link = linkWith(deskOf(service), secret, `/sessions/${session.id}`);
    const { page, close } = await openLink(browser(), link);
    await shows(page, 3);
    await service.call.post(`/keys/${key.id}/revoke`).expect(200);
    await page.getByLabel('API key').waitFor();
    await close();
  });
});
