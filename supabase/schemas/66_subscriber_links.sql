-- A link that was mailed to a subscriber lets its holder leave, choose a language and ask for mail to that subscriber.
-- The server checks the link.

-- Links that erase a subscriber, mailed to that address alone.
create table private.newsletter_erasure_tokens (
  token_hash text primary key,
  subscriber_id uuid not null references public.newsletter_subscribers (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '72 hours'
);
comment on table private.newsletter_erasure_tokens is $${"purge": "expires_at < now() - interval '1 day'"}$$;
create index newsletter_erasure_tokens_subscriber on private.newsletter_erasure_tokens (subscriber_id);
create index newsletter_erasure_tokens_expiry on private.newsletter_erasure_tokens (expires_at);
revoke all on private.newsletter_erasure_tokens from public, anon, authenticated, service_role;

/* Ends a subscription as the subscriber asked. Returns false when there is no such subscriber. Whoever was removed, or
   was not reached, before that cannot be brought back any more. */
create function private.leave_newsletter(p_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.newsletter_subscribers where id = p_id for update;
  if not found then
    return false;
  end if;
  update public.newsletter_subscribers
    set is_active = false, left_reason = 'unsubscribed', left_at = coalesce(left_at, clock_timestamp())
    where id = p_id and left_reason is distinct from 'complained';
  -- A link that was requested in the meantime is invalidated.
  update private.newsletter_confirmation_tokens set expires_at = clock_timestamp()
    where subscriber_id = p_id and used_at is null and expires_at > clock_timestamp();
  delete from private.newsletter_welcomes where subscriber_id = p_id;
  return true;
end
$$;

/* Begins a subscription again: records who asked, and returns the address that gets the confirmation; null when there
   is none. A current subscription does not change. */
create function private.ask_to_return(p_id uuid, p_language text, p_ip text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  subscriber public.newsletter_subscribers;
begin
  select * into subscriber from public.newsletter_subscribers where id = p_id for update;
  if subscriber.id is not null and not (subscriber.confirmed and subscriber.is_active) then
    update public.newsletter_subscribers set language = private.offered_language(p_language) where id = p_id;
    insert into private.newsletter_consents (subscriber_id, requested_consent)
    values (p_id, private.consent_asked(private.offered_language(p_language), p_ip, 'link'))
    on conflict (subscriber_id) do update set requested_consent = excluded.requested_consent;
  end if;
  return subscriber.email;
end
$$;

/* Stores of which sections a subscriber wants the stories, with when and from where it was chosen. All that there are mean all that will be,
   too. Returns false, and changes nothing, for none, and for what is no section. */
create function private.choose_sections(p_id uuid, p_sections text[], p_ip text) returns boolean
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
create function private.export_subscriber(p_id uuid, p_issues integer) returns jsonb
language sql stable security definer set search_path = ''
return (
  select jsonb_build_object(
    'email', email, 'language', language, 'sections', private.present_sections(sections), 'subscribed_at', subscribed_at, 'confirmed', confirmed, 'confirmed_at', confirmed_at,
    'is_active', is_active, 'left_at', left_at, 'left_reason', left_reason,
    'consent', coalesce((select consent from private.newsletter_consents where subscriber_id = id), '{}'),
    'chosen_sections', coalesce((select chosen_sections from private.newsletter_consents where subscriber_id = id), '{}'),
    'issue_count', (select count(*) from public.newsletter_deliveries where subscriber_id = subscriber.id),
    'issues', coalesce((
      select jsonb_agg(issue) from (
        select coalesce(message.subject, 'deleted') as subject,
          -- Mail that stayed in the outbox was not sent.
          case when sent.into_outbox then 'skipped' else delivery.status end as status, coalesce(delivery.settled_at, sent.started_at) as at
        from public.newsletter_deliveries as delivery
        join public.newsletter_issues as sent on sent.id = delivery.issue_id
        left join public.newsletter_messages as message on message.issue_id = delivery.issue_id and message.language = delivery.language
        where delivery.subscriber_id = subscriber.id order by delivery.id desc limit p_issues) as issue), '[]'))
  from public.newsletter_subscribers as subscriber where id = p_id);

/* Erases the subscriber for whom this link was made, once, while it is valid. Returns whether it was. */
create function private.erase_by_link(p_token text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  erased uuid;
begin
  delete from private.newsletter_erasure_tokens
    where token_hash = private.sha256_hex(p_token) and expires_at > clock_timestamp() returning subscriber_id into erased;
  return erased is not null and private.erase_subscriber(erased);
end
$$;
