import { Command, InvalidArgumentError, Option } from 'commander';
import type { QuotaName, Quotas } from '../platform/auth/quotas.js';
import { WorkspaceQuotas } from '../platform/auth/workspace-quotas.js';
import { Workspace } from '../platform/auth/workspace.entity.js';
import { StorageQuotas } from '../sessions/storage-quotas.js';
import { runCommand, withDatabase } from './terminal/command.js';
import { table } from './terminal/table.js';

/** Command-line option, maximum and description of each quota. */
const OPTIONS: Readonly<Record<QuotaName, { flag: string; most: number; description: string }>> = {
  sessions: { flag: 'sessions', most: 1e12, description: 'sessions' },
  trades: { flag: 'trades', most: 1e12, description: 'trades in all sessions together' },
  requestsPerMinute: { flag: 'requests', most: 1e9, description: 'requests a minute' },
  statistics: { flag: 'statistics', most: 1e9, description: 'statistics at a time, on each instance' },
};

const NAMES = Object.keys(OPTIONS) as QuotaName[];

const program = new Command('quotas').description(
  'Limits what workspaces may use. Running instances keep to a new quota within seconds.',
);

const set = program
  .command('set')
  .description('Set quotas of a workspace; those that are not named stay as they are.')
  .argument('<workspace>', 'its name')
  .action((workspace: string, values: Readonly<Record<string, number | 'none'>>) => {
    const given = NAMES.filter((name) => values[OPTIONS[name].flag] !== undefined);
    if (given.length === 0)
      throw new Error(`Name a quota: ${NAMES.map((name) => `--${OPTIONS[name].flag}`).join(', ')}.`);
    const changes = Object.fromEntries(given.map((name) => [name, quotaOf(values[OPTIONS[name].flag]!)]));
    return withQuotas(async (quotas) => {
      if (!(await quotas.set(workspace, changes)))
        throw new Error(`There is no workspace ${workspace}; "show" lists them.`);
      process.stdout.write(`The quotas of ${workspace} are set.\n`);
    });
  });
for (const name of NAMES) {
  const { flag, most, description } = OPTIONS[name];
  set.addOption(
    new Option(`--${flag} <number>`, `most ${description}, or "none"`).argParser(parseQuota(most)),
  );
}

program
  .command('show')
  .description('Show quotas, and what is stored.')
  .argument('[workspace]', 'its name; all workspaces if absent')
  .action((name: string | undefined) =>
    withQuotas(async (quotas, storage) => {
      const shown = (await quotas.list()).filter(
        ({ workspace }) => name === undefined || workspace.name === name,
      );
      if (shown.length === 0)
        throw new Error(name ? `There is no workspace ${name}.` : 'There are no workspaces yet.');
      const rows = [];
      for (const { workspace, quotas } of shown)
        rows.push(rowOf(workspace, quotas, await storage.usage(workspace.id)));
      process.stdout.write(
        `${table([['workspace', 'sessions', 'trades', 'requests a minute', 'statistics'], ...rows])}\n`,
      );
    }),
  );

await runCommand(() => program.parseAsync());

function withQuotas(run: (quotas: WorkspaceQuotas, storage: StorageQuotas) => Promise<void>): Promise<void> {
  return withDatabase(async (dataSource) => {
    const quotas = new WorkspaceQuotas(dataSource.getRepository(Workspace));
    await run(quotas, new StorageQuotas(quotas, dataSource));
  });
}

function rowOf({ name }: Workspace, quotas: Quotas, stored: { sessions: number; trades: number }): string[] {
  const shown = (quota: number | null) => (quota === null ? 'any' : String(quota));
  return [
    name,
    `${stored.sessions} of ${shown(quotas.sessions)}`,
    `${stored.trades} of ${shown(quotas.trades)}`,
    shown(quotas.requestsPerMinute),
    shown(quotas.statistics),
  ];
}

function quotaOf(value: number | 'none'): number | null {
  return value === 'none' ? null : value;
}

function parseQuota(most: number): (text: string) => number | 'none' {
  return (text) => {
    if (text === 'none') return text;
    if (!/^\d{1,13}$/.test(text) || Number(text) > most)
      throw new InvalidArgumentError(`It must be "none" or a whole number from 0 to ${most}.`);
    return Number(text);
  };
}
