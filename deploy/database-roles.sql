-- Creates two roles. backtest_owner owns the tables and migrates them. backtest_service runs the service and may only change
-- rows. Run this file as a superuser in the database of the service, before its first migration and once more afterwards:
--   psql --dbname=backtest --set=ON_ERROR_STOP=1 --file=deploy/database-roles.sql
-- Give both roles a password (\password backtest_owner) or a certificate. If another role already owns tables in the
-- database, run this statement in psql, and then run the file once more. (REASSIGN OWNED refuses the role that initdb created.)
--   SELECT format('ALTER TABLE %I OWNER TO backtest_owner', tablename) FROM pg_tables WHERE schemaname = 'public' \gexec
-- Roles belong to the server, so they already exist if a second database of the server needs them.
DO $$
DECLARE role text;
BEGIN
  FOREACH role IN ARRAY ARRAY['backtest_owner', 'backtest_service'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
      EXECUTE format('CREATE ROLE %I LOGIN', role);
    END IF;
  END LOOP;
END $$;

-- Before PostgreSQL 15 every role could create tables here, and an upgraded database keeps this privilege.
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO backtest_owner;
GRANT USAGE ON SCHEMA public TO backtest_service;

-- The same privileges for the tables of later migrations.
ALTER DEFAULT PRIVILEGES FOR ROLE backtest_owner IN SCHEMA public
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO backtest_service;
ALTER DEFAULT PRIVILEGES FOR ROLE backtest_owner IN SCHEMA public
  GRANT USAGE, SELECT ON SEQUENCES TO backtest_service;

GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO backtest_service;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO backtest_service;

-- Entries of the audit log never change. The first migration creates their table.
DO $$
BEGIN
  IF to_regclass('public.audit_entries') IS NOT NULL THEN
    REVOKE UPDATE ON public.audit_entries FROM backtest_service;
  END IF;
END $$;
