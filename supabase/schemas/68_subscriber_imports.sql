-- Subscribers of another system are imported with their consent, all at once or not at all. Subscribers who have left are
-- not brought back.

/* Begins an import within this transaction, which ends it: rows are to be put into pg_temp.staged_subscribers, and
   addresses that have left by any line of the file into pg_temp.staged_leavers. Returns false while another import is
   running. */
create function private.begin_subscriber_import() returns boolean
language plpgsql set search_path = ''
as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('newsletter_subscribers import')) then
    return false;
  end if;
  create temporary table staged_subscribers (
    address text collate "C" primary key,
    line integer not null,
    language text,
    subscribed_at timestamptz,
    confirmed_at timestamptz,
    -- SHA-256, as in private.suppressed_addresses.
    address_hash text not null
  ) on commit drop;
  create temporary table staged_leavers (address text collate "C" primary key) on commit drop;
  return true;
end
$$;

/* Ends an import: stores what was staged, unless it is a dry run, and returns {outcomes, skipped}: how many addresses
   had which outcome, and the first 200 lines whose addresses may not be mailed. A pending subscriber is confirmed by
   the imported consent; a confirmed one does not change, and one who left, bounced, complained or was erased does not
   come back. */
create function private.finish_subscriber_import(p_source text, p_actor uuid, p_dry_run boolean) returns jsonb
language plpgsql set search_path = '' set work_mem = '64MB'
as $$
declare
  expected integer;
  stored integer;
  taken_back integer;
  answer jsonb;
begin
  analyze pg_temp.staged_subscribers;
  create temporary table judged_subscribers on commit drop as
    select staged.*, coalesce(known.left_reason, suppressed.reason,
      case when known.id is null then 'added' when known.confirmed then 'already' else 'confirmed' end) as outcome
    from pg_temp.staged_subscribers as staged
      left join public.newsletter_subscribers as known on lower(known.email) = staged.address
      left join private.suppressed_addresses as suppressed on suppressed.address_hash = staged.address_hash;

  if not p_dry_run then
    create temporary table stored_subscribers (address text collate "C", is_new boolean) on commit drop;
    -- In the order of the addresses, as everything that locks several.
    with stored as (
      insert into public.newsletter_subscribers as known (email, language, subscribed_at, confirmed, confirmed_at)
      select address, coalesce(language, 'en'), coalesce(subscribed_at, confirmed_at, now()), true, coalesce(confirmed_at, now())
      from pg_temp.judged_subscribers where outcome in ('added', 'confirmed') order by address
      on conflict (lower(email)) do update set confirmed = true, confirmed_at = excluded.confirmed_at
        where not known.confirmed and known.is_active
      returning known.id, lower(known.email) as address, known.subscribed_at, known.confirmed_at, xmax = 0 as is_new),
    noted as (
      insert into private.newsletter_consents (subscriber_id, consent)
      select id, jsonb_build_object('source', p_source, 'at', subscribed_at,
        'confirmed_at', confirmed_at, 'imported_at', now(), 'imported_by', p_actor)
      from stored
      on conflict (subscriber_id) do update set consent = excluded.consent)
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
      set outcome = coalesce(known.left_reason, suppressed.reason,
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
      select coalesce(jsonb_agg(jsonb_build_object('line', line, 'kind', outcome, 'value', address) order by line), '[]')
      from (
        select line, outcome, address from pg_temp.judged_subscribers
        where outcome not in ('added', 'confirmed', 'already') order by line limit 200) as first))
  into answer;
  if not p_dry_run then
    perform private.record_act('subscribers', 'import_subscribers',
      'imported ' || private.subscribers_in_words((
        select coalesce(sum((item ->> 'addresses')::bigint), 0)::bigint from jsonb_array_elements(answer -> 'outcomes') as item
        where item ->> 'outcome' in ('added', 'confirmed'))),
      p_details => jsonb_build_object('outcomes', answer -> 'outcomes'), p_reason => p_source, p_actor => p_actor);
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
