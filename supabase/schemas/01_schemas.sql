-- Nothing is reachable unless a grant names it: hosted Supabase and PostgreSQL itself are more generous.
revoke create on schema public from public;
create schema if not exists extensions;
create schema if not exists private;
grant usage on schema public, extensions, private to anon, authenticated, service_role;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from anon, authenticated;
alter default privileges in schema public grant execute on functions to service_role;

-- Search: trigrams for "contains", words without accents, and indexes on words together with plain columns.
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists btree_gin with schema extensions;

-- Tokens are stored as hashes only.
create function private.sha256_hex(p_text text) returns text
language sql immutable strict set search_path = ''
return encode(sha256(convert_to(p_text, 'UTF8')), 'hex');

-- Two random UUIDs: 244 bits from the server's strong random source.
create function private.random_token() returns text
language sql volatile set search_path = ''
return replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');

/* Tells whether there is nothing to read in a text: only what trim() of JavaScript removes, so that forms and the table agree. */
create function private.is_blank(p_text text) returns boolean
language sql immutable set search_path = ''
return p_text !~ '[^\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]';

grant execute on function
  private.is_blank(text)
to authenticated, service_role;
