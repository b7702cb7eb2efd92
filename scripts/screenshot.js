/**
 * Creates docs/desk.png, a picture of the demo session on the review desk.
 *
 *     npm run screenshot
 *
 * Requires Chromium at /usr/bin/chromium or at the path in CHROMIUM_BIN.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const FILE = join(import.meta.dirname, '..', 'docs', 'desk.png');

const demo = spawn(process.execPath, ['dist/src/cli/demo.js'], {
  cwd: join(import.meta.dirname, '..'),
  env: { ...process.env, PORT: process.env.PORT ?? '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(demo, 'close');
try {
  await takePicture(await deskLink());
  process.stdout.write(`${FILE}: ${Math.round(statSync(FILE).size / 1000)} KB\n`);
} finally {
  demo.kill('SIGINT');
  await ended;
}

/** Returns the link that the demo prints. */
async function deskLink() {
  let output = '';
  for await (const text of demo.stdout) {
    output += String(text);
    const [link] = /http\S+#key=\S+(?=\n)/.exec(output) ?? [];
    if (link) return link;
  }
  throw new Error('The demo ended without a link to the desk.');
}

async function takePicture(link) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_BIN ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 1440 } });
    await page.goto(link);
    await page.locator('.candle-chart[data-selected]').waitFor();
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
    await page.waitForTimeout(1000);
    await page.screenshot({ path: FILE });
  } finally {
    await browser.close();
  }
}
