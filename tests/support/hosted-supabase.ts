import { connect } from '#server/platform/database/connection.ts'
import type { PostgresServer } from './postgres-server.ts'

/** The bootstrap superuser of a project, whom its owner cannot use; the owner has the user `postgres`. */
export const SUPABASE_SUPERUSER = 'supabase_admin'

/** Settings for everybody who has no timeout of their own. */
export const SUPABASE_SETTINGS = ["statement_timeout = '2min'"]

const ROLES = `
  create role postgres login createdb createrole replication bypassrls;
  create role anon;
  create role authenticated;
  create role service_role bypassrls;
  create role authenticator login noinherit;
  create role supabase_auth_admin login noinherit createrole;
  create role supabase_storage_admin login noinherit createrole;
  create role supabase_realtime_admin noinherit;
  create role supabase_replication_admin login replication;
  create role supabase_read_only_user login bypassrls;
  create role dashboard_user createdb createrole replication;
  create role pgbouncer login;
  grant anon, authenticated, service_role to authenticator;
  grant pg_monitor, pg_read_all_data, pg_signal_backend to postgres;
  grant pg_read_all_data to supabase_read_only_user;
  alter role anon set statement_timeout = '3s';
  alter role authenticated set statement_timeout = '8s';
  alter role authenticator set statement_timeout = '8s';
  alter role authenticator set lock_timeout = '8s';
  alter role postgres set search_path = "$user", public, extensions;
  alter role supabase_auth_admin set search_path = auth;
  alter role supabase_storage_admin set search_path = storage`

/** Since version 16 a user who may create roles may not use and grant all others. */
const MEMBERSHIP = `
  do $$ begin
    execute 'grant anon, authenticated, service_role to postgres'
      || case when current_setting('server_version_num')::integer >= 160000 then ' with admin option' else '' end;
  end $$`

const REQUESTERS = 'postgres, anon, authenticated, service_role'

/** Everything that is created in the schema public is open to everybody. */
const DEFAULT_GRANTS = ['postgres', SUPABASE_SUPERUSER]
  .flatMap((creator) =>
    ['tables', 'functions', 'sequences'].map(
      (kind) =>
        `alter default privileges for role ${creator} in schema public grant all on ${kind} to ${REQUESTERS};`,
    ),
  )
  .join('\n')

/** The schemas of the services, with a few of their tables. */
const SERVICES = `
  create schema auth;
  create schema storage;
  create schema realtime;
  create schema vault;
  create schema graphql_public;
  create schema extensions;
  create extension pgcrypto schema extensions;
  grant all on schema extensions to postgres with grant option;
  grant usage on schema public, auth, storage, extensions, graphql_public to ${REQUESTERS};
  create table auth.users (id uuid primary key, aud varchar(255), role varchar(255), email varchar(255) unique,
    encrypted_password varchar(255), raw_app_meta_data jsonb, banned_until timestamptz, created_at timestamptz);
  create table auth.sessions (id uuid primary key, user_id uuid not null references auth.users on delete cascade,
    created_at timestamptz, not_after timestamptz, refreshed_at timestamp, user_agent text, ip inet);
  create table auth.schema_migrations (version varchar(255) primary key);
  insert into auth.schema_migrations values ('20171026211738'), ('20250925093508');
  create function auth.uid() returns uuid language sql stable
    return (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid;
  create table storage.buckets (id text primary key, name text not null, public boolean default false);
  create table storage.objects (id uuid primary key default gen_random_uuid(), bucket_id text references storage.buckets,
    name text, owner uuid, metadata jsonb, unique (bucket_id, name));
  create table storage.migrations (id integer primary key, name varchar(100) unique not null, hash varchar(40) not null);
  alter table auth.users owner to supabase_auth_admin;
  alter table auth.sessions owner to supabase_auth_admin;
  alter table auth.schema_migrations owner to supabase_auth_admin;
  alter table storage.buckets owner to supabase_storage_admin;
  alter table storage.objects owner to supabase_storage_admin;
  alter table storage.migrations owner to supabase_storage_admin;
  grant all on auth.users, auth.sessions to postgres, dashboard_user;
  grant all on storage.buckets, storage.objects to ${REQUESTERS};
  create publication supabase_realtime;
  create function extensions.pgrst_ddl_watch() returns event_trigger language plpgsql
    as $$ begin notify pgrst, 'reload schema'; end $$;
  create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.pgrst_ddl_watch()`

/**
 * Makes an empty server, whose superuser is `supabase_admin`, like that of a project of hosted Supabase, as far as that can be had without
 * its extensions: after the statements in Supabase's repository for PostgreSQL. New databases have its generous default privileges, too.
 */
export async function prepareLikeSupabase(server: PostgresServer): Promise<void> {
  for (const [database, statements] of [
    ['postgres', [ROLES, MEMBERSHIP, 'grant all on database postgres to postgres', DEFAULT_GRANTS, SERVICES]],
    ['template1', [DEFAULT_GRANTS]],
  ] as const) {
    const sql = connect({ ...server, database }, { max: 1 })
    for (const statement of statements) await sql.script(statement)
    await sql.end()
  }
}
