import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReportAsset, ReportAssets } from '../report/sheet/report-file.js';
import { PAGE_BUILD } from '../../src/review/desk/page-build.js';

/**
 * Returns the script and the style that are built from `desk/page/report/`, in the form in which a report contains
 * them.
 */
export function reportAssets(): ReportAssets {
  return { script: contentFor('script', 'report.js'), style: contentFor('style', 'report.css') };
}

function contentFor(element: string, file: string): ReportAsset {
  const text = readFileSync(join(PAGE_BUILD, file), 'utf8').trim();
  if (text.toLowerCase().includes(`</${element}`)) throw new Error(`${file} would end its element.`);
  return { text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` };
}
