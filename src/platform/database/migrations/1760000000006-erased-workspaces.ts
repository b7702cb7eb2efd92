import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Time at which a workspace was erased. Null, the default, means never, so instances that do not know the column keep
 * working.
 */
export class ErasedWorkspaces1760000000006 implements MigrationInterface {
  readonly name = 'ErasedWorkspaces1760000000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workspaces ADD COLUMN erased_at bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workspaces DROP COLUMN erased_at');
  }
}
