import { MAX_FILES, filesOf } from './dropped-files.js';

const fileEntry = (fullPath: string): FileSystemEntry => {
  const name = fullPath.split('/').at(-1)!;
  const entry: Partial<FileSystemFileEntry> = {
    isFile: true,
    isDirectory: false,
    name,
    fullPath,
    file: (take) => take(new File(['x'], name)),
  };
  return entry as FileSystemEntry;
};

/** A folder whose reader returns its entries one by one. */
const folder = (...entries: readonly FileSystemEntry[]): FileSystemEntry => {
  const entry: Partial<FileSystemDirectoryEntry> = {
    isFile: false,
    isDirectory: true,
    createReader: () => {
      const left = [...entries];
      return { readEntries: (take) => take(left.splice(0, 1)) };
    },
  };
  return entry as FileSystemEntry;
};

const inChosenFolder = (path: string): File =>
  Object.defineProperty(new File(['x'], path.split('/').at(-1)!), 'webkitRelativePath', { value: path });

const pathsOf = async (...items: Parameters<typeof filesOf>[0]) =>
  (await filesOf(items)).files.map(({ path }) => path);

describe('the files of a drop', () => {
  it('include the files of nested folders, in the order of their paths', async () => {
    const dropped = folder(
      folder(fileEntry('/runs/b/run-10.json'), fileEntry('/runs/b/run-9.json')),
      fileEntry('/runs/a.csv'),
    );
    expect(await pathsOf(dropped, fileEntry('/z.zip'))).toEqual([
      'runs/a.csv',
      'runs/b/run-9.json',
      'runs/b/run-10.json',
      'z.zip',
    ]);
  });

  it('leave out and count the files that cannot be results, if a folder is dropped', async () => {
    const dropped = folder(
      ...['.hidden.json', 'notes.md', 'market.feather', 'run.json'].map((name) => fileEntry(`/runs/${name}`)),
    );
    const { files, leftOut, companions } = await filesOf([dropped]);
    expect([files.map(({ path }) => path), leftOut, companions]).toEqual([['runs/run.json'], 3, 0]);
  });

  it('leave out and count the companions of results, in a folder and dropped directly', async () => {
    const names = ['.last_result.json', 'run.meta.json', 'run_config.json', 'run_market_change.feather'];
    const dropped = folder(...names.map((name) => fileEntry(`/runs/${name}`)), fileEntry('/runs/run.json'));
    const direct = names.map((name) => new File(['x'], name));
    const { files, leftOut, companions } = await filesOf([dropped, ...direct]);
    expect([files.map(({ path }) => path), leftOut, companions]).toEqual([['runs/run.json'], 0, 8]);
  });

  it('include every other file that was dropped or chosen directly, whatever its name', async () => {
    expect(await pathsOf(new File(['x'], 'report.xlsx'), fileEntry('/.hidden'))).toEqual([
      '.hidden',
      'report.xlsx',
    ]);
  });

  it('include only the files of a chosen folder that can be results', async () => {
    expect(await pathsOf(inChosenFolder('runs/a.json'), inChosenFolder('runs/a.meta.json'))).toEqual([
      'runs/a.json',
    ]);
  });

  it('are limited to the maximum number of files', async () => {
    const many = Array.from({ length: MAX_FILES + 1 }, (_, i) => new File(['x'], `${i}.csv`));
    const found = await filesOf(many);
    expect([found.files.length, found.areTooMany]).toEqual([MAX_FILES, true]);
    expect((await filesOf(many.slice(1))).areTooMany).toBe(false);
  });
});
