-- Mail that stayed in the outbox of a site without a mail server counted as sent, also after a mail server was set up.
alter table public.mail_deliveries add column transport text check (transport ~ '^[a-z][a-z0-9-]{0,29}$');
update public.mail_deliveries set transport = 'outbox'
  where message_id in (select message_id from public.outbox_mails);

alter table public.newsletter_issues add column into_outbox boolean not null default false;
update public.newsletter_issues as issue set into_outbox = true
  where audience is not null and exists (
    select from public.newsletter_deliveries as delivery
    join public.outbox_mails as mail on substring(mail.message_id from 2 for 36) = delivery.message_id::text
    where delivery.issue_id = issue.id);

/* Everything that is known of one subscriber, or null. Raises 42501 unless the caller is an administrator. */
create or replace function public.find_subscriber(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can read what is known of a subscriber.';
  end if;
  return (
    select to_jsonb(subscriber) || jsonb_build_object(
      'consent', coalesce(consents.consent, '{}'),
      'requested_consent', coalesce(consents.requested_consent, '{}'),
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

/* Everything that is known of a subscriber, for the subscriber; null when there is none. Only the newest issues, and
   their number. */
create or replace function private.export_subscriber(p_id uuid, p_issues integer) returns jsonb
language sql stable security definer set search_path = ''
return (
  select jsonb_build_object(
    'email', email, 'language', language, 'subscribed_at', subscribed_at, 'confirmed', confirmed, 'confirmed_at', confirmed_at,
    'is_active', is_active, 'left_at', left_at, 'left_reason', left_reason,
    'consent', coalesce((select consent from private.newsletter_consents where subscriber_id = id), '{}'),
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

/* Ends an issue when each of its messages has an outcome, or pauses it at the number at which it was to pause. Returns its status, and the
   seconds until the next message is due: null when none is pending, 0 when one is now. */
create or replace function private.conclude_newsletter_issue(p_issue_id uuid, out status text, out due_in double precision)
language plpgsql set search_path = ''
as $$
declare
  issue public.newsletter_issues;
  is_sending boolean;
  outcome text;
begin
  select * into issue from public.newsletter_issues where id = p_issue_id for no key update;
  status := issue.status;
  if status is distinct from 'sending' then
    return;
  end if;
  -- What another process has claimed is its own, as long as that lives.
  select min(case
      when delivery.status = 'sending' then null
      when exists (select from private.newsletter_batches as other where other.id = delivery.batch_id) then 20
      when due_at is null then 0
      else greatest(0, extract(epoch from due_at - now())) end), bool_or(delivery.status = 'sending') into due_in, is_sending
    from public.newsletter_deliveries as delivery where issue_id = p_issue_id and delivery.status in ('pending', 'sending');
  if is_sending then
    return;
  end if;
  if due_in is null then
    select string_agg(
        format('%s %s', count, case when issue.into_outbox and state = 'sent' then 'in the outbox' else state end), ', ' order by state)
      into outcome from (
      select delivery.status as state, count(*) from public.newsletter_deliveries as delivery
      where issue_id = p_issue_id group by delivery.status) as counted;
    perform private.move_newsletter_issue(p_issue_id, array['sending'], 'sent', null, outcome);
    status := 'sent';
  elsif issue.pause_after <= (
    select count(*) from public.newsletter_deliveries as delivery
    where issue_id = p_issue_id and delivery.status in ('sent', 'failed', 'uncertain')) then
    outcome := format(
      case when issue.into_outbox then 'The first %s messages are in the outbox, after which it was to pause.'
        else 'The first %s messages have been sent, after which it was to pause.' end, issue.pause_after);
    perform private.move_newsletter_issue(p_issue_id, array['sending'], 'paused', null, outcome);
    update public.newsletter_issues set pause_after = null where id = p_issue_id;
    status := 'paused';
  end if;
end
$$;
