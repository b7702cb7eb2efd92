/**
 * Creates docs/desk.png and docs/desk-dark.png, pictures of the demo session on the review desk, and docs/report.html, its
 * report.
 *
 *     npm run screenshot
 *
 * Requires Chromium at /usr/bin/chromium or at the path in CHROMIUM_BIN.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const DOCS = join(import.meta.dirname, '..', 'docs');
const PICTURES = { light: join(DOCS, 'desk.png'), dark: join(DOCS, 'desk-dark.png') };
const REPORT = join(DOCS, 'report.html');

const demo = spawn(process.execPath, ['dist/src/cli/demo.js'], {
  cwd: join(import.meta.dirname, '..'),
  env: { ...process.env, PORT: process.env.PORT ?? '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(demo, 'close');
try {
  const link = await deskLink();
  await takePictures(link);
  await saveReport(link);
  for (const file of [...Object.values(PICTURES), REPORT])
    process.stdout.write(`${file}: ${Math.round(statSync(file).size / 1000)} KB\n`);
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

async function saveReport(link) {
  const [, base, key, session] = /^(.*)\/desk\/#key=([^&]+)&open=\/sessions\/(.+)$/.exec(link);
  const response = await fetch(`${base}/sessions/${session}/report`, { headers: { 'x-api-key': key } });
  if (!response.ok) throw new Error(`The report was answered with ${response.status}.`);
  writeFileSync(REPORT, await response.text());
}

async function takePictures(link) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_BIN ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    for (const [colorScheme, path] of Object.entries(PICTURES)) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 1440 }, colorScheme });
      await page.goto(link);
      await page.getByRole('button', { name: 'Use the link’s key' }).click();
      await page.locator('.candle-chart[data-selected]').waitFor();
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      await page.waitForTimeout(1000);
      await page.screenshot({ path });
    }
  } finally {
    await browser.close();
  }
}
