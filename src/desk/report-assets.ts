import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReportAssets } from './report-file.js';
import { WEB } from './web-build.js';

/** What the build made of `web/report/`, as it stands within its elements. */
export function reportAssets(): ReportAssets {
  return { script: contentFor('script', 'report.js'), style: contentFor('style', 'report.css') };
}

function contentFor(element: string, file: string): string {
  const text = readFileSync(join(WEB, file), 'utf8').trim();
  if (text.toLowerCase().includes(`</${element}`)) throw new Error(`${file} would end its element.`);
  return text;
}
