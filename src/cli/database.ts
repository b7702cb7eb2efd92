import { Command } from 'commander';
import { ensureIndexes } from '../platform/database/ensure-indexes.js';
import { abortOnSignals } from './terminal/abort-on-signals.js';
import { distribute } from './distribute.js';
import { printLine, runCommand, withDatabase } from './terminal/command.js';

const program = new Command('database').description('Manages the database of the service.');

program
  .command('migrate')
  .description(
    'Bring the schema and the indexes up to date. Running instances of the service go on meanwhile.',
  )
  .action(async () => {
    const work = { notify: printLine, signal: abortOnSignals() };
    await withDatabase((dataSource) => ensureIndexes(dataSource, {}, work), work);
    process.stdout.write('The schema is up to date.\n');
  });

program
  .command('distribute')
  .description('Distribute the tables over the nodes of a Citus cluster (see docs/scaling.md).')
  .action(() =>
    withDatabase(async (dataSource) => {
      const { version, tables } = await distribute(dataSource);
      const what =
        tables.length === 0 ? 'all tables were already distributed' : `distributed ${tables.join(', ')}`;
      process.stdout.write(`Citus ${version}: ${what}.\n`);
    }),
  );

await runCommand(() => program.parseAsync());
