-- Users, sessions and tokens, in the shape that hosted Supabase gives them as far as policies and this service read it.

create schema auth;
create schema if not exists extensions;
-- Checks the bcrypt hashes of users who have not signed in since passwords are hashed with scrypt.
create extension if not exists pgcrypto with schema extensions;

create table auth.users (
  id uuid primary key,
  aud varchar(255) default 'authenticated',
  role varchar(255) default 'authenticated',
  email varchar(255),
  encrypted_password varchar(255),
  email_confirmed_at timestamptz,
  raw_app_meta_data jsonb default '{}',
  raw_user_meta_data jsonb default '{}',
  banned_until timestamptz,
  is_sso_user boolean not null default false,
  last_sign_in_at timestamptz,
  created_at timestamptz default now(),
  updated_at timestamptz default now()
);

create unique index users_email_partial_key on auth.users (email) where is_sso_user = false;

create table auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  not_after timestamptz,
  refreshed_at timestamp without time zone,
  user_agent text,
  ip inet,
  aal text check (aal in ('aal1', 'aal2', 'aal3')),
  factor_id uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now()
);
comment on table auth.sessions is $${"purge": "not_after < now() - interval '1 day'", "backup": false}$$;

create index sessions_user_id_idx on auth.sessions (user_id);

create table auth.refresh_tokens (
  id text primary key,
  token varchar(255) not null,
  user_id uuid not null,
  session_id uuid references auth.sessions (id) on delete cascade,
  revoked boolean default false,
  parent varchar(255),
  created_at timestamptz default now(),
  updated_at timestamptz default now()
);
-- Purged: Tokens that a living session replaced long ago. After this, showing one again no longer ends the session.
comment on table auth.refresh_tokens is $${"purge": "revoked and updated_at < now() - interval '30 days'", "backup": false}$$;

create index refresh_tokens_session_id_revoked_idx on auth.refresh_tokens (session_id, revoked);
create unique index refresh_tokens_token_unique on auth.refresh_tokens (token);
-- Only one token of a session can be used. The others are stored so that using one again is noticed.
create unique index refresh_tokens_one_active on auth.refresh_tokens (session_id) where revoked is false;

create table auth.mfa_amr_claims (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references auth.sessions (id) on delete cascade,
  authentication_method text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method)
);
comment on table auth.mfa_amr_claims is '{"backup": false}';

create table auth.identities (
  id uuid primary key,
  provider text not null,
  provider_id text not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  identity_data jsonb not null default '{}',
  email varchar(255) generated always as (lower(identity_data ->> 'email')) stored,
  last_sign_in_at timestamptz,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  unique (provider, provider_id)
);

create index identities_user_id_idx on auth.identities (user_id);

-- Second factors: codes of an authenticator app, and recovery codes.

create table auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type text not null check (factor_type in ('totp', 'recovery_code')),
  status text not null check (status in ('unverified', 'verified')),
  -- Encrypted, under a key that this database does not hold.
  secret text,
  -- The latest time step of which a code was accepted: it and those before it are used up.
  last_used_step bigint,
  last_challenged_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create unique index mfa_factors_user_friendly_name_unique on auth.mfa_factors (friendly_name, user_id)
  where trim(friendly_name) <> '';
create unique index mfa_factors_one_set_of_recovery_codes on auth.mfa_factors (user_id)
  where factor_type = 'recovery_code';

create table auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  -- Only the session that asked for it can answer it.
  session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz
);
comment on table auth.mfa_challenges is $${"purge": "created_at < now() - interval '1 day'", "backup": false}$$;

create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
create index mfa_challenges_session_id_idx on auth.mfa_challenges (session_id);

create table auth.mfa_recovery_codes (
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (factor_id, code_hash)
);

-- Links by mail: of each only a hash is stored, it works once, and of a user there is one of a kind.

create table auth.one_time_tokens (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Hosted Supabase has one type for both, so that asking for the one ends the other.
  token_type text not null check (token_type in ('recovery_token', 'magic_link_token')),
  token_hash text not null check (token_hash <> ''),
  -- The address that it is mailed to.
  relates_to text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table auth.one_time_tokens is $${"purge": "created_at < now() - interval '1 day'", "backup": false}$$;

create unique index one_time_tokens_user_id_token_type_key on auth.one_time_tokens (user_id, token_type);
create unique index one_time_tokens_token_hash_key on auth.one_time_tokens (token_hash);
create index one_time_tokens_created_at_idx on auth.one_time_tokens (created_at);

-- Sessions that began by a link, and may set a password once without the present one.
create table auth.password_resets (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  expires_at timestamptz not null
);
comment on table auth.password_resets is '{"purge": "expires_at < now()", "backup": false}';

/* The user of the access token, null for anonymous requests. */
create function auth.uid() returns uuid
language sql stable
as $$ select nullif(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub', '')::uuid $$;

create function auth.role() returns text
language sql stable
as $$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role' $$;

create function auth.jwt() returns jsonb
language sql stable
as $$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb $$;

-- Policies call the functions as the requesting role; the tables stay closed.
grant usage on schema auth to anon, authenticated, service_role;
revoke all on all tables in schema auth from anon, authenticated, service_role;
grant execute on all functions in schema auth to anon, authenticated, service_role;

/* Notifies on channel realtime that what a user may do has changed. The argument is the column with the id of the user. */
create function auth.announce_access_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('realtime', jsonb_build_object('kind', 'access', 'user',
    case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end ->> tg_argv[0])::text);
  return null;
end
$$;

create trigger announce_access_change after delete or update of not_after, aal on auth.sessions
  for each row execute function auth.announce_access_change('user_id');
create trigger announce_access_change after update of banned_until on auth.users
  for each row execute function auth.announce_access_change('id');
create trigger announce_access_change after insert or delete or update of status on auth.mfa_factors
  for each row execute function auth.announce_access_change('user_id');
