-- Limits are counted for all processes. Unlogged: after a crash PostgreSQL may lose the attempts of the last minutes,
-- and no attempt waits for the disk.

-- The columns are those of RateLimiterPostgres of rate-limiter-flexible. A key ends with a hash of the client or
-- account, keyed with the secret of the site.
create unlogged table private.rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  -- Milliseconds since 1970.
  expire bigint
);
alter table private.rate_limits enable row level security;
revoke all on private.rate_limits from public, anon, authenticated, service_role;

-- Wrong passwords for an account from addresses that it never signed in from.
create unlogged table private.guesses_from_strangers (
  account text primary key,
  wrong integer not null,
  last_at timestamptz not null,
  opens_at timestamptz not null
);
alter table private.guesses_from_strangers enable row level security;
revoke all on private.guesses_from_strangers from public, anon, authenticated, service_role;

-- Network addresses that an account has signed in from: the SHA-256 of the account, and a hash of the address that is keyed with the secret of
-- the site. In no backup, which has the secret.
create table private.known_addresses (
  account text not null,
  address text not null,
  last_at timestamptz not null,
  primary key (account, address)
);
alter table private.known_addresses enable row level security;
revoke all on private.known_addresses from public, anon, authenticated, service_role;
