/** The tables of sign-in as a library created them before there were migrations of them. */
export const LITE_AUTH_TABLES = `
  create schema auth;
  create table auth.users (
    id uuid primary key, aud varchar(255) default 'authenticated', role varchar(255) default 'authenticated',
    email varchar(255), encrypted_password varchar(255), phone text unique, email_confirmed_at timestamptz,
    confirmed_at timestamptz generated always as (case
      when email_confirmed_at is null then phone_confirmed_at
      when phone_confirmed_at is null then email_confirmed_at
      when email_confirmed_at < phone_confirmed_at then email_confirmed_at else phone_confirmed_at end) stored,
    invited_at timestamptz, confirmation_token varchar(255), confirmation_sent_at timestamptz,
    recovery_token varchar(255), recovery_sent_at timestamptz, phone_confirmed_at timestamptz,
    raw_app_meta_data jsonb default '{}', raw_user_meta_data jsonb default '{}', banned_until timestamptz,
    deleted_at timestamptz, is_sso_user boolean not null default false, is_anonymous boolean not null default false,
    last_sign_in_at timestamptz, created_at timestamptz default now(), updated_at timestamptz default now());
  create unique index users_email_partial_key on auth.users (email) where is_sso_user = false;
  create table auth.sessions (
    id uuid primary key, user_id uuid not null references auth.users (id) on delete cascade, not_after timestamptz,
    refreshed_at timestamp, user_agent text, ip inet, tag text, refresh_token_hmac_key text,
    refresh_token_counter bigint, scopes text check (scopes is null or length(scopes) <= 4096),
    created_at timestamptz default now(), updated_at timestamptz default now(),
    aal text check (aal in ('aal1', 'aal2', 'aal3')), factor_id uuid);
  create index sessions_user_id_idx on auth.sessions (user_id);
  create table auth.refresh_tokens (
    id text primary key, token varchar(255) not null, user_id uuid not null,
    session_id uuid references auth.sessions (id) on delete cascade, revoked boolean default false,
    parent varchar(255), created_at timestamptz default now(), updated_at timestamptz default now());
  create index refresh_tokens_token_idx on auth.refresh_tokens (token);
  create index refresh_tokens_user_id_idx on auth.refresh_tokens (user_id);
  create index refresh_tokens_session_id_revoked_idx on auth.refresh_tokens (session_id, revoked);
  create table auth.identities (
    id uuid primary key, provider text not null, provider_id text not null,
    user_id uuid not null references auth.users (id) on delete cascade, identity_data jsonb not null default '{}',
    email varchar(255) generated always as (lower(identity_data ->> 'email')) stored, last_sign_in_at timestamptz,
    created_at timestamptz default now(), updated_at timestamptz default now(), unique (provider, provider_id));
  create index identities_user_id_idx on auth.identities (user_id);
  create function auth.uid() returns uuid language sql stable
    as $$ select nullif(current_setting('request.jwt.claim.sub', true), '')::uuid $$;
  create function auth.role() returns text language sql stable
    as $$ select nullif(current_setting('request.jwt.claim.role', true), '') $$;
  create function auth.jwt() returns jsonb language sql stable
    as $$ select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb $$;`
