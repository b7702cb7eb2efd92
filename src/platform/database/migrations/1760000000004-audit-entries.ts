import { MigrationInterface, QueryRunner } from 'typeorm';
import { isSessionsDistributed } from './is-sessions-distributed.js';

/**
 * The audit log. The table has no foreign keys: entries outlive their resources, and a check against the workspace
 * would lock the workspace's row with every change.
 */
export class AuditEntries1760000000004 implements MigrationInterface {
  readonly name = 'AuditEntries1760000000004';

  async up(runner: QueryRunner): Promise<void> {
    const isDistributed = await isSessionsDistributed(runner);
    // A later migration in the same transaction may change a table on the nodes, which requires this mode.
    if (isDistributed) await runner.query(`SET LOCAL citus.multi_shard_modify_mode TO 'sequential'`);
    for (const statement of STATEMENTS) await runner.query(statement);
    if (isDistributed)
      await runner.query(
        `SELECT create_distributed_table('audit_entries', 'workspace_id', colocate_with => 'sessions')`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_entries');
  }
}

const STATEMENTS = [
  `CREATE TABLE audit_entries (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    time bigint NOT NULL,
    actor_kind text NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    resource_type text NOT NULL,
    resource_id uuid NOT NULL,
    trade_id uuid,
    count bigint,
    address text,
    request_id text,
    PRIMARY KEY (workspace_id, time, id)
  )`,
  'CREATE INDEX audit_entries_of_resource ON audit_entries (workspace_id, resource_id, time, id)',
  'CREATE INDEX audit_entries_of_action ON audit_entries (workspace_id, action, time, id)',
];
