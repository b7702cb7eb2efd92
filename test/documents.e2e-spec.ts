import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

const LINK = /\]\(([^()\s]+)\)|(?:src|srcset|href)="([^"]+)"/g;
const textOf = (file: string) => readFileSync(file, 'utf8');

/** All Markdown files of a folder and its subfolders. */
const pagesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));

const PAGES = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...['docs', 'samples', 'clients', '.github'].filter((folder) => existsSync(folder)).flatMap(pagesIn),
].filter((page) => !page.includes('node_modules'));

const withoutCode = (text: string) => text.replaceAll(/^```[^]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '');

/** Targets of the links and pictures of a page. */
const linksOf = (page: string) =>
  Array.from(withoutCode(textOf(page)).matchAll(LINK), ([, link, attribute]) => link ?? attribute ?? '');

/** Anchors of a page: those that GitHub makes of its headings, and those that it states. */
function anchorsOf(page: string): string[] {
  const text = textOf(page).replaceAll(/^```[^]*?^```/gm, '');
  const stated = Array.from(text.matchAll(/<a id="([^"]+)"><\/a>/g), ([, id = '']) => id);
  const headings = Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .replaceAll(/ *<a id="[^"]+"><\/a>/g, '')
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
  return [...stated, ...headings];
}

function isBroken(page: string, link: string): boolean {
  if (/^[a-z]+:/.test(link)) return false;
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(target)) return true;
  return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
}

const cellsOf = (row: string) =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** Rows of a table, without its head. */
const rowsOf = (table: string) => table.trim().split('\n').slice(2).map(cellsOf);

describe('a Markdown page', () => {
  it.each(PAGES)('%s has only links to files and headings that exist', (page) => {
    expect(linksOf(page).filter((link) => isBroken(page, link))).toEqual([]);
  });
});

describe('docs/README.md', () => {
  it('links every page in docs/', () => {
    const linked = new Set(linksOf('docs/README.md').map((link) => link.split('#')[0]));
    const pages = readdirSync('docs').filter((name) => /\.(md|html)$/.test(name) && name !== 'README.md');
    expect(pages.filter((page) => !linked.has(page))).toEqual([]);
  });
});

describe('README.md', () => {
  const readme = textOf('README.md');

  it('has the command for a first look and the command for the tests, each on a line of its own', () => {
    const [, block = ''] = /^```sh\n(npm [^]*?)^```/m.exec(readme) ?? [];
    const commands = block
      .trim()
      .split('\n')
      .map((line) => line.replace(/ +#.*/, ''));
    expect(commands).toEqual(['npm ci && npm run demo', 'npm ci && npm test', 'npm start']);
  });

  it('makes a claim about another tool only if docs/comparison.md has a source for this claim', () => {
    const [, table = ''] = /^((?:\|.*\n)+)/m.exec(readme.slice(readme.indexOf('## Compared'))) ?? [];
    const [, , ...tools] = cellsOf(table.slice(0, table.indexOf('\n')));
    const claims = rowsOf(table).flatMap(([subject, , ...cells]) =>
      cells.flatMap((cell, index) => (cell === '' ? [] : [[subject, tools[index]!.split(' ')[0], cell]])),
    );
    const sourced = textOf('docs/comparison.md')
      .split(/^## /m)
      .slice(1)
      .flatMap((section) => {
        const [subject = '', ...lines] = section.trim().split('\n');
        return rowsOf(lines.join('\n'))
          .filter(([, , , source = '']) => source.includes('](https://'))
          .map(([tool, cell]) => [subject, tool, cell]);
      });
    expect(claims.length).toBeGreaterThan(40);
    expect(claims).toEqual(sourced);
  });
});

describe('docs/comparison.md', () => {
  it('names the date of each commit that it cites', () => {
    const comparison = textOf('docs/comparison.md');
    const dated = Array.from(
      comparison.matchAll(/^\| (\S+) +\| \[(\w{7})\]\(\S+\/(\2\w{33})\) +\| \d{4}-\d\d-\d\d +\|$/gm),
      ([, repository, , commit]) => `${repository}/${commit}`,
    );
    const cited = Array.from(
      comparison.matchAll(/https:\/\/github\.com\/([^/\s]+\/[^/\s]+)\/(?:blob|tree)\/([^/)]+)/g),
      ([, repository, commit]) => `${repository}/${commit}`,
    );
    expect(dated.length).toBeGreaterThan(4);
    expect(cited.filter((source) => !dated.includes(source))).toEqual([]);
  });
});
