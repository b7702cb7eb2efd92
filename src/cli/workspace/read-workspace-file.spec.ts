import { readFile } from 'node:fs/promises';
import { type FilePart, readWorkspaceFile } from './read-workspace-file.js';

/** Reads a text in chunks of `chunk` bytes. */
async function read(text: string, chunk: number): Promise<FilePart[]> {
  const bytes = Buffer.from(text);
  async function* chunks() {
    for (let start = 0; start < bytes.length; start += chunk) yield bytes.subarray(start, start + chunk);
  }
  const parts: FilePart[] = [];
  for await (const part of readWorkspaceFile(chunks())) parts.push(part);
  return parts;
}

describe('readWorkspaceFile', () => {
  it.each([1, 7, 1_000_000])(
    'reads the example of the documentation, in chunks of %i bytes',
    async (chunk) => {
      const [, example = ''] = /```text\n(\{"format".*?)```/s.exec(await readFile('docs/operations.md', 'utf8')) ?? []; // prettier-ignore
      const [, row = ''] = /^\{"projects":(.*)\}$/m.exec(example) ?? [];
      expect(await read(example, chunk)).toEqual([
        { table: 'projects', columns: Object.keys(JSON.parse(row)), rows: [row], firstLine: 2 },
      ]);
    },
  );

  it('yields rows in parts of one table each, limited in number and in size', async () => {
    const header = {
      format: 'backtest-workspace',
      version: 1,
      workspace: 'w',
      tables: { a: ['x'], b: ['x'] },
    };
    const rows = (count: number, table: string, x: string) =>
      Array.from({ length: count }, () => ({ [table]: { x } }));
    const long = 'x'.repeat(1024 * 1024);
    const lines = [header, ...rows(501, 'a', 'small'), ...rows(5, 'b', long)].map(
      (line) => `${JSON.stringify(line)}\n`,
    );
    const parts: (readonly [string, number, number])[] = [];
    async function* chunks() {
      for (const line of lines) yield Buffer.from(line);
    }
    const reading = (async () => {
      for await (const { table, rows: list, firstLine } of readWorkspaceFile(chunks()))
        parts.push([table, list.length, firstLine]);
    })();
    await expect(reading).rejects.toThrow('The file is cut');
    expect(parts).toEqual([
      ['a', 500, 2],
      ['a', 1, 502],
      ['b', 2, 503],
      ['b', 2, 505],
      ['b', 1, 507],
    ]);
  });

  it('refuses a line that is longer than any row, without keeping the whole line', async () => {
    async function* endless() {
      for (;;) yield Buffer.alloc(1024 * 1024, 'x');
    }
    const reading = (async () => {
      for await (const _ of readWorkspaceFile(endless()));
    })();
    await expect(reading).rejects.toThrow('Line 1 is longer than a line of an export.');
  });
});
