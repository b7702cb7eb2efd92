import { Command } from 'commander';
import { createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { runCommand, withDatabase } from './terminal/command.js';
import { parseName } from './terminal/parse-name.js';
import { table } from './terminal/table.js';
import { eraseWorkspace, rowsOfWorkspace } from './workspace/erase-workspace.js';
import { exportedWorkspace, recordExport } from './workspace/export-workspace.js';
import { importWorkspace } from './workspace/import-workspace.js';
import { listWorkspaces } from './workspace/list-workspaces.js';
import type { RowCounts } from './workspace/workspace-file.js';
import { workspacesTable } from './workspace/workspaces-table.js';

/** The command cannot find instances: a warning also helps while they are stopped. */
const OLDER_INSTANCES =
  'Instances of 1.1 and older go on accepting the keys of API_KEYS and the tokens of an erased workspace. If such ' +
  'instances run, stop them first, or remove the keys of the workspace from the settings and end its tokens.';

const program = new Command('workspace').description(
  'Lists, exports, imports and erases workspaces: the way from one database to another (see docs/operations.md).',
);

program
  .command('list')
  .description('List the workspaces and what they have.')
  .action(() =>
    withDatabase(async (dataSource) => {
      process.stdout.write(`${workspacesTable(await listWorkspaces(dataSource))}\n`);
    }),
  );

program
  .command('export')
  .description('Write all data of a workspace, without its keys and its audit log, to a new file.')
  .argument('<workspace>', 'its name', parseName)
  .argument('<file>', 'a file that does not exist yet')
  .action(exportTo);

program
  .command('import')
  .description('Store an exported file in a workspace that has nothing yet; ids stay as they are.')
  .argument('<workspace>', 'its name; it is created if need be', parseName)
  .argument('<file>', 'a file of "export"')
  .action(importFrom);

program
  .command('erase')
  .description('Remove all data of a workspace, its keys and its audit log. It cannot be undone.')
  .argument('<workspace>', 'its name', parseName)
  .option('--yes <workspace>', 'the name again; without it the command only says what it would remove')
  .action((name: string, { yes }: { readonly yes?: string }) =>
    withDatabase(async (dataSource) => {
      if (yes !== name) {
        const counts = await rowsOfWorkspace(dataSource, name);
        throw new Error(
          `Nothing was erased. With --yes ${name} this is removed:\n${countsTable(counts)}\n${OLDER_INSTANCES}`,
        );
      }
      const counts = await eraseWorkspace(dataSource, name);
      process.stdout.write(`The workspace "${name}" is erased:\n${countsTable(counts)}\n`);
    }),
  );

await runCommand(() => program.parseAsync());

/**
 * Exports a workspace to a file. The file has a temporary name until it is complete and the export is recorded in the
 * audit log, so that an incomplete file never has the final name. The next export reuses the temporary name.
 */
async function exportTo(name: string, file: string): Promise<void> {
  if (existsSync(file)) throw new Error(`${file} exists: name another file, or remove it.`);
  const part = `${file}.part`;
  await withDatabase(async (dataSource) => {
    const counts: RowCounts = {};
    await rm(part, { force: true });
    try {
      const writing = createWriteStream(part, { flags: 'wx', flush: true, mode: 0o600 });
      await pipeline(exportedWorkspace(dataSource, name, counts), writing);
      await recordExport(dataSource, name, counts);
      await rename(part, file);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    process.stdout.write(`The workspace "${name}" is in ${file}:\n${countsTable(counts)}\n`);
  });
}

async function importFrom(name: string, file: string): Promise<void> {
  const handle = await open(file);
  try {
    await withDatabase(async (dataSource) => {
      const chunks = handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>;
      const counts = await importWorkspace(dataSource, name, chunks);
      process.stdout.write(`${file} is stored in the workspace "${name}":\n${countsTable(counts)}\n`);
    });
  } finally {
    await handle.close();
  }
}

function countsTable(counts: Readonly<RowCounts>): string {
  const rows = Object.entries(counts).map(([name, count]) => [name, String(count)]);
  return table([['table', 'rows'], ...rows], ['rows']);
}
