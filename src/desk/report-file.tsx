import { createHash } from 'node:crypto';
import { renderToString } from 'preact-render-to-string';
import type { PackedSheet } from '../../desk/report/packed/packed-sheet.js';
import { unpackSheet } from '../../desk/report/packed/pack-sheet.js';
import { Sheet } from '../../desk/report/sheet/sheet.js';

/** The script and the style of a report. */
export interface ReportAssets {
  readonly script: string;
  readonly style: string;
}

/**
 * Returns a report as a file that needs no other file. The content security policy allows only the report's own script
 * and style, so markup in a name or a note would do nothing even if it were not escaped.
 */
export function reportFile(packed: PackedSheet, { script, style }: ReportAssets): string {
  const policy = [
    "default-src 'none'",
    `script-src '${sourceHash(script)}'`,
    `style-src '${sourceHash(style)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const title = `${packed.session.name} · ${packed.projectName}`;
  const sheet = renderToString(<Sheet data={unpackSheet(packed)} />);
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
<style>${style}</style>
</head>
<body>
<div id="report">${sheet}</div>
<script type="application/json" id="data">${jsonInMarkup(packed)}</script>
<script>${script}</script>
</body>
</html>
`;
}

const sourceHash = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** Returns JSON that cannot end an element or begin a comment. */
const jsonInMarkup = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
