import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The first-run key gets the scope `candles`. It is the oldest key that is stored: it is created only if there is none.
 * Other keys of its name get no scope, because any caller with the scope `admin` can choose a name. Instances that do
 * not know the scope accept the key for its other scopes.
 */
export class CandlesScope1760000000020 implements MigrationInterface {
  readonly name = 'CandlesScope1760000000020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `UPDATE api_keys SET scopes = array_append(scopes, 'candles')
       WHERE id = (SELECT id FROM api_keys ORDER BY created_at, id LIMIT 1)
         AND name = 'first-run' AND 'admin' = ANY (scopes) AND NOT 'candles' = ANY (scopes)
         AND workspace_id = (SELECT id FROM workspaces WHERE name = 'default')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `UPDATE api_keys SET scopes = array_remove(scopes, 'candles') WHERE 'candles' = ANY (scopes)`,
    );
  }
}
