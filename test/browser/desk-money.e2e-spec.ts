import type { Page } from 'playwright-core';
import { type TestApp, startTestApp } from '../support/app.js';
import { describeInBrowser } from '../support/browser.js';
import { openDesk, settled } from '../support/desk.js';
import {
  type DroppedFile,
  allRead,
  dropButton,
  dropFiles,
  dropOnPage,
  dropStates,
  flawsOf,
  openNewProject,
  otherFaults,
} from '../support/drop.js';
import { aSession } from '../support/factories.js';
import { lines } from '../support/trade-files.js';
import { MONEY_HEADER, UNCLEAR_MONEY, WRONG_MONEY, moneyRow } from '../support/unclear-money.js';

const UNCLEAR: DroppedFile = { name: 'unclear.csv', text: UNCLEAR_MONEY };
const WRONG: DroppedFile = { name: 'wrong.csv', text: WRONG_MONEY };
const HEADER = 'symbol,side,contracts,entryTime,entryPrice,exitTime,exitPrice,commission,net profit,Fee BNB';
const PROVEN: DroppedFile = {
  name: 'futures.csv',
  text: lines(
    HEADER,
    'ES,long,1,1704844800000,5000.25,1704848400000,5010.25,4.50,$495.50,0.001',
    'NQ,short,2,1704844800000,18000,1704848400000,17990,9.00,$391.00,0.001',
    'ES,short,1,1704852000000,5010.25,1704855600000,5014.25,4.50,($204.50),0.001',
  ),
};
const FOREX: DroppedFile = {
  name: 'forex.csv',
  text: lines(
    'symbol,side,qty,entryTime,entryPrice,exitTime,exitPrice',
    'EURUSD,long,1000,1704844800000,1.1,1704848400000,1.101',
  ),
};
const PROOF = 'File says +682.00 · we compute +682.00 ✓';
const NOTICE = 'Column Fee BNB is not read as a cost, because it is in another currency than the profit.';
const LOOKS = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 390 },
] as const;

describeInBrowser('the money of files on the review desk', (browser) => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  const answerBalance = async (page: Page, files: string) => {
    await page.getByLabel('Starting balance').fill('1000');
    await dropButton(page, `Read ${files}`).click();
    await page.getByLabel('Starting balance').waitFor({ state: 'detached' });
    await allRead(page);
  };
  /** Returns what the row of a file says about its money. */
  const proofOf = async (page: Page, name: string) => {
    const cells = page
      .locator('table.drop-files')
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name }) })
      .locator('td.num');
    const texts = await cells.allInnerTexts();
    return texts.slice(1, 3).map((text) => text.replace(/\s*The sums .*$/s, '').replace(/\s+/g, ' '));
  };
  const answer = async (page: Page, label: RegExp, button = 'Read this file') => {
    await page.getByLabel(label).check();
    await page.getByRole('button', { name: button }).click();
  };
  const moneyIn = async ({ id }: { readonly id: string }) => {
    const { body } = await service.call.get(`/sessions?projectId=${id}`).expect(200);
    const nets: [string, number[]][] = [];
    for (const session of body.sessions) {
      const { trades } = (await service.call.get(`/sessions/${session.id}/trades`).expect(200)).body;
      nets.push([session.name, trades.map(({ plNet }: { readonly plNet: number }) => plNet).toSorted()]);
    }
    return Object.fromEntries(nets);
  };
  const openImport = async (file: DroppedFile) => {
    const session = await aSession(service.call, {
      accountCurrency: 'USD',
      assets: ['ES', 'NQ', 'BTCUSDT'].map((symbol) => ({ symbol })),
    });
    const opened = await openDesk(browser(), service, `/sessions/${session.id}`);
    await settled(opened.page);
    await opened.page.getByRole('button', { name: 'Import', exact: true }).click();
    await dropFiles(opened.page, '.drop', [file]);
    return { ...opened, session };
  };
  const netsOf = async ({ id }: { readonly id: string }) =>
    (await service.call.get(`/sessions/${id}/trades`).expect(200)).body.trades.map(
      ({ plNet }: { readonly plNet: number }) => plNet,
    );

  it('comes with one question if the market of the file may close at times', async () => {
    const { page, project, faults, close } = await openNewProject(browser(), service, LOOKS[0]);
    await dropOnPage(page, FOREX);
    await answerBalance(page, 'this file');
    const question = page.getByText('Trading days of EURUSD: five a week, or all seven?');
    await question.waitFor();
    expect(await flawsOf(page)).toEqual([]);
    await question.getByRole('button', { name: '24/5' }).click();
    await question.waitFor({ state: 'detached' });
    await allRead(page);
    expect(await question.count()).toBe(0);
    await dropButton(page, 'Store 1 session').click();
    await page.getByText('1 file: 1 stored.').waitFor();
    const { body } = await service.call.get(`/sessions?projectId=${project.id}`).expect(200);
    expect(body.sessions[0].assets).toMatchObject([{ symbol: 'EURUSD', calendarCode: '24/5' }]);
    expect(otherFaults(faults)).toEqual([]);
    await close();
  });

  it.each(LOOKS)('is proven, asked, or refused with its rows: %j', async (look) => {
    const { page, project, faults, close } = await openNewProject(browser(), service, look);
    await dropOnPage(page, PROVEN, UNCLEAR, WRONG);
    await answerBalance(page, 'these 3 files');
    expect(await dropStates(page)).toEqual([
      'futures.csv: New',
      'unclear.csv: Unclear',
      'wrong.csv: Refused',
    ]);
    expect(await proofOf(page, 'futures.csv')).toEqual(['+682.00', '+682.00 ✓']);
    await dropButton(page, 'The sums agree: show each symbol').click();
    expect(await page.locator('.proof li').allInnerTexts()).toEqual([
      'ES: column net profit is net, point value 50, 2 of 2 rows agree: file +291.00, computed +291.00, stored net +291.00 USD',
      'NQ: column net profit is net, point value 20, 1 of 1 row agrees: file +391.00, computed +391.00, stored net +391.00 USD',
    ]);
    const question = page.getByRole('group', { name: 'The file does not say what column profit means' });
    expect(await question.getByRole('radio').count()).toBe(3);
    const net = question.getByLabel('Net of all costs: +490.50 USD net, point value 49.5');
    expect(await net.isChecked()).toBe(true);
    const refusal = page.getByRole('group', { name: 'The profits in the file disagree with the prices' });
    await refusal
      .getByText('line 2: long, the price rose by 10, but column profit says −20.00', { exact: true })
      .waitFor();
    expect(await refusal.getByRole('radio', { checked: true }).count()).toBe(0);
    expect(await flawsOf(page)).toEqual([]);
    await question.getByLabel(/^Gross, before the listed costs: \+486.00 USD net/).check();
    await question.getByRole('button').click();
    await question.waitFor({ state: 'detached' });
    await refusal.getByLabel('Store the printed profits (net of all costs)').check();
    await refusal.getByRole('button').click();
    await dropButton(page, 'Store 3 sessions').click();
    await page.getByText('3 files: 3 stored.').waitFor();
    expect(await proofOf(page, 'unclear.csv')).toEqual(['+490.50', '+490.50 ✓']);
    expect(await proofOf(page, 'wrong.csv')).toEqual(['−10.00', '−10.00 ✓']);
    expect(await moneyIn(project)).toEqual({
      'futures.csv': [-204.5, 391, 495.5],
      'unclear.csv': [486],
      'wrong.csv': [-20, 10],
    });
    expect(await flawsOf(page)).toEqual([]);
    expect(otherFaults(faults)).toEqual([]);
    await close();
  });

  it('is asked once for files with the same question, and can be changed for one of them', async () => {
    const { page, project, faults, close } = await openNewProject(browser(), service);
    const second = { name: 'second.csv', text: lines(MONEY_HEADER, moneyRow('110', '4.50', '390.50')) };
    await dropOnPage(page, UNCLEAR, second);
    await answerBalance(page, 'these 2 files');
    await page
      .getByText(/: \+390\.50 USD net, .* in second\.csv; \+490\.50 USD net, .* in unclear\.csv/)
      .waitFor();
    await answer(page, /^Ignore the profits/, 'Read these 2 files');
    await allRead(page);
    await dropButton(page, 'Change the settings of second.csv').click();
    await page.locator('.drop-notes').getByLabel('Profits').selectOption('net');
    await dropButton(page, 'Read the file again').click();
    await allRead(page);
    expect(await proofOf(page, 'second.csv')).toEqual(['+390.50', '+390.50 ✓']);
    await dropButton(page, 'Store 2 sessions').click();
    await page.getByText('2 files: 2 stored.').waitFor();
    expect(await moneyIn(project)).toEqual({ 'unclear.csv': [5.5], 'second.csv': [390.5] });
    expect(faults.filter((fault) => !/status of 400/.test(fault))).toEqual([]);
    await close();
  });

  it('is asked when a file is stored, if its preview did not ask', async () => {
    const { page, project, close } = await openNewProject(browser(), service);
    await page.route('**/import*preview=true*', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { sessions?: object[] };
      const sessions = body.sessions?.map((session) => ({ ...session, choices: null }));
      await route.fulfill({ response, json: sessions ? { sessions } : body });
    });
    await dropOnPage(page, UNCLEAR);
    await answerBalance(page, 'this file');
    await dropButton(page, 'Store 1 session').click();
    await page.getByRole('group', { name: 'The file does not say what column profit means' }).waitFor();
    await answer(page, /^Gross/);
    await dropButton(page, 'Store 1 session').click();
    await page.getByText('1 file: 1 stored.').waitFor();
    expect(await moneyIn(project)).toEqual({ 'unclear.csv': [486] });
    await close();
  });

  it('is proven in the preview of a session, beside what is not read', async () => {
    const { page, session, faults, close } = await openImport(PROVEN);
    await page.getByText(PROOF).click();
    await page.getByText(NOTICE).waitFor();
    expect(await page.locator('.proof li').count()).toBe(2);
    expect(await flawsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Store 3 trades' }).click();
    await page.getByText('3 trades stored.').waitFor();
    expect((await netsOf(session)).toSorted()).toEqual([-204.5, 391, 495.5]);
    expect(faults).toEqual([]);
    await close();
  });

  it('is asked in the import into a session, for each file anew', async () => {
    const { page, session, faults, close } = await openImport(UNCLEAR);
    await page.getByText('The file does not say what column profit means').waitFor();
    expect(await flawsOf(page)).toEqual([]);
    expect(await page.getByRole('button', { name: /^Store/ }).isDisabled()).toBe(true);
    await answer(page, /^Net of all costs/);
    await page.getByText('File says +490.50 · we compute +490.50 ✓').waitFor();
    await dropFiles(page, '.drop', [WRONG]);
    await page.getByText('The profits in the file disagree with the prices').waitFor();
    expect(await flawsOf(page)).toEqual([]);
    await answer(page, /^Store the printed profits \(net/);
    await page.getByRole('button', { name: 'Store 2 trades' }).click();
    await page.getByText('2 trades stored.').waitFor();
    expect((await netsOf(session)).toSorted()).toEqual([-20, 10]);
    expect(otherFaults(faults)).toEqual([]);
    await close();
  });
});
