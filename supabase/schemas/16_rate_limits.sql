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
revoke all on private.rate_limits from public, anon, authenticated, service_role;

/* Counts bytes that a person adds to what is kept, for each day in UTC; what they replace is not given back, since its room on the disk is not at
   once, either. In kilobytes, since the column is an integer. Raises PT413 above what administrators allow. What the program keeps by itself has no person, and is not counted. */
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
    values ('bytes:' || p_person, ceil(p_bytes / 1000.0), midnight)
    on conflict (key) do update set expire = midnight,
      points = excluded.points + case when counted.expire = midnight then counted.points else 0 end
    returning points into stored;
  if stored > allowed * 1000 then
    raise exception using errcode = 'PT413', message = format('Nothing was stored: one person may add %s MB in a day. Try again tomorrow, or ask an administrator to raise this limit.', allowed);
  end if;
end
$$;

/* The same, for what nobody has to keep while a disk is low. */
create function private.keep_bytes(p_person uuid, p_bytes bigint) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if p_person is not null and private.is_disk_low() then
    raise exception using errcode = '53100', message = 'Less than 250 MB are free on a disk of the server.';
  end if;
  perform private.count_bytes(p_person, p_bytes);
end
$$;

/* Counts a row that the caller of a request has added or changed, with its file. */
create function private.count_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.keep_bytes(
    auth.uid(), octet_length(to_jsonb(new)::text) + coalesce((to_jsonb(new) #>> '{metadata,size}')::bigint, 0));
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
revoke all on private.guesses_from_strangers from public, anon, authenticated, service_role;

-- Network addresses that an account has signed in from: the SHA-256 of the account, and a hash of the address that is keyed with the secret of
-- the site. In no backup, which has the secret.
create table private.known_addresses (
  account text not null,
  address text not null,
  last_at timestamptz not null,
  primary key (account, address)
);
comment on table private.known_addresses is '{"backup": false}';
revoke all on private.known_addresses from public, anon, authenticated, service_role;
