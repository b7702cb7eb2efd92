-- Two roles: backtest_owner owns the tables and migrates them, backtest_service runs the service and may change rows alone.
-- Run it as a superuser, in the database of the service, before its first migration and once more after it:
--   psql --dbname=backtest --set=ON_ERROR_STOP=1 --file=deploy/database-roles.sql
-- and give both a password (\password backtest_owner) or a certificate. In a database that has tables already, which another
-- role owns, say this in psql and run the file once more (REASSIGN OWNED refuses the role that initdb made):
--   SELECT format('ALTER TABLE %I OWNER TO backtest_owner', tablename) FROM pg_tables WHERE schemaname = 'public' \gexec
-- Roles belong to the server: in a second database of it they are there already.
DO $$
DECLARE role text;
BEGIN
  FOREACH role IN ARRAY ARRAY['backtest_owner', 'backtest_service'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
      EXECUTE format('CREATE ROLE %I LOGIN', role);
    END IF;
  END LOOP;
END $$;

-- Before PostgreSQL 15 everybody could create tables here, and an upgraded database keeps that.
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO backtest_owner;
GRANT USAGE ON SCHEMA public TO backtest_service;

-- Tables of later migrations, too.
ALTER DEFAULT PRIVILEGES FOR ROLE backtest_owner IN SCHEMA public
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO backtest_service;
ALTER DEFAULT PRIVILEGES FOR ROLE backtest_owner IN SCHEMA public
  GRANT USAGE, SELECT ON SEQUENCES TO backtest_service;

GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO backtest_service;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO backtest_service;

-- Entries of the audit log are never changed. The first migration makes their table.
DO $$
BEGIN
  IF to_regclass('public.audit_entries') IS NOT NULL THEN
    REVOKE UPDATE ON public.audit_entries FROM backtest_service;
  END IF;
END $$;
