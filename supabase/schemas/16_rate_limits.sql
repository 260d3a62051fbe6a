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

/* Counts bytes that a person adds to what is kept, for each day in UTC, and gives back those that they replace. In kilobytes, since the column
   is an integer. Raises PT413 above what administrators allow. What the program keeps by itself has no person, and is not counted. */
create function private.count_bytes(p_person uuid, p_bytes bigint) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  midnight constant bigint := (floor(extract(epoch from now()) / 86400) + 1) * 86400000;
  allowed constant integer := coalesce((select value::integer from public.settings where key = 'daily_megabytes'), 2500);
  stored integer;
begin
  if p_person is null then
    return;
  end if;
  insert into private.rate_limits as counted (key, points, expire)
    values ('bytes:' || p_person, greatest(0, ceil(p_bytes / 1000.0)), midnight)
    on conflict (key) do update set expire = midnight, points = greatest(0, ceil(p_bytes / 1000.0)
      + case when counted.expire = midnight then counted.points else 0 end)
    returning points into stored;
  if stored > allowed * 1000 and p_bytes > 0 then
    raise exception using errcode = 'PT413', message = format('Nothing was stored: one person may add %s MB in a day. Try again tomorrow, or ask an administrator to raise this limit.', allowed);
  end if;
end
$$;

/* How many bytes a row and its file have. */
create function private.bytes_of(p_row jsonb) returns bigint
language sql immutable set search_path = ''
return octet_length(p_row::text) + coalesce((p_row #>> '{metadata,size}')::bigint, 0);

/* Counts a row that the caller of a request has added or changed. */
create function private.count_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.count_bytes(auth.uid(),
    private.bytes_of(to_jsonb(new)) - case when tg_op = 'UPDATE' then private.bytes_of(to_jsonb(old)) else 0 end);
  return null;
end
$$;

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
