import { basename } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { isCompanionFile } from '../shared/files/companion-files.js';
import { sentenceOf } from '../shared/problems/sentence-of.js';
import { type ImportParameters, parameterOptions, queryOf } from './import/import-parameters.js';
import { importFile } from './import/import-file.js';
import { type TargetProject, createProject, findProject } from './import/find-project.js';
import { type RunsAnswer, countText, resultLine } from './import/result-line.js';
import { ServiceClient } from './import/service-client.js';
import { printLine, runCommand } from './terminal/command.js';
import { printable } from './terminal/printable.js';
import { progress } from './terminal/progress.js';

/** Market of a new project until a file with a market has been imported. */
const FIRST_SYMBOL = 'BTCUSDT';
const FIRST_TIMEFRAME = '1h';

interface Connection {
  readonly url: string;
  readonly key: string | undefined;
  readonly project: string;
  readonly timeout: number | undefined;
  readonly maxAnswer: number | undefined;
}

type GivenOptions = Connection & ImportParameters;

/** Returns a parser of a number above 0 and up to a maximum. */
function upTo(most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (value > 0 && value <= most) return value;
    throw new InvalidArgumentError(`It must be a number above 0 and up to ${most}.`);
  };
}

const program = new Command('import')
  .description('Imports files of backtesting tools over HTTP: each run becomes a session of a project.')
  .argument('<file...>', 'csv, JSON or zip')
  .option('--url <url>', 'address of the service', 'http://127.0.0.1:3000')
  .option(
    '--key <key>',
    'API key; better set the variable API_KEY, because other users of the machine can see arguments',
  )
  .requiredOption('--project <id or name>', 'project; a name that no project has makes one')
  .option(
    '--timeout <seconds>',
    'longest time of a request; by default 60, and 1800 for a file',
    upTo(86_400),
  )
  .option('--max-answer <MB>', 'largest response; by default 256', upTo(500))
  .action((files: string[], { url, key, project, timeout, maxAnswer, ...parameters }: GivenOptions) =>
    importFiles(files, { url, key, project, timeout, maxAnswer }, parameters).catch((error: unknown) => {
      // The message may be that of another server.
      throw new Error(printable(sentenceOf(error)), { cause: error });
    }),
  );
for (const option of parameterOptions()) program.addOption(option);

async function importFiles(
  files: readonly string[],
  { url, key = process.env['API_KEY'], project: idOrName, timeout, maxAnswer }: Connection,
  parameters: ImportParameters,
): Promise<void> {
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new Error('--url must begin with http:// or https://.');
  if (!key) throw new Error('Give the API key in the variable API_KEY or with --key.');
  const client = new ServiceClient(url, key, {
    timeoutS: timeout,
    maxAnswerBytes: maxAnswer && maxAnswer * 1_000_000,
  });
  const project = await projectOf(client, idOrName.trim(), parameters);
  const results = files.filter((file) => !isCompanionFile(basename(file)));
  const companions = files.length - results.length;
  if (companions > 0)
    process.stdout.write(`${countText(companions, 'companion file')} of freqtrade left out.\n`);
  const failed = await importAll(client, results, project, parameters);
  if (failed === 0) return;
  process.exitCode = 1;
  process.stderr.write(
    `${failed} of ${countText(results.length, 'file')} ${failed === 1 ? 'was' : 'were'} not imported.\n`,
  );
}

async function projectOf(client: ServiceClient, idOrName: string, parameters: ImportParameters) {
  const found = await findProject(client, idOrName);
  if (found) return { project: found, isNew: false };
  if (parameters.preview) throw new Error(`There is no project ${idOrName}, and a preview makes none.`);
  const project = await createProject(client, {
    name: idOrName,
    symbol: symbolOf(parameters.symbol),
    timeframe: parameters.timeframe ?? FIRST_TIMEFRAME,
  });
  return { project, isNew: true };
}

/** Returns the number of files that are not imported. */
async function importAll(
  client: ServiceClient,
  files: readonly string[],
  { project, isNew }: { readonly project: TargetProject; readonly isNew: boolean },
  parameters: ImportParameters,
): Promise<number> {
  const path = `/projects/${project.id}/import?${queryOf(parameters).toString()}`;
  const bar = progress('importing', 'files');
  let failed = 0;
  let lacksMarket = isNew;
  for (const [index, file] of files.entries()) {
    bar.update(index, files.length);
    const result = await importFile(client, path, file).finally(() => bar.stop());
    if ('lines' in result) {
      failed += 1;
      const [first = '', ...more] = result.lines;
      for (const line of [`${file}: ${first}`, ...more]) printLine(printable(line));
      continue;
    }
    const line = resultLine(result.answer, (address) => client.urlOf(address));
    process.stdout.write(`${printable(`${file}: ${line}`)}\n`);
    if (lacksMarket) await takeMarket(client, project, result.answer, parameters);
    lacksMarket = false;
  }
  return failed;
}

/** Gives a new project the market of its first session, unless the parameters name one. */
async function takeMarket(
  client: ServiceClient,
  project: TargetProject,
  { sessions }: RunsAnswer,
  parameters: ImportParameters,
): Promise<void> {
  const asset = sessions[0]?.session.assets[0];
  if (!asset) return;
  const market = {
    symbol: parameters.symbol === undefined ? asset.symbol : project.symbol,
    timeframe: parameters.timeframe ?? asset.timeframe,
  };
  await client.sendJson('PATCH', `/projects/${project.id}`, market);
}

/** Returns the symbol with only the characters that the symbol of a project may contain. */
const symbolOf = (symbol = FIRST_SYMBOL): string => symbol.replaceAll(/[^A-Za-z0-9]/g, '') || FIRST_SYMBOL;

await runCommand(() => program.parseAsync());
