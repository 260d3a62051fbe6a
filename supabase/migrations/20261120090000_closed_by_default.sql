-- Nothing is reachable unless a later migration grants it by name: hosted Supabase and PostgreSQL itself are more generous.

create schema if not exists extensions;
create schema if not exists private;

grant usage on schema public, extensions, private to anon, authenticated, service_role;

alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from anon, authenticated;
alter default privileges in schema public grant execute on functions to service_role;
