import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestApp, startTestApp } from '../support/app.js';
import { describeInBrowser } from '../support/browser.js';
import { openDesk, settled } from '../support/desk.js';
import { type DroppedFile, allRead, dropFiles, otherFaults } from '../support/drop.js';
import { printedNet } from '../support/printed-net.js';
import { namesIn, realData } from '../support/real-data.js';
import { itWith } from '../support/with-recordings.js';

const filesIn = (directory: string): DroppedFile[] =>
  namesIn(directory).map((name) => ({ name, text: readFileSync(join(directory, name), 'utf8') }));

const ascending = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b);

interface Session {
  readonly name: string;
  readonly strategy: string;
  readonly rangeStart: number;
  readonly summary: { readonly tradeCount: number; readonly plNet: number };
}

describeInBrowser('real exports that are dropped on the review desk', (browser) => {
  const runs = realData('exports/freqtrade', 'runs of freqtrade dropped on the review desk');
  const lists = realData('exports/tradingview', 'lists of TradingView dropped on the review desk');
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  itWith(runs, lists)(
    'are stored in one drop as sessions with the net profit that the tool reports',
    async () => {
      const results = filesIn(runs!);
      const printed = filesIn(lists!);
      const { page, faults, close } = await openDesk(browser(), service, '/');
      await settled(page);
      await dropFiles(page, 'main', [...results, ...printed]);
      await page.getByText(`${printed.length} files do not say everything`).waitFor();
      await allRead(page);
      await page.getByLabel('Starting balance').fill('100000');
      await page
        .getByRole('group', { name: /not say everything/ })
        .getByLabel('Symbol')
        .fill('EURUSD');
      await page.getByRole('button', { name: `Read these ${printed.length} files` }).click();
      const all = results.length + printed.length;
      await page.getByText(`${all} files: ${all} new sessions.`).waitFor();
      await page.getByRole('button', { name: `Store ${all} sessions` }).click();
      await page.getByText(`${all} files: ${all} stored.`).waitFor();
      const { body } = await service.call.get('/project-records').expect(200);
      expect(body.projects).toMatchObject([{ sessionCount: all }]);
      const { id } = body.projects[0];
      const listed = await service.call.get(`/sessions?projectId=${id}&count=500`).expect(200);
      const sessions: readonly Session[] = listed.body.sessions;
      const netsOf = (some: readonly Session[]) => ascending(some.map(({ summary }) => summary.plNet));
      const expected = results.map(({ text }) => {
        const { strategy } = JSON.parse(text) as { strategy: Record<string, { profit_total_abs: number }> };
        // The tool adds its profits as doubles, so the test rounds the total to the 8 decimals of a profit.
        return Number(Object.values(strategy)[0]!.profit_total_abs.toFixed(8));
      });
      expect(netsOf(sessions.filter(({ strategy }) => strategy !== ''))).toEqual(ascending(expected));
      for (const { name, text } of printed) {
        const { summary } = sessions.find((session) => session.name === name)!;
        const { net, open } = printedNet(text);
        // The list shows amounts in cents, so a difference of one cent is a rounding error and not a fee.
        expect(Math.abs(summary.plNet - (net - open))).toBeLessThanOrEqual(0.01 * summary.tradeCount);
      }
      expect(otherFaults(faults)).toEqual([]);
      await close();
    },
  );
});
