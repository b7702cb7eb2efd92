import { MigrationInterface, QueryRunner } from 'typeorm';
import { isSessionsDistributed } from './is-sessions-distributed.js';

/** The files from which sessions were created. If a file is sent again, no second session is created. */
export class SessionImports1760000000007 implements MigrationInterface {
  readonly name = 'SessionImports1760000000007';

  async up(runner: QueryRunner): Promise<void> {
    const isDistributed = await isSessionsDistributed(runner);
    if (isDistributed) await runner.query(`SET LOCAL citus.multi_shard_modify_mode TO 'sequential'`);
    for (const statement of STATEMENTS) await runner.query(statement);
    // A table must be distributed before it can refer to another distributed table.
    if (isDistributed)
      await runner.query(
        `SELECT create_distributed_table('session_imports', 'workspace_id', colocate_with => 'sessions')`,
      );
    await runner.query(FOREIGN_KEY);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE session_imports');
  }
}

const STATEMENTS = [
  `CREATE TABLE session_imports (
    workspace_id uuid NOT NULL,
    project_id uuid NOT NULL,
    digest bytea NOT NULL,
    session_id uuid NOT NULL,
    PRIMARY KEY (workspace_id, project_id, digest)
  )`,
  // With this index, the rows of a deleted session are found.
  'CREATE INDEX session_imports_of_session ON session_imports (workspace_id, session_id)',
];

const FOREIGN_KEY = `
  ALTER TABLE session_imports ADD FOREIGN KEY (workspace_id, session_id)
    REFERENCES sessions (workspace_id, id) ON DELETE CASCADE`;
