import { readFileSync } from 'node:fs';
import { IMPORT_TOOLS } from '../../../src/review/trade-files/formats/formats.js';
import { TOOL_EXPORTS } from './tool-exports.js';

const named = TOOL_EXPORTS.map(([tool]) => tool);

describe('the tools of the start page', () => {
  it('are those whose files are read', () => {
    // docs/import.md does not describe files of LEAN either.
    const read = IMPORT_TOOLS.filter(({ source }) => source !== 'lean' && source !== 'csv');
    expect(named).toEqual(expect.arrayContaining(read.map(({ name }) => name)));
  });

  it('are described in docs/import.md', () => {
    const text = readFileSync('docs/import.md', 'utf8');
    const described = Array.from(text.matchAll(/^\| (\S[^|]*?) +\| +`/gm), ([, tool]) => tool.toLowerCase());
    expect(described).toEqual(expect.arrayContaining(named.map((tool) => tool.toLowerCase())));
  });
});
