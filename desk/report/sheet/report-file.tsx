import { renderToString } from 'preact-render-to-string';
import { PANEL_GROUPS, loadPanels } from '../analyses/analyses.js';
import type { PackedSheet } from '../packed/packed-sheet.js';
import { unpackSheet } from '../packed/pack-sheet.js';
import { Sheet } from './sheet.js';

/** Text of an element, and the hash of the text in the form of a content security policy. */
export interface ReportAsset {
  readonly text: string;
  readonly hash: string;
}

/** The script and the style of a report. */
export interface ReportAssets {
  readonly script: ReportAsset;
  readonly style: ReportAsset;
}

/**
 * Returns a report as a file that needs no other file. The content security policy allows only the report's own script
 * and style. Markup in a name or a note would therefore have no effect even if it were not escaped.
 */
export async function reportFile(packed: PackedSheet, { script, style }: ReportAssets): Promise<string> {
  const policy = [
    "default-src 'none'",
    `script-src '${script.hash}'`,
    `style-src '${style.hash}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const title = `${packed.session.name} · ${packed.projectName}`;
  const sheet = renderToString(<Sheet data={unpackSheet(packed)} panels={await loadPanels(PANEL_GROUPS)} />);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
${renderToString(<title>{title}</title>)}
<style>${style.text}</style>
</head>
<body>
<div id="report">${sheet}</div>
<script type="application/json" id="data">${jsonInMarkup(packed)}</script>
<script>${script.text}</script>
</body>
</html>
`;
}

/** Returns JSON in which no text can end an element or begin a comment. */
const jsonInMarkup = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
