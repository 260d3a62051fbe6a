-- Subscribers of another system are imported with their consent, all at once or not at all. Subscribers who have left are
-- not brought back.

/* Begins an import within this transaction, which ends it: rows are to be put into pg_temp.staged_subscribers, and
   addresses that are no subscribers by any line of the files into pg_temp.staged_leavers. Returns false while another
   import is running. */
create function private.begin_subscriber_import() returns boolean
language plpgsql set search_path = ''
as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('newsletter_subscribers import')) then
    return false;
  end if;
  create temporary table staged_subscribers (
    address text collate "C" primary key,
    file smallint not null,
    line integer not null,
    language text,
    subscribed_at timestamptz,
    confirmed_at timestamptz,
    ip text,
    confirmed_ip text,
    sections text[],
    -- SHA-256, as in private.suppressed_addresses.
    address_hash text not null
  ) on commit drop;
  create temporary table staged_leavers (
    address text collate "C" primary key,
    -- Nonsubscribed, unconfirmed, unsubscribed, bounced or complained.
    standing text not null,
    address_hash text not null
  ) on commit drop;
  return true;
end
$$;

/* Judges the addresses that left elsewhere, and unless it is a dry run blocks them. Returns {blocked, ended, staying}: how
   many addresses no import brings in from now on, how many subscribers that had been imported leave, and how many stay
   because they confirmed here themselves. Who never subscribed or confirmed elsewhere has not left. */
create function private.block_import_leavers(p_dry_run boolean) returns jsonb
language plpgsql set search_path = '' set work_mem = '64MB'
as $$
declare
  answer jsonb;
begin
  analyze pg_temp.staged_leavers;
  create temporary table judged_leavers on commit drop as
    select staged.*, known.id,
      case when known.is_active and known.confirmed
        then case when consents.consent ? 'imported_at' then 'ended' else 'staying' end
        -- Their row keeps them out, and leaves a hash when it is deleted.
        when known.left_reason <> 'undelivered' and staged.standing = 'unsubscribed' then 'known'
        when suppressed.reason is null or (staged.standing = 'complained' and suppressed.reason <> 'complained') then 'blocked'
        else 'known' end as outcome
    from pg_temp.staged_leavers as staged
      left join public.newsletter_subscribers as known on lower(known.email) = staged.address
      left join private.newsletter_consents as consents on consents.subscriber_id = known.id
      left join private.suppressed_addresses as suppressed on suppressed.address_hash = staged.address_hash
    where standing in ('unsubscribed', 'bounced', 'complained');
  if not p_dry_run then
    -- In the order of the addresses, as everything that locks several.
    perform from public.newsletter_subscribers as known
      where id in (select id from pg_temp.judged_leavers where outcome = 'ended') order by lower(email) for update;
    update public.newsletter_subscribers as known set is_active = false, left_reason = judged.standing
      from pg_temp.judged_leavers as judged where judged.outcome = 'ended' and known.id = judged.id and known.is_active;
    insert into private.suppressed_addresses as known (address_hash, reason)
      select address_hash, standing from pg_temp.judged_leavers
      where outcome = 'blocked' or (outcome = 'ended' and standing <> 'unsubscribed') order by address_hash
      on conflict (address_hash) do update set reason = excluded.reason, suppressed_at = now()
        where excluded.reason = 'complained' and known.reason <> 'complained';
  end if;
  select jsonb_build_object('blocked', count(*) filter (where outcome = 'blocked'),
    'ended', count(*) filter (where outcome = 'ended'), 'staying', count(*) filter (where outcome = 'staying'))
    into answer from pg_temp.judged_leavers;
  return answer;
end
$$;

/* Ends an import: stores what was staged, unless it is a dry run, and returns {outcomes, skipped} and what
   block_import_leavers returns: how many addresses had which outcome, and the first 200 lines whose addresses may not be
   mailed. A pending subscriber is confirmed by the imported consent; a confirmed one does not change, and one who left,
   bounced, complained or was erased does not come back; one whom nothing reached does. */
create function private.finish_subscriber_import(p_source text, p_actor uuid, p_dry_run boolean, p_program text) returns jsonb
language plpgsql set search_path = '' set work_mem = '64MB'
as $$
declare
  expected integer;
  stored integer;
  taken_back integer;
  leavers constant jsonb := private.block_import_leavers(p_dry_run);
  answer jsonb;
begin
  analyze pg_temp.staged_subscribers;
  create temporary table judged_subscribers on commit drop as
    select staged.*, coalesce(nullif(known.left_reason, 'undelivered'), suppressed.reason,
      case when known.id is null then 'added' when known.confirmed and known.is_active then 'already' else 'confirmed' end) as outcome
    from pg_temp.staged_subscribers as staged
      left join public.newsletter_subscribers as known on lower(known.email) = staged.address
      left join private.suppressed_addresses as suppressed on suppressed.address_hash = staged.address_hash;

  if not p_dry_run then
    create temporary table stored_subscribers (address text collate "C", is_new boolean) on commit drop;
    -- In the order of the addresses, as everything that locks several.
    with stored as (
      insert into public.newsletter_subscribers as known (email, language, subscribed_at, confirmed, confirmed_at, sections)
      select address, coalesce(language, 'en'), coalesce(subscribed_at, confirmed_at, now()), true, coalesce(confirmed_at, now()),
        private.present_sections(sections)
      from pg_temp.judged_subscribers where outcome in ('added', 'confirmed') order by address
      on conflict (lower(email)) do update set confirmed = true, is_active = true,
        confirmed_at = case when known.confirmed then known.confirmed_at else excluded.confirmed_at end,
        sections = coalesce(known.sections, excluded.sections)
        where not known.confirmed and known.is_active or known.left_reason = 'undelivered'
      returning known.id, lower(known.email) as address, known.subscribed_at, known.confirmed_at, xmax = 0 as is_new),
    noted as (
      insert into private.newsletter_consents (subscriber_id, consent)
      select id, jsonb_strip_nulls(jsonb_build_object('source', p_source, 'program', p_program, 'at', stored.subscribed_at,
        'ip', staged.ip, 'confirmed_at', stored.confirmed_at, 'confirmed_ip', staged.confirmed_ip,
        'imported_at', now(), 'imported_by', p_actor))
      from stored join pg_temp.staged_subscribers as staged on staged.address = stored.address
      on conflict (subscriber_id) do update set consent = excluded.consent where not newsletter_consents.consent ? 'confirmed_at')
    insert into pg_temp.stored_subscribers select address, is_new from stored;
    get diagnostics stored = row_count;
    select count(*) into expected from pg_temp.judged_subscribers where outcome in ('added', 'confirmed');

    -- A row that was erased while this waited for it is found now.
    delete from public.newsletter_subscribers as known
      using pg_temp.staged_subscribers as staged, pg_temp.stored_subscribers as stored, private.suppressed_addresses as suppressed
      where suppressed.address_hash = staged.address_hash and staged.address = stored.address and lower(known.email) = stored.address;
    get diagnostics taken_back = row_count;
  end if;

  -- Rows that were changed meanwhile are evaluated again.
  if stored < expected or taken_back > 0 then
    update pg_temp.judged_subscribers as judged
      set outcome = coalesce(nullif(known.left_reason, 'undelivered'), suppressed.reason,
        case when stored.is_new then 'added' when stored.address is null then 'already' else 'confirmed' end)
      from pg_temp.staged_subscribers as staged
        left join pg_temp.stored_subscribers as stored on stored.address = staged.address
        left join public.newsletter_subscribers as known on lower(known.email) = staged.address
        left join private.suppressed_addresses as suppressed on suppressed.address_hash = staged.address_hash
      where judged.address = staged.address and judged.outcome in ('added', 'confirmed')
        and (stored.address is null or suppressed.address_hash is not null);
  end if;

  select jsonb_build_object(
    'outcomes', (
      select coalesce(jsonb_agg(jsonb_build_object('outcome', outcome, 'addresses', addresses) order by outcome), '[]')
      from (select outcome, count(*) as addresses from pg_temp.judged_subscribers group by outcome) as counted),
    'skipped', (
      select coalesce(jsonb_agg(jsonb_build_object('at', file, 'line', line, 'kind', outcome, 'value', address)
        order by file, line), '[]')
      from (
        select file, line, outcome, address from pg_temp.judged_subscribers
        where outcome not in ('added', 'confirmed', 'already') order by file, line limit 200) as first)) || leavers
  into answer;
  if not p_dry_run then
    perform private.record_act('subscribers', 'import_subscribers',
      'imported ' || private.subscribers_in_words((
        select coalesce(sum((item ->> 'addresses')::bigint), 0)::bigint from jsonb_array_elements(answer -> 'outcomes') as item
        where item ->> 'outcome' in ('added', 'confirmed')))
        || coalesce(' and unsubscribed ' || private.subscribers_in_words(nullif((leavers ->> 'ended')::bigint, 0)), ''),
      p_details => jsonb_build_object('outcomes', answer -> 'outcomes', 'leavers', leavers), p_reason => p_source, p_actor => p_actor);
  end if;
  return answer;
end
$$;

/* The subscribers of a list by address, after that of the page before, for exports of all of them. */
create function private.subscribers_after(
  p_after text, p_search text, p_status text, p_activity text, p_language text, p_left text, p_limit integer)
returns setof public.newsletter_subscribers
language plpgsql stable set search_path = ''
as $$
begin
  return query execute format(
    'select * from public.newsletter_subscribers where lower(email) > $1 and %s order by lower(email) limit $2',
    private.subscriber_condition(p_search, p_status, p_activity, p_language, p_left))
  using p_after, p_limit;
end
$$;
