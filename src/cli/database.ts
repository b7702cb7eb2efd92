import { Command } from 'commander';
import { distribute } from './distribute.js';
import { runCommand, withDatabase } from './command.js';

const program = new Command('database').description('Manages the database of the service.');

program
  .command('migrate')
  .description('Bring the schema up to date, as every start of the service does.')
  .action(() => withDatabase(async () => void process.stdout.write('The schema is up to date.\n')));

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
