import type { Page } from 'playwright-core';
import { signed } from '../../desk/report/format.js';
import { type TestApp, startTestApp } from '../support/app.js';
import { axeFindings, describeInBrowser, overflow } from '../support/browser.js';
import { openDesk, settled } from '../support/desk.js';
import { HOUR, T, aSession, aSessionWith, aTrade, ingest } from '../support/factories.js';

const QUESTION = 'Were the trades kept as first answered?';

describeInBrowser('the review desk, with trades that were changed,', (browser) => {
  let service: TestApp;
  let session: { readonly id: string };

  beforeAll(async () => {
    service = await startTestApp();
    session = await aSession(service.call, { name: 'Taken back' });
    const losing = Array.from({ length: 8 }, (_, hour) => aTrade({ hour, plNet: hour < 5 ? -20 : 10 }));
    await ingest(service.call, session, losing);
    const { body } = await service.call.get(`/sessions/${session.id}/trades`).expect(200);
    for (const { id } of body.trades.slice(0, 4))
      await service.call.delete(`/sessions/${session.id}/trades/${id}`).expect(204);
    await ingest(service.call, session, [aTrade({ hour: 0, plNet: 30, side: 'long' })]);
  });
  afterAll(() => service.close());

  const open = async ({ id }: { readonly id: string }, look = {}) => {
    const opened = await openDesk(browser(), service, `/sessions/${id}`, look);
    await settled(opened.page);
    return opened;
  };
  const card = (page: Page) =>
    page
      .locator('section.card')
      .filter({ has: page.getByRole('heading', { name: 'First answers', exact: true }) });
  const question = (page: Page) => page.locator('[data-question="first-answers-kept"]');

  it('shows the trades as first answered beside the trades as kept, and lists the changes', async () => {
    const { page, faults, close } = await open(session);
    await card(page).waitFor();
    const { body } = await service.call.get(`/sessions/${session.id}/analysis/first-answers`).expect(200);
    expect(body.changes).toMatchObject({ removed: 4, secondLooks: 1, change: 110 });
    const text = await card(page).innerText();
    expect(text).toContain(`4 removed answers, 1 second look. The changes are worth ${signed(110)}`);
    expect(text).toContain(signed(body.asFirst.plNet));
    expect(text).toContain(signed(body.asKept.plNet));
    const rows = card(page).getByRole('region', { name: 'First answers' }).locator('tbody tr');
    expect(await rows.count()).toBe(body.list.length);
    expect(await rows.first().innerText()).toContain('second look');
    expect(await rows.first().innerText()).toContain(body.list[0].clientId);
    await card(page).locator('.note button.explain').first().click();
    await page.locator('#first-answers-first-answers-changes-change code').first().waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('leads from the question of the evidence to the changes', async () => {
    const { page, close } = await open(session);
    await card(page).waitFor();
    expect(await question(page).innerText()).toContain('4 of 8 answers were removed or changed');
    await question(page).getByRole('button', { name: QUESTION }).click();
    expect(await page.evaluate('document.activeElement.id')).toBe('first-answers');
    await close();
  });

  it('counts the changes among the sessions, and among the tries of the project', async () => {
    const { body } = await service.call.get(`/sessions/${session.id}/record`).expect(200);
    const { projectId } = body.session;
    for (const path of [`/projects/${projectId}`, `/projects/${projectId}/selection`]) {
      const { page, faults, close } = await openDesk(browser(), service, path);
      await settled(page);
      await page.getByText('4 answers changed, 1 second look').waitFor();
      expect([await axeFindings(page), faults]).toEqual([[], []]);
      await close();
    }
  });

  it('says how many changes are not listed', async () => {
    const trades = Array.from({ length: 30 }, (_, hour) => aTrade({ hour }));
    const changed = await aSession(service.call);
    const { trades: stored } = await ingest(service.call, changed, trades);
    for (const { id } of stored.slice(0, 25))
      await service.call.delete(`/sessions/${changed.id}/trades/${id}`).expect(204);
    const { page, close } = await open(changed);
    await card(page).getByText('The newest 20 of 25:').waitFor();
    expect(await card(page).getByRole('region', { name: 'First answers' }).locator('tbody tr').count()).toBe(
      20,
    );
    await close();
  });

  it('shows positions beside trades only if a position was closed in parts', async () => {
    const part = (hour: number, plNet: number, fields: object) => aTrade({ hour, plNet, ...fields });
    const end = (hour: number) => ({ exitTime: T + (hour + 1) * HOUR });
    const parts = await aSessionWith(service.call, [
      part(0, 5, { positionId: 'p', ...end(0) }),
      part(0, 8, { positionId: 'p', ...end(1) }),
      part(0, -20, { positionId: 'p', ...end(2) }),
      part(5, -3, {}),
    ]);
    const panel = (page: Page) =>
      page
        .locator('section.card')
        .filter({ has: page.getByRole('heading', { name: 'Positions', exact: true }) });
    const { page, faults, close } = await open(parts);
    await panel(page).waitFor();
    const text = await panel(page).innerText();
    expect(text).toContain('4 trades closed 2 positions, in up to 3 parts.');
    const rows = panel(page).locator('tbody tr');
    expect(await rows.nth(0).innerText()).toMatch(/^positions\t2\t.*0\s%/);
    expect(await rows.nth(1).innerText()).toMatch(/^trades\t4\t.*50\s%/);
    expect([await overflow(page), await axeFindings(page), faults]).toEqual([0, [], []]);
    await close();
    const plain = await open(session);
    await card(plain.page).waitFor();
    expect(await panel(plain.page).count()).toBe(0);
    await plain.close();
  });

  it('shows how far the replay of an active session is', async () => {
    const range = { rangeStart: T, rangeEnd: T + 4 * HOUR };
    const replay = await aSessionWith(service.call, [aTrade()], range);
    await service.call.put(`/sessions/${replay.id}/playhead`, { at: T + HOUR }).expect(200);
    const { page, faults, close } = await open(replay);
    const bar = page.getByRole('progressbar', { name: 'Progress of the replay' });
    await bar.waitFor();
    expect(await bar.locator('xpath=..').innerText()).toMatch(/^Replay\s+25\s%, at /);
    expect([
      await page.evaluate('document.querySelector("progress").value'),
      await axeFindings(page),
      faults,
    ]).toEqual([0.25, [], []]);
    await close();
    const plain = await open(session);
    expect(await plain.page.getByRole('progressbar').count()).toBe(0);
    await plain.close();
  });

  it('shows no panel if nothing was changed', async () => {
    const { page, close } = await open(await aSessionWith(service.call, [aTrade(), aTrade({ hour: 1 })]));
    await question(page).getByText('0 of 2 answers were removed').waitFor();
    expect(await card(page).count()).toBe(0);
    expect(await question(page).getByRole('button', { name: QUESTION }).count()).toBe(0);
    await close();
  });

  it.each([
    { width: 1280, colorScheme: 'light' },
    { width: 390, colorScheme: 'dark' },
  ] as const)('is accessible and fits $width px, $colorScheme', async (look) => {
    const { page, faults, close } = await open(session, look);
    await card(page).waitFor();
    expect([await overflow(page), await axeFindings(page), faults]).toEqual([0, [], []]);
    await close();
  });
});
