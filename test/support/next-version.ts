import { appendFile, cp, mkdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { aDirectory } from './service-process.js';

/**
 * Copies the build and adds a migration to the copy, as the next version of the service would.
 * @param statement that the migration executes
 * @returns path of the program of the copy, for `run`
 */
export async function aNextVersion(statement: string): Promise<string> {
  const directory = await aDirectory();
  await mkdir(join(directory, 'dist'));
  for (const part of ['dist/src', 'dist/desk']) await cp(part, join(directory, part), { recursive: true });
  for (const part of ['package.json', 'node_modules', 'dist/page'])
    await symlink(resolve(part), join(directory, part));
  await appendFile(
    join(directory, 'dist/src/platform/database/migrations/index.js'),
    `
migrations.push(class ${NEXT_MIGRATION} {
  name = '${NEXT_MIGRATION}';
  up = (runner) => runner.query(${JSON.stringify(statement)});
});`,
  );
  return join(directory, 'dist/src/main.js');
}

export const NEXT_MIGRATION = 'Next1790000000000';
