import {
  WITH_KEY,
  aDatabase,
  aDirectory,
  cleanUp,
  hasServer,
  query,
  startService,
} from '../support/service-process.js';

afterAll(cleanUp);

if (!hasServer)
  process.stderr.write('Not checked: the refusal of an old PostgreSQL server (needs TEST_DATABASE_URL).\n');

const unless = hasServer ? it : it.skip;

unless(
  'the service refuses a PostgreSQL server that is too old, before it creates anything there',
  async () => {
    const url = await aDatabase();
    // This function hides the server's own function and reports a different version.
    await query(
      url,
      `CREATE SCHEMA old;
     CREATE FUNCTION old.current_setting(text) RETURNS text LANGUAGE sql AS
       $$ SELECT CASE $1 WHEN 'server_version_num' THEN '140023' ELSE pg_catalog.current_setting($1) END $$;
     DO $$ BEGIN
       EXECUTE format('ALTER DATABASE %I SET search_path = old, pg_catalog, public', current_database());
     END $$`,
    );
    const { hostname } = new URL(url);
    const start = startService({ ...WITH_KEY, DATABASE_URL: url, DATA_DIR: await aDirectory() });
    await expect(start).rejects.toThrow('main.js ended (code 1) without printing');
    await expect(start).rejects.toThrow(
      `\nThe database on ${hostname} (DATABASE_URL) cannot be used: it is PostgreSQL 14, and 15 or newer is needed\n`,
    );
    expect(await query(url, "SELECT FROM pg_tables WHERE schemaname IN ('public', 'old')")).toEqual([]);
  },
);
