import { type TestApp, startTestApp } from '../support/app.js';
import { describeInBrowser } from '../support/browser.js';
import { openDesk, settled, aReviewedProject } from '../support/desk.js';
import { aSweptProject } from '../support/swept-project.js';
import { sixtyRuns } from '../support/sixty-runs.js';

describeInBrowser('shots', (browser) => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());
  it('takes them', async () => {
    const id = await sixtyRuns(service);
    const { project } = await aSweptProject(service);
    await aReviewedProject(service);
    const { body } = await service.call.get(`/sessions?projectId=${id}&count=4`);
    const ids = body.sessions.map((s: { id: string }) => s.id).join();
    const paths = (process.env['SHOTS'] ?? '/|/P|/P/leaderboard|/S/leaderboard|/P/selection|/P/compare').split('|');
    for (const path of paths) {
      for (const [width, colorScheme] of [[1280, 'light'], [1280, 'dark'], [390, 'light'], [390, 'dark']] as const) {
        const real = path.replace('/P', `/projects/${id}`).replace('/S', `/projects/${project.id}`).replace('compare', `compare?sessions=${ids}`);
        const { page, faults, close } = await openDesk(browser(), service, real, { width, height: width === 390 ? 844 : 900, colorScheme });
        await settled(page);
        await page.waitForTimeout(700);
        const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
        const name = path.replaceAll(/[^a-zA-Z0-9]+/g, '_');
        await page.screenshot({ path: `/tmp/list-${process.env['WHEN'] ?? 'after'}${name}-${width}-${colorScheme}.png` });
        if (faults.length || overflow) console.log(path, width, faults, overflow);
        await close();
      }
    }
  });
});
