-- Links by mail: of each only a hash is stored, it works once, and of a user there is one of a kind.

create table if not exists auth.one_time_tokens (
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

create unique index if not exists one_time_tokens_user_id_token_type_key on auth.one_time_tokens (user_id, token_type);
create unique index if not exists one_time_tokens_token_hash_key on auth.one_time_tokens (token_hash);
create index if not exists one_time_tokens_created_at_idx on auth.one_time_tokens (created_at);

-- Sessions that began by a link, and may set a password once without the present one.
create table auth.password_resets (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  expires_at timestamptz not null
);

revoke all on auth.one_time_tokens, auth.password_resets from anon, authenticated, service_role;
