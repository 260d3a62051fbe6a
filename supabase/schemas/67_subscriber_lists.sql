-- A hundred thousand subscribers are searched, counted and charted by functions that check the caller once, instead of
-- policies.

/* The condition, as SQL, for the subscribers of a list. Null means any. Raises 22023 for an invalid value. */
create function private.subscriber_condition(p_search text, p_status text, p_activity text, p_language text, p_left text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  words text := lower(btrim(left(p_search, 200)));
  condition text := 'true';
begin
  if p_status not in ('confirmed', 'pending') or p_activity not in ('active', 'unsubscribed')
      or p_language is not null and not private.is_language(p_language)
      or p_left not in ('unsubscribed', 'administrator', 'bounced', 'complained', 'undelivered') then
    raise exception using errcode = '22023', message = 'Subscribers cannot be filtered by this.';
  end if;
  if words <> '' then
    condition := condition || format(' and lower(email) like %L',
      '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%');
  end if;
  if p_status is not null then
    condition := condition || case p_status when 'confirmed' then ' and confirmed' else ' and not confirmed' end;
  end if;
  if p_activity is not null then
    condition := condition || case p_activity when 'active' then ' and is_active' else ' and not is_active' end;
  end if;
  if p_language is not null then
    condition := condition || format(' and language = %L', p_language);
  end if;
  if p_left is not null then
    condition := condition || format(' and left_reason = %L', p_left);
  end if;
  return condition;
end
$$;

/* One page of the subscribers of a list, and their number: {total, rows}. Raises 42501 unless the caller may see addresses. */
create function public.list_subscribers(
  p_search text default null, p_status text default null, p_activity text default null, p_language text default null,
  p_left text default null, p_sort text default 'subscribed_at', p_descending boolean default true,
  p_offset integer default 0, p_limit integer default 25) returns jsonb
language plpgsql stable security definer set search_path = '' set work_mem = '16MB'
as $$
declare
  condition text := private.subscriber_condition(p_search, p_status, p_activity, p_language, p_left);
  sort_key text := case p_sort when 'email' then 'lower(email)' else 'subscribed_at' end;
  direction text := case when p_descending then 'desc' else 'asc' end;
  first integer := greatest(coalesce(p_offset, 0), 0);
  page_size integer := least(greatest(coalesce(p_limit, 0), 0), 1000);
  total integer;
  answer jsonb;
begin
  if not private.is_allowed('addresses') then
    raise exception using errcode = '42501', message = 'You may not see the addresses of subscribers. An administrator can allow it.';
  end if;
  if p_sort is null or p_sort not in ('email', 'subscribed_at') then
    raise exception using errcode = '22023', message = 'Subscribers cannot be sorted by this.';
  end if;
  if btrim(coalesce(p_search, '')) <> '' then
    -- No index tells what contains a text, so that all addresses are compared once, for the number and the page.
    execute format($query$
      with found as materialized (select id, %1$s as sorted from public.newsletter_subscribers where %2$s)
      select jsonb_build_object('total', (select count(*) from found), 'rows', (
        select coalesce(jsonb_agg(to_jsonb(subscriber) order by page.sorted %3$s, page.id), '[]')
        from (select id, sorted from found order by sorted %3$s, id offset $1 limit $2) as page
          join public.newsletter_subscribers as subscriber on subscriber.id = page.id))
    $query$, sort_key, condition, direction)
    into answer using first, page_size;
    return answer;
  end if;

  execute 'select count(*) from public.newsletter_subscribers where ' || condition into total;
  page_size := greatest(least(page_size, total - first), 0);
  -- A page in the second half is nearer to the end.
  if first > total / 2 then
    first := greatest(total - first - page_size, 0);
    execute format($query$
      select coalesce(jsonb_agg(to_jsonb(page) order by %1$s %2$s, id), '[]')
      from (select * from public.newsletter_subscribers where %3$s order by %1$s %4$s, id desc offset $1 limit $2) as page
    $query$, sort_key, direction, condition, case when p_descending then 'asc' else 'desc' end)
    into answer using first, page_size;
  else
    execute format($query$
      select coalesce(jsonb_agg(to_jsonb(page) order by %1$s %2$s, id), '[]')
      from (select * from public.newsletter_subscribers where %3$s order by %1$s %2$s, id offset $1 limit $2) as page
    $query$, sort_key, direction, condition)
    into answer using first, page_size;
  end if;
  return jsonb_build_object('total', total, 'rows', answer);
end
$$;

/* Numbers of subscribers: {total, active, pending, unsubscribed, languages}. Active ones get the newsletter, counted in each language.
   Raises 42501 unless the caller makes newsletters. */
create function public.count_subscribers() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.makes_newsletters() then
    raise exception using errcode = '42501', message = 'Only editors and people of the newsletter can count subscribers.';
  end if;
  return (
    with counted as (
      select language, confirmed, is_active, count(*) as people
      from public.newsletter_subscribers group by language, confirmed, is_active)
    select jsonb_build_object(
      'total', coalesce(sum(people), 0),
      'active', coalesce(sum(people) filter (where confirmed and is_active), 0),
      'pending', coalesce(sum(people) filter (where not confirmed and is_active), 0),
      'unsubscribed', coalesce(sum(people) filter (where not is_active), 0),
      'languages', (
        select coalesce(jsonb_agg(jsonb_build_object('language', language, 'active', people) order by people desc, language), '[]')
        from counted where confirmed and is_active))
    from counted);
end
$$;

/* Returns how the number of subscribers has developed in the last weeks, at most 104, the oldest first: [{week, joined, imported, left, active}], where a
   week is its Monday in UTC and active are those who were confirmed and had not left at its end. Who was imported joined on the date that the
   file gives; without one it is not known when they joined, and they are counted as imported. Subscribers who were erased or have come back
   since are counted as they are now. Raises 42501 unless the caller makes newsletters. */
create function public.load_subscriber_growth(p_weeks integer default 52) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  weeks integer := least(greatest(coalesce(p_weeks, 52), 1), 104);
  first_week timestamptz := date_trunc('week', now(), 'UTC') - (weeks - 1) * interval '1 week';
begin
  if not private.makes_newsletters() then
    raise exception using errcode = '42501', message = 'Only editors and people of the newsletter can count subscribers.';
  end if;
  return (
    with people as (
      -- Without a date in the file, an import stores its own moment.
      select case when confirmed_at = imported_at then subscribed_at else coalesce(confirmed_at, subscribed_at) end as came_at,
        case when confirmed_at = imported_at and subscribed_at >= imported_at then 1 else 0 end as imported, is_active, left_at
      from public.newsletter_subscribers as subscriber
      left join private.newsletter_consents on subscriber_id = subscriber.id
      cross join lateral (select (consent ->> 'imported_at')::timestamptz as imported_at) as import
      where confirmed),
    moves as (
      -- Number 0 is all that was before.
      select greatest(0, 1 + floor(date_part('epoch', came_at - first_week) / 604800))::integer as number,
        1 - imported as joined, imported, 0 as gone
      from people
      union all
      select greatest(0, 1 + floor(date_part('epoch', left_at - first_week) / 604800))::integer, 0, 0, 1
      from people where not is_active),
    summed as (
      select number, sum(joined) as joined, sum(imported) as imported, sum(gone) as gone from moves group by number),
    developed as (
      select number, coalesce(joined, 0) as joined, coalesce(imported, 0) as imported, coalesce(gone, 0) as gone,
        sum(coalesce(joined, 0) + coalesce(imported, 0) - coalesce(gone, 0)) over (order by number) as active
      from generate_series(0, weeks) as number left join summed using (number))
    select jsonb_agg(jsonb_build_object(
      'week', ((first_week at time zone 'UTC') + (number - 1) * interval '1 week')::date,
      'joined', joined, 'imported', imported, 'left', gone, 'active', active) order by number)
    from developed where number > 0);
end
$$;

/* Everything that is known of one subscriber, or null. Raises 42501 unless the caller may see addresses. */
create function public.find_subscriber(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_allowed('addresses') then
    raise exception using errcode = '42501', message = 'You may not see the addresses of subscribers. An administrator can allow it.';
  end if;
  return (
    select to_jsonb(subscriber) || jsonb_build_object(
      'consent', coalesce(consents.consent, '{}'),
      'requested_consent', coalesce(consents.requested_consent, '{}'),
      'chosen_sections', coalesce(consents.chosen_sections, '{}'),
      'confirmation_sent_at', consents.confirmation_sent_at,
      'open_links', (
        select count(*) from private.newsletter_confirmation_tokens
        where subscriber_id = subscriber.id and used_at is null and expires_at > now()),
      'suppressed', (
        select jsonb_build_object('reason', reason, 'at', suppressed_at) from private.suppressed_addresses
        where address_hash = private.sha256_hex(lower(subscriber.email))),
      'deliveries_total', (select count(*) from public.newsletter_deliveries where subscriber_id = subscriber.id),
      'deliveries', (
        select coalesce(jsonb_agg(to_jsonb(delivery) order by delivery.id desc), '[]')
        from (
          select sent.id, sent.issue_id, sent.language, sent.status, sent.reason, sent.settled_at, issue.slug, issue.started_at,
            issue.into_outbox,
            coalesce(message.subject, edition.subject) as subject
          from public.newsletter_deliveries as sent
          join public.newsletter_issues as issue on issue.id = sent.issue_id
          left join public.newsletter_messages as message on message.issue_id = sent.issue_id and message.language = sent.language
          left join public.newsletter_editions as edition on edition.issue_id = sent.issue_id and edition.language = sent.language
          where sent.subscriber_id = subscriber.id order by sent.id desc limit 200) as delivery),
      'bounces', (
        select coalesce(jsonb_agg(to_jsonb(bounce) order by bounce.id desc), '[]')
        from (
          select id, reported_at, source, said_by, kind, fault, status, detail from private.newsletter_bounces
          where subscriber_id = subscriber.id order by id desc limit 50) as bounce),
      'mails', (
        select coalesce(jsonb_agg(to_jsonb(mail) order by mail.created_at desc), '[]')
        from (
          select id, kind, status, transport, created_at from public.mail_deliveries
          where lower(recipient) = lower(subscriber.email)
            and kind not in ('send-recovery-mail', 'send-sign-in-link', 'send-invitation', 'send-security-notice')
          order by created_at desc limit 50) as mail))
    from public.newsletter_subscribers as subscriber
    left join private.newsletter_consents as consents on consents.subscriber_id = subscriber.id
    where subscriber.id = p_id);
end
$$;

grant execute on function
  public.count_subscribers(),
  public.find_subscriber(uuid),
  public.list_subscribers(text, text, text, text, text, text, boolean, integer, integer),
  public.load_subscriber_growth(integer)
to authenticated;
