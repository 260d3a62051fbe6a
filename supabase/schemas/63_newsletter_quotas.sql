-- Quotas of a transport apply to any second and any hour, for all processes together. Counting by fixed windows would
-- allow twice as many at their border.

-- The time when the next message may be sent, by any process.
create table private.newsletter_paces (
  transport text primary key,
  next_at timestamptz not null default '-infinity'
);

-- The number of messages that were sent in ten seconds.
create table private.newsletter_quotas (
  transport text not null,
  since timestamptz not null,
  messages integer not null,
  primary key (transport, since)
);

/* Reserves moments at which messages may be sent, in groups of `p_at_once` at the same moment: the first `starts_in`
   milliseconds after this, each further one `spacing` milliseconds later. With none granted it says in how many to ask
   again. `p_returned` were granted before, and have not been used. */
create function private.reserve_newsletter_quota(
  p_transport text, p_wanted integer, p_at_once integer, p_per_second integer, p_per_hour integer, p_lead_ms integer, p_returned integer,
  out granted integer, out starts_in double precision, out spacing double precision, out present_ms double precision
)
language plpgsql set search_path = ''
as $$
declare
  -- A moment is used within five seconds, and a row counts ten seconds.
  quota_span constant interval := interval '1 hour 15 seconds';
  -- Timers are not exact, so the spaces between messages are a little wider than they need be.
  slack constant double precision := 1.05;
  present timestamptz;
  starts_at timestamptz;
  used integer;
begin
  insert into private.newsletter_paces (transport) values (p_transport) on conflict do nothing;
  select next_at into starts_at from private.newsletter_paces where transport = p_transport for update;
  present := clock_timestamp();
  present_ms := extract(epoch from present) * 1000;
  if p_returned > 0 and p_per_hour is not null then
    insert into private.newsletter_quotas as quota (transport, since, messages)
    values (p_transport, date_bin('10 seconds', present, '2000-01-01'), -p_returned)
    on conflict (transport, since) do update set messages = quota.messages + excluded.messages;
  end if;
  granted := p_wanted;
  starts_in := 0;
  spacing := 0;
  if p_wanted = 0 then
    return;
  end if;
  if p_per_hour is not null then
    -- Rows of the future were written before the clock was set back.
    delete from private.newsletter_quotas
      where transport = p_transport and (since <= present - quota_span or since > present + quota_span);
    select coalesce(sum(messages), 0) into used from private.newsletter_quotas where transport = p_transport;
    granted := least(granted, (p_per_hour - used) / p_at_once * p_at_once);
    if granted <= 0 then
      granted := 0;
      select extract(epoch from min(since) + quota_span - present) * 1000 into starts_in
        from private.newsletter_quotas where transport = p_transport;
      starts_in := greatest(1, coalesce(starts_in, 1000));
      return;
    end if;
  end if;
  if p_per_second is not null then
    spacing := slack * 1000 / greatest(1, p_per_second / p_at_once);
    granted := least(granted, p_at_once * greatest(1, floor(250 / spacing)::integer));
    starts_at := greatest(present + make_interval(secs => p_lead_ms / 1000.0),
      -- Moments are reserved a few seconds ahead at most, so this is a clock that was set back.
      case when starts_at < present + interval '10 seconds' then starts_at else present end);
    starts_in := extract(epoch from starts_at - present) * 1000;
    update private.newsletter_paces set next_at = starts_at + make_interval(secs => granted / p_at_once * spacing / 1000)
      where transport = p_transport;
  end if;
  if p_per_hour is not null then
    insert into private.newsletter_quotas as quota (transport, since, messages)
    values (p_transport, date_bin('10 seconds', present, '2000-01-01'), granted)
    on conflict (transport, since) do update set messages = quota.messages + excluded.messages;
  end if;
end
$$;
