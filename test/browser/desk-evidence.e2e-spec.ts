import type { Page } from 'playwright-core';
import { count, number, percent, signed } from '../../desk/report/format.js';
import { type TestApp, startTestApp } from '../support/app.js';
import { axeFindings, describeInBrowser, overflow, waitUntil } from '../support/browser.js';
import { aMarket, marketTrades, openDesk, settled } from '../support/desk.js';
import { HOUR, MINUTE, aSession, aSymbol, finish, ingest } from '../support/factories.js';
import { storeBars } from '../support/ideal-r.js';

const TRADES = 30;
/** The trade whose exit is at a price that the market did not reach. */
const IMPOSSIBLE = 2;

describeInBrowser('the review desk, with the evidence of a session,', (browser) => {
  let service: TestApp;
  let session: { readonly id: string };

  beforeAll(async () => {
    service = await startTestApp();
    const symbol = aSymbol();
    await storeBars(service, symbol, aMarket((TRADES + 26) * (HOUR / MINUTE)));
    const created = await aSession(service.call, { assets: [{ symbol }], name: 'Evidence' });
    const trades = marketTrades(symbol, TRADES);
    trades[IMPOSSIBLE] = { ...trades[IMPOSSIBLE]!, exitPrice: 1_300, feesPaid: 1 };
    await ingest(service.call, created, trades);
    await finish(service.call, created);
    session = created;
  });
  afterAll(() => service.close());

  const openSession = async (look = {}) => {
    const opened = await openDesk(browser(), service, `/sessions/${session.id}`, look);
    await settled(opened.page);
    return opened;
  };
  const answer = async (path: string) =>
    (await service.call.get(`/sessions/${session.id}/analysis/${path}`).expect(200)).body;
  const card = (page: Page, title: string) =>
    page.locator('section.card').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  const textOf = (page: Page, title: string) => card(page, title).innerText();

  it('shows the figures of the API in each panel', async () => {
    const { page, faults, close } = await openSession();
    const costs = await answer('costs');
    expect(await textOf(page, 'Costs')).toContain(`${number(costs.paidBp)} basis points a fill`);
    const nets = await card(page, 'Costs').locator('tbody td:nth-child(2)').allInnerTexts();
    expect(nets).toContain(signed(costs.multiples[2].plNet, 2));

    const { drawdown } = await answer('equity');
    const marked = await textOf(page, 'Marked equity');
    for (const { pct } of [drawdown.realised, drawdown.closes, drawdown.provable, drawdown.possible])
      expect(marked).toContain(percent(-pct));
    await card(page, 'Marked equity').getByText('buy and hold').waitFor();

    const { net, paths } = await answer('timing');
    const timing = await textOf(page, 'Timing');
    expect(timing).toContain(`these entries make ${signed(net.observed, 2)}`);
    expect(timing).toContain(`(p ${number(net.pValue, 3)}, ${count(paths)} random shifts)`);
    expect(await card(page, 'Timing').locator('line.observed').count()).toBe(1);
    const filled = net.histogram.filter((bin: { readonly count: number }) => bin.count > 0);
    expect(filled.length).toBeGreaterThan(4);
    expect(await card(page, 'Timing').locator('rect.drawn').count()).toBe(filled.length);

    const { summary } = await answer('fills');
    const verdicts = card(page, 'Fills').locator('tr', { hasText: /^Impossible prices/ });
    expect(await verdicts.locator('td').innerText()).toBe(count(summary.fills.impossible));

    const { rows } = await answer('sizing');
    expect(await textOf(page, 'Position size')).toContain(number(rows[0].finalEquity, 2));
    expect(faults).toEqual([]);
    await close();
  });

  it('lists the questions and answers of the API, each with a link to the panel of the answer', async () => {
    const { page, faults, close } = await openSession();
    const rows = card(page, 'Evidence').locator('.questions > li');
    await card(page, 'Evidence').locator('[data-verdict="doubts"]').first().waitFor();
    const { questions, pending } = await answer('evidence');
    expect(pending).toBe(0);
    const shown = await rows.evaluateAll((items) =>
      items.map(({ dataset }) => ({ question: dataset['question'], verdict: dataset['verdict'] })),
    );
    expect(shown).toEqual(
      questions.map(({ question, verdict }: Record<string, string>) => ({ question, verdict })),
    );
    const titles = await page.locator('.group-title, section.card h2').allInnerTexts();
    expect(titles[titles.indexOf('Could it be luck?') + 1]).toBe('Evidence');
    // The panel shows neither a grade nor a total score.
    expect(await textOf(page, 'Evidence')).not.toMatch(/score|grade|of 11\b/i);

    const fills = rows.filter({ hasText: 'Were all fills possible?' });
    expect(await fills.innerText()).toContain('1 impossible fill');
    await fills.getByRole('button', { name: 'Were all fills possible?' }).click();
    expect(await page.evaluate('document.activeElement.id')).toBe('fills');
    for (const [question, panel] of [
      ['Is the expectancy above 0?', 'All figures'],
      ['Are the entries better than random ones?', 'Timing'],
      ['Is the result better than holding the market?', 'Timing'],
      ['Does the profit survive higher costs?', 'Costs'],
      ['Does the realised equity show the drawdown?', 'Marked equity'],
      ['Do the times fit the candles?', 'Times of the trades'],
      ['Was the market unseen before?', 'Hindsight'],
      ['Does the profit come from more than a few trades?', 'Distribution of returns'],
    ] as const) {
      await rows.getByRole('button', { name: question }).click();
      // A panel with nothing to show is its name in the line of its group.
      const reached = `(document.activeElement.querySelector('h2') ?? document.activeElement).textContent`;
      expect(await page.evaluate(reached)).toBe(panel);
    }
    await rows.getByRole('link', { name: 'Is it better than the best of many tries by luck?' }).click();
    await page.getByRole('heading', { name: 'Selection', level: 1 }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('requests the evidence again while the candles of a question are loading', async () => {
    const { page, faults, close } = await openSession();
    let asked = 0;
    await page.route('**/analysis/evidence*', async (route) => {
      asked += 1;
      if (asked > 1) return route.continue();
      const response = await route.fetch();
      const json = await response.json();
      Object.assign(json.questions[8], { verdict: 'cannot-say', reason: 'candles-loading', value: null });
      await route.fulfill({ response, json });
    });
    await page.reload();
    const row = card(page, 'Evidence').locator('[data-question="drawdown-seen"]');
    await row.getByText('candles are loading').waitFor();
    await row.getByRole('button', { name: /at market prices/ }).waitFor();
    expect(asked).toBe(2);
    expect(faults).toEqual([]);
    await close();
  });

  it('names a fill at an impossible price in the list of trades and under the candles', async () => {
    const { page, faults, close } = await openSession();
    const row = page.locator(`.trade-rows [aria-posinset="${IMPOSSIBLE + 1}"]`);
    await row.getByText('impossible price', { exact: true }).waitFor();
    await row.click();
    const { trades } = await answer('fills?kind=impossible');
    const [{ low, high }] = trades[0].findings;
    const sentence = page.locator('.candles .findings li', { hasText: 'The exit at 1,300' });
    expect(await sentence.innerText()).toContain('is outside the prices of its candles');
    expect(await sentence.innerText()).toContain(high.toLocaleString('en-US'));
    expect(low).toBeLessThan(high);
    await waitUntil(
      page,
      `document.querySelector('.candle-chart').dataset.doubts?.includes('${trades[0].tradeId} impossible')`,
    );
    const chart = page.locator('.candle-chart');
    const doubt = (await chart.getAttribute('data-doubts'))!
      .split(',')
      .find((one) => one.includes('impossible'));
    const mark = (await chart.getAttribute('data-marks'))!
      .split(',')
      .find((one) => one.startsWith(trades[0].tradeId));
    // The ring that marks the doubtful fill is around the exit.
    expect(doubt!.split(' ').slice(2)).toEqual(mark!.split(' ').slice(1));
    expect(await chart.getAttribute('aria-label')).toContain('with doubtful fills');
    expect(faults).toEqual([]);
    await close();
  });

  it.each([
    { width: 1280, colorScheme: 'light' },
    { width: 1280, colorScheme: 'dark' },
    { width: 390, colorScheme: 'light' },
    { width: 390, colorScheme: 'dark' },
  ] as const)('is accessible and fits $width px, $colorScheme', async (look) => {
    const { page, faults, close } = await openSession(look);
    await card(page, 'Marked equity').getByText('buy and hold').waitFor();
    expect(await overflow(page)).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});
