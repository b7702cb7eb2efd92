import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core';
import { CHROMIUM_ARGUMENTS, findChromium } from './chromium.js';

/** Declares tests that lack a program, so that Jest counts them as skipped. */
export const describeWithout = (program: string, name: string): void =>
  describe.skip(name, () => it(`needs ${program}`, () => undefined));

/** Declares tests that need a browser. Without a browser, Jest skips the describe with this name. */
export function describeInBrowser(name: string, tests: (browser: () => Browser) => void): void {
  const executablePath = findChromium(name);
  if (executablePath === null) return describeWithout('Chromium', name);
  describe(name, () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGUMENTS });
    });
    afterAll(() => browser.close());
    tests(() => browser);
  });
}

export interface Look {
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
}

/** A page of the desk, with a list of its faults. */
export interface DeskPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console messages, errors, violations of the content security policy, and requests to other hosts. */
  readonly faults: string[];
  readonly close: () => Promise<void>;
}

/**
 * This timeout is shorter than the timeout of a test, so the error message names the condition for which the test
 * waited.
 */
const DEFAULT_TIMEOUT_MS = 600_000;

/**
 * This script runs in the page. It is a text, because the compiler does not have the types of a browser for these
 * tests.
 */
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  console.error('CSP ' + violatedDirective + ' ' + blockedURI));`;

export async function openPage(
  browser: Browser,
  url: string,
  look: Look = {},
  within?: BrowserContext,
): Promise<DeskPage> {
  const { colorScheme = 'light', width = 1280, height = 900 } = look;
  const context = within ?? (await browser.newContext({ colorScheme, viewport: { width, height } }));
  const page = await context.newPage();
  page.setDefaultTimeout(DEFAULT_TIMEOUT_MS);
  const faults: string[] = [];
  const { origin } = new URL(url);
  page.on('console', (message) => faults.push(`console ${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const to = request.url();
    if (!to.startsWith(`${origin}/`) && !/^(data|blob):/.test(to)) faults.push(`request to ${to}`);
  });
  await page.addInitScript({ content: REPORT_VIOLATIONS });
  await page.goto(url);
  return {
    page,
    context,
    faults,
    close: () => (within ? page.close() : context.close()),
  };
}

const require = createRequire(import.meta.url);
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Returns the findings of axe on the current page. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/** Returns the number of pixels by which the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/**
 * Waits until an expression is true in the page. The page itself cannot wait, because its content security policy
 * forbids evaluating code.
 */
export async function waitUntil(page: Page, expression: string): Promise<void> {
  while (!(await page.evaluate<boolean>(`Boolean(${expression})`))) {
    await delay(50);
  }
}
