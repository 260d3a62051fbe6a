-- Subscribers choose sections, and their edition is made of the parts of the sealed issue that are of these.

alter table public.newsletter_subscribers add column sections text[] constraint newsletter_subscribers_sections_check
  check (cardinality(sections) between 1 and 12 and array_position(sections, null) is null);
alter table private.newsletter_consents add column chosen_sections jsonb not null default '{}';
alter table public.newsletter_deliveries add column sections text[];
alter table public.newsletter_deliveries drop constraint newsletter_deliveries_status_check,
  add constraint newsletter_deliveries_status_check
    check (status in ('pending', 'sending', 'sent', 'failed', 'uncertain', 'skipped', 'empty'));

/* These sections by the addresses that they have now; null for null. */
create or replace function private.present_sections(p_sections text[]) returns text[]
language sql stable set search_path = ''
return (
  select array_agg(distinct coalesce(retired_to, slug) order by coalesce(retired_to, slug))
  from public.categories where slug = any(p_sections));

/* The sections that have something in a message, as server/features/newsletter/render/personalise-message.ts marks them; null when it is
   not divided. */
create or replace function private.sections_of_message(p_html text) returns text[]
language sql stable set search_path = ''
return private.present_sections((
  select array_agg(distinct slug)
  from regexp_matches(p_html, '\uFDD0in ([a-z0-9 -]*)\uFDD2', 'g') as mark (slugs),
    string_to_table(slugs[1], ' ') as slug));

/* Judges for whom there is nothing in the messages of an issue, among those who were not sent it yet and have chosen sections. Their rows
   are `empty`: nothing is sent, and they count. */
create or replace function private.judge_newsletter_deliveries(p_issue_id uuid) returns void
language sql set search_path = ''
as $$
  with message as materialized (
    select language, private.sections_of_message(html) as sections from public.newsletter_messages where issue_id = p_issue_id
  ), choice as materialized (
    -- Once for everybody who has chosen the same.
    select sections, private.present_sections(sections) as present
    from (select distinct sections from public.newsletter_deliveries where issue_id = p_issue_id and sections is not null) as chosen
  ), judged as (
    select delivery.id, not choice.present && message.sections as is_empty
    from public.newsletter_deliveries as delivery join message on message.language = delivery.language
      join choice on choice.sections = delivery.sections
    where issue_id = p_issue_id and status in ('pending', 'empty')
    -- A process that is about to settle one waits for the issue.
    for no key update of delivery skip locked
  )
  update public.newsletter_deliveries as delivery
  set status = case when is_empty then 'empty' else 'pending' end, due_at = null, settled_at = case when is_empty then now() end
  from judged where judged.id = delivery.id and coalesce(is_empty, false) <> (status = 'empty')
$$;

create or replace view private.newsletter_recipients with (security_invoker = true) as
select id, email, case when language = any ((select private.offered_languages())::text[]) then language else 'en' end as language, subscribed_at,
  sections
from public.newsletter_subscribers
where confirmed and is_active and not exists (
  select from private.suppressed_addresses
  where address_hash = private.sha256_hex(lower(email)) and reason in ('bounced', 'complained'));

/* Removes the address of a deleted subscriber from the deliveries and stored requests; nothing more is sent to it. The
   rows stay for the totals. */
create or replace function private.forget_recipient() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Before the rows, in the order in which a batch is settled. A batch without a request stays unlocked, since its process goes on.
  update private.newsletter_batches set request = null
    where request is not null and id in (select batch_id from public.newsletter_deliveries where subscriber_id = old.id and status = 'sending');
  update public.newsletter_deliveries
    set email = null,
      sections = null,
      status = case when status = 'pending' then 'skipped' else status end,
      reason = case when status = 'pending' then 'deleted' else reason end,
      settled_at = case when status = 'pending' then now() else settled_at end
    where subscriber_id = old.id;
  return old;
end
$$;

/* What became of an issue, in numbers; null when there is no such issue. Subscribers who left were sent the issue and left within a week of
   its start. Erased ones are not counted, because nothing is known of them. */
create or replace function public.read_newsletter_report(p_issue_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  issue public.newsletter_issues;
begin
  if not private.makes_newsletters() then
    raise exception using errcode = '42501', message = 'Only editors and people of the newsletter can read the report of an issue.';
  end if;
  select * into issue from public.newsletter_issues where id = p_issue_id;
  if not found then
    return null;
  end if;
  return (
    with delivered as (
      select status, language, subscriber_id from public.newsletter_deliveries where issue_id = p_issue_id),
    gone as (
      select left_reason from public.newsletter_subscribers
      where left_at >= issue.started_at and left_at < issue.started_at + interval '7 days'
        and id in (select subscriber_id from delivered where status in ('sent', 'uncertain'))),
    clicked as (
      select link, target, sum(people)::integer as people, sum(scanners)::integer as scanners
      from public.newsletter_clicks where issue_id = p_issue_id group by link, target)
    select jsonb_build_object(
      'started_at', issue.started_at,
      'audience', coalesce(issue.audience, 0),
      'sent', (select count(*) from delivered where status = 'sent'),
      'failed', (select count(*) from delivered where status = 'failed'),
      'uncertain', (select count(*) from delivered where status = 'uncertain'),
      'skipped', (select count(*) from delivered where status = 'skipped'),
      'empty', (select count(*) from delivered where status = 'empty'),
      'pending', (select count(*) from delivered where status in ('pending', 'sending')),
      'languages', (
        select coalesce(jsonb_agg(jsonb_build_object('language', language, 'recipients', recipients)
          order by recipients desc, language), '[]')
        from (select language, count(*) as recipients from delivered group by language) as by_language),
      'unsubscribed', (select count(*) from gone where left_reason = 'unsubscribed'),
      'bounced', (select count(*) from gone where left_reason = 'bounced'),
      'complained', (select count(*) from gone where left_reason = 'complained'),
      'counts_clicks', issue.counts_clicks,
      'clicks', (
        select coalesce(jsonb_agg(to_jsonb(click) order by click.people desc, click.link, click.target), '[]')
        from (select * from clicked order by people desc, link, target limit 500) as click)));
end
$$;

/* Stores of which sections a subscriber wants the stories, with when and from where it was chosen. All that there are mean all that will be,
   too. Returns false, and changes nothing, for none, and for what is no section. */
create or replace function private.choose_sections(p_id uuid, p_sections text[], p_ip text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  live constant text[] := (select array_agg(slug) from public.categories where retired_to is null);
  chosen constant text[] := private.present_sections(p_sections);
begin
  if chosen is null or not p_sections <@ (select array_agg(slug) from public.categories) then
    return false;
  end if;
  update public.newsletter_subscribers set sections = case when not live <@ chosen then chosen end where id = p_id;
  insert into private.newsletter_consents (subscriber_id, chosen_sections)
  select id, jsonb_build_object('sections', coalesce(array_to_string(sections, ' '), 'all'), 'by', 'link', 'at', now(), 'ip', p_ip)
  from public.newsletter_subscribers where id = p_id
  on conflict (subscriber_id) do update set chosen_sections = excluded.chosen_sections;
  return true;
end
$$;

/* Everything that is known of a subscriber, for the subscriber; null when there is none. Only the newest issues, and
   their number. */
create or replace function private.export_subscriber(p_id uuid, p_issues integer) returns jsonb
language sql stable security definer set search_path = ''
return (
  select jsonb_build_object(
    'email', email, 'language', language, 'sections', sections, 'subscribed_at', subscribed_at, 'confirmed', confirmed, 'confirmed_at', confirmed_at,
    'is_active', is_active, 'left_at', left_at, 'left_reason', left_reason,
    'consent', coalesce((select consent from private.newsletter_consents where subscriber_id = id), '{}'),
    'chosen_sections', coalesce((select chosen_sections from private.newsletter_consents where subscriber_id = id), '{}'),
    'issue_count', (select count(*) from public.newsletter_deliveries where subscriber_id = subscriber.id),
    'issues', coalesce((
      select jsonb_agg(issue) from (
        select coalesce(message.subject, 'deleted') as subject,
          -- What stayed in the outbox was not sent.
          case when sent.into_outbox then 'skipped' else delivery.status end as status, coalesce(delivery.settled_at, sent.started_at) as at
        from public.newsletter_deliveries as delivery
        join public.newsletter_issues as sent on sent.id = delivery.issue_id
        left join public.newsletter_messages as message on message.issue_id = delivery.issue_id and message.language = delivery.language
        where delivery.subscriber_id = subscriber.id order by delivery.id desc limit p_issues) as issue), '[]'))
  from public.newsletter_subscribers as subscriber where id = p_id);

/* Everything that is known of one subscriber, or null. Raises 42501 unless the caller may see addresses. */
create or replace function public.find_subscriber(p_id uuid) returns jsonb
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
          select id, reported_at, source, kind, status, detail from private.newsletter_bounces
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

/* Begins an import within this transaction, which ends it: rows are to be put into pg_temp.staged_subscribers, and
   addresses that are no subscribers by any line of the files into pg_temp.staged_leavers. Returns false while another
   import is running. */
create or replace function private.begin_subscriber_import() returns boolean
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

/* Ends an import: stores what was staged, unless it is a dry run, and returns {outcomes, skipped} and what
   block_import_leavers returns: how many addresses had which outcome, and the first 200 lines whose addresses may not be
   mailed. A pending subscriber is confirmed by the imported consent; a confirmed one does not change, and one who left,
   bounced, complained or was erased does not come back. */
create or replace function private.finish_subscriber_import(p_source text, p_actor uuid, p_dry_run boolean, p_program text) returns jsonb
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
    select staged.*, coalesce(known.left_reason, suppressed.reason,
      case when known.id is null then 'added' when known.confirmed then 'already' else 'confirmed' end) as outcome
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
      on conflict (lower(email)) do update set confirmed = true, confirmed_at = excluded.confirmed_at,
        sections = coalesce(known.sections, excluded.sections)
        where not known.confirmed and known.is_active
      returning known.id, lower(known.email) as address, known.subscribed_at, known.confirmed_at, xmax = 0 as is_new),
    noted as (
      insert into private.newsletter_consents (subscriber_id, consent)
      select id, jsonb_strip_nulls(jsonb_build_object('source', p_source, 'program', p_program, 'at', stored.subscribed_at,
        'ip', staged.ip, 'confirmed_at', stored.confirmed_at, 'confirmed_ip', staged.confirmed_ip,
        'imported_at', now(), 'imported_by', p_actor))
      from stored join pg_temp.staged_subscribers as staged on staged.address = stored.address
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

-- They return another column.
drop function private.claim_newsletter_deliveries(uuid, uuid, text, bigint, integer);
drop function private.reserve_newsletter_deliveries(uuid, uuid, text, bigint, integer);

/* Claims the next recipients of an issue that is being sent, in the order of their ids and after `p_after`: their rows are `sending`, in the
   batch `p_batch_id`, before anything is sent. Recipients who have left meanwhile are skipped. Claims nothing when the issue is paused, or
   has reached the number at which it is to pause. */
create function private.claim_newsletter_deliveries(
  p_issue_id uuid, p_batch_id uuid, p_transport text, p_after bigint, p_limit integer
)
returns table (batch_id uuid, id bigint, subscriber_id uuid, email text, language text, message_id uuid, attempts integer, sections text[])
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  pauses_after integer;
  allowed integer := p_limit;
  claimed_rows integer;
begin
  -- Claims wait for each other, and for a pause of the issue.
  select pause_after into pauses_after from public.newsletter_issues
    where id = p_issue_id and status = 'sending' for no key update;
  if not found then
    return;
  end if;
  if pauses_after is not null then
    allowed := least(allowed, pauses_after - (
      select count(*) from public.newsletter_deliveries
      where issue_id = p_issue_id and status in ('sending', 'sent', 'failed', 'uncertain')));
  end if;
  while allowed > 0 loop
    return query
      with due as (
        select delivery.id, delivery.email, delivery.subscriber_id from public.newsletter_deliveries as delivery
        where issue_id = p_issue_id and status = 'pending' and delivery.id > p_after and (due_at is null or due_at <= now())
          and not exists (select from private.newsletter_batches as other where other.id = delivery.batch_id)
        order by delivery.id limit allowed for update skip locked
      ), judged as (
        -- One lookup for each row that is due: joined to the view itself, all subscribers could be read for each claim.
        select due.id, recipient.id is not null as stays
        from due left join lateral (
          select present.id from private.newsletter_recipients as present
          where present.id = due.subscriber_id and lower(present.email) = lower(due.email)
          offset 0) as recipient on true
      ), claimed as (
        update public.newsletter_deliveries as delivery
        set status = case when stays then 'sending' else 'skipped' end,
            batch_id = case when stays then p_batch_id end,
            attempts = attempts + stays::integer,
            due_at = null,
            reason = case when not stays then 'left' end,
            settled_at = case when not stays then now() end
        from judged where delivery.id = judged.id
        returning delivery.*
      )
      select claimed.batch_id, claimed.id, claimed.subscriber_id, claimed.email, claimed.language, claimed.message_id, claimed.attempts,
        claimed.sections
      from claimed where status = 'sending' order by claimed.id;
    get diagnostics claimed_rows = row_count;
    if claimed_rows > 0 then
      insert into private.newsletter_batches (id, issue_id, transport) values (p_batch_id, p_issue_id, p_transport)
      on conflict do nothing;
      return;
    end if;
    -- All that were due have left: the next ones may have not.
    exit when not exists (
      select from public.newsletter_deliveries as delivery
      where issue_id = p_issue_id and status = 'pending' and delivery.id > p_after and (due_at is null or due_at <= now())
        and not exists (select from private.newsletter_batches as other where other.id = delivery.batch_id));
  end loop;
end
$$;

/* Claims the next recipients of an issue that is being sent for a process, in the order of their ids and after `p_after`. Their rows stay
   `pending`, but have its batch: other processes leave them alone while the batch exists. Nothing is sent before
   `begin_newsletter_deliveries`. Returns the attempt that each message would be. */
create function private.reserve_newsletter_deliveries(
  p_issue_id uuid, p_batch_id uuid, p_transport text, p_after bigint, p_limit integer
)
returns table (batch_id uuid, id bigint, subscriber_id uuid, email text, language text, message_id uuid, attempts integer, sections text[])
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  pauses_after integer;
  allowed integer := p_limit;
begin
  -- A claim that is lost with the server costs nothing.
  perform set_config('synchronous_commit', 'off', true);
  select pause_after into pauses_after from public.newsletter_issues where id = p_issue_id and status = 'sending';
  if not found then
    return;
  end if;
  if pauses_after is not null then
    allowed := least(allowed, pauses_after - (
      select count(*) from public.newsletter_deliveries as delivery
      where issue_id = p_issue_id and (status in ('sending', 'sent', 'failed', 'uncertain')
        or status = 'pending' and batch_id = p_batch_id)));
  end if;
  insert into private.newsletter_batches (id, issue_id, transport) values (p_batch_id, p_issue_id, p_transport)
    on conflict do nothing;
  return query
    with due as (
      select delivery.id from public.newsletter_deliveries as delivery
      where issue_id = p_issue_id and status = 'pending' and delivery.id > p_after and (due_at is null or due_at <= now())
        and not exists (select from private.newsletter_batches as other where other.id = delivery.batch_id)
      order by delivery.id limit greatest(allowed, 0) for update skip locked
    ), claimed as (
      update public.newsletter_deliveries as delivery set batch_id = p_batch_id
      from due where delivery.id = due.id
      returning delivery.*
    )
    select claimed.batch_id, claimed.id, claimed.subscriber_id, claimed.email, claimed.language, claimed.message_id, claimed.attempts + 1,
      claimed.sections
    from claimed order by claimed.id;
end
$$;

select private.admit_service_role();
