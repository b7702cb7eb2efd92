import { Command, InvalidArgumentError, Option } from 'commander';
import { ApiKey } from '../platform/auth/api-key.entity.js';
import { keyStateAt } from '../platform/auth/key-state.js';
import { KeysService, ListedKey } from '../platform/auth/keys.service.js';
import { SCOPES, Scope } from '../platform/auth/principal.js';
import { Workspace } from '../platform/auth/workspace.entity.js';
import { WorkspacesService } from '../platform/auth/workspaces.service.js';
import { DEFAULT_WORKSPACE } from '../platform/config/configured-keys.js';
import { runCommand, withDatabase } from './terminal/command.js';
import { parseInstant } from './terminal/instant.js';
import { minute } from './terminal/minute.js';
import { parseName } from './terminal/parse-name.js';
import { table } from './terminal/table.js';

const UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const program = new Command('keys').description(
  'Manages the API keys of the service. A secret is shown only once, when its key is created.',
);

program
  .command('create')
  .description('Create a key.')
  .requiredOption('--name <name>', 'who or what uses the key', parseName)
  .option('--workspace <workspace>', 'workspace whose data the key can access', parseName, DEFAULT_WORKSPACE)
  .option('--scopes <scopes>', `comma-separated: ${SCOPES.join(', ')}`, parseScopes, ['read', 'write'])
  .option('--expires <when>', 'a date, or a duration from now such as 90d', parseExpiry)
  .action(({ name, workspace, scopes, expires }: CreateOptions) =>
    withKeys(async (keys) => {
      const { key, secret } = await keys.create({ name, workspace, scopes, expiresAt: expires ?? null });
      showSecret(secret, `Key ${key.id} (${name} in ${workspace}).`);
    }),
  );

program
  .command('list')
  .description('List the stored keys without their secrets.')
  .action(() =>
    withKeys(async (keys) => process.stdout.write(`${listing(await keys.list(), Date.now())}\n`)),
  );

program
  .command('revoke')
  .description('Revoke a key; running instances refuse it within seconds.')
  .argument('<key>', 'its id, or the beginning of its id')
  .action((handle: string) =>
    withKeys(async (keys) => {
      const key = await findKey(keys, handle);
      await keys.revoke(key);
      process.stdout.write(`Key ${key.id} (${key.name} in ${key.workspace}) is revoked.\n`);
    }),
  );

program
  .command('rotate')
  .description('Replace a key by a new one; both are valid for a while.')
  .argument('<key>', 'id of the old key, or the beginning of its id')
  .addOption(
    new Option('--overlap <duration>', 'how long the old key stays valid')
      .argParser(parseDuration)
      .default(86_400_000, '24h'),
  )
  .action((handle: string, { overlap }: { overlap: number }) =>
    withKeys(async (keys) => {
      const old = await findKey(keys, handle);
      const { key, secret } = await keys.rotate(old, overlap);
      showSecret(
        secret,
        `Key ${key.id} (${expiryText(key)}) replaces ${old.id}, which is valid until ${minute(Date.now() + overlap)} UTC at the latest.`,
      );
    }),
  );

await runCommand(() => program.parseAsync());

interface CreateOptions {
  readonly name: string;
  readonly workspace: string;
  readonly scopes: readonly Scope[];
  readonly expires?: number;
}

function withKeys(run: (keys: KeysService) => Promise<unknown>): Promise<void> {
  return withDatabase(async (dataSource) => {
    const workspaces = new WorkspacesService(dataSource.getRepository(Workspace));
    await run(new KeysService(dataSource.getRepository(ApiKey), workspaces));
  });
}

async function findKey(keys: KeysService, handle: string): Promise<ListedKey> {
  const key = await keys.find(handle);
  if (!key) throw new Error('No key, or more than one, matches; "list" shows the ids.');
  return key;
}

function showSecret(secret: string, sentence: string): void {
  process.stdout.write(`${sentence} Its secret, shown only once:\n\n  ${secret}\n\n`);
}

function expiryText({ expiresAt }: Pick<ListedKey, 'expiresAt'>): string {
  return expiresAt === null ? 'no expiry' : `until ${minute(expiresAt)} UTC`;
}

function listing(keys: readonly ListedKey[], now: number): string {
  if (keys.length === 0) return 'No keys are stored.';
  const time = (ts: number | null) => (ts === null ? '' : minute(ts));
  const rows = keys.map((key) => [
    key.id,
    key.name,
    key.workspace,
    `${key.prefix}…`,
    key.scopes.join(','),
    keyStateAt(key, now),
    time(key.createdAt),
    time(key.lastUsedAt),
    time(key.expiresAt),
  ]);
  const head = ['id', 'name', 'workspace', 'secret', 'scopes', 'state', 'created', 'last used', 'expires'];
  return table([head, ...rows]);
}

function parseScopes(text: string): Scope[] {
  const words = text.split(',').map((word) => word.trim());
  const scopes = SCOPES.filter((scope) => words.includes(scope));
  if (scopes.length !== words.length)
    throw new InvalidArgumentError(`It must be a list of ${SCOPES.join(', ')}, without repetition.`);
  return scopes;
}

function parseDuration(text: string): number {
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const unitMs = UNITS_MS[unit ?? ''];
  if (amount === undefined || unitMs === undefined)
    throw new InvalidArgumentError('It must be a duration such as 30m, 24h or 90d.');
  return Number(amount) * unitMs;
}

function parseExpiry(text: string): number {
  const ts = /^\d+[smhd]$/.test(text) ? Date.now() + parseDuration(text) : parseInstant(text);
  if (!(ts > Date.now()))
    throw new InvalidArgumentError('It must be a date in the future, or a duration from now such as 90d.');
  return ts;
}
