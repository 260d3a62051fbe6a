-- Other programs are told what happens, by signed webhooks.
-- Webhooks: other programs are told what happened. 79_webhook_events.sql says what; server/features/webhooks sends it.
create table public.webhooks (
  id uuid primary key default gen_random_uuid(),
  -- As URL of JavaScript writes it, so that it has neither spaces nor control characters. The path may be a secret of the receiver.
  url text not null check (url ~ '^https?://[!-~]+$' and char_length(url) <= 1000),
  events jsonb not null check (jsonb_typeof(events) = 'array' and jsonb_array_length(events) between 1 and 12 and events <@ '[
    "article.published", "article.updated", "article.unpublished", "article.corrected",
    "translation.waiting", "translation.published", "translation.failed",
    "newsletter.approved", "newsletter.sent", "newsletter.paused",
    "subscriber.confirmed", "subscriber.left"]'),
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  -- Since when every attempt has failed, and how many did; a delivery that is taken ends that.
  failing_since timestamptz,
  failures integer not null default 0 check (failures >= 0),
  -- Before this time nothing is tried, because the last attempt failed.
  resumes_at timestamptz not null default now(),
  -- When the site has switched it off by itself.
  switched_off_at timestamptz,
  -- The last attempt: its problem is null when it was taken.
  attempted_at timestamptz,
  problem text check (char_length(problem) <= 40),
  http_status integer,
  constraint webhooks_failing_check check ((failing_since is null) = (failures = 0)),
  constraint webhooks_switched_off_check check (switched_off_at is null or not enabled)
);
alter table public.webhooks enable row level security;
revoke all on public.webhooks from anon, authenticated;
grant select, delete on public.webhooks to authenticated;
grant all on public.webhooks to service_role;
create policy "administrators read webhooks" on public.webhooks
  for select to authenticated using ((select private.is_admin()));
create policy "administrators delete webhooks" on public.webhooks
  for delete to authenticated using ((select private.is_admin()));
create trigger announce_row_change after insert or update or delete on public.webhooks
  for each row execute function private.announce_row_change('id');
create trigger announce_reload after truncate on public.webhooks
  for each statement execute function private.announce_reload();

-- What is sent to a webhook, and what became of it. A row is added in the transaction of what happened, so that there is neither one
-- without the other. Ended ones stay for thirty days, at most a thousand for each webhook.
create table public.webhook_deliveries (
  -- What receivers know it by, however often it is sent.
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references public.webhooks (id) on delete cascade,
  event text not null check (char_length(event) <= 40),
  happened_at timestamptz not null default clock_timestamp(),
  -- Of the body, without the address, which only the server knows. No draft, and nothing of a subscriber but id and language.
  data jsonb not null check (octet_length(data::text) <= 16384),
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- The next attempt, and the first one: it is tried for a day.
  due_at timestamptz not null default now(),
  tried_since timestamptz,
  -- The last attempt: when, what was wrong with it, and what was answered.
  attempted_at timestamptz,
  problem text check (char_length(problem) <= 40),
  http_status integer,
  answer text check (char_length(answer) <= 500)
);
create index webhook_deliveries_waiting on public.webhook_deliveries (webhook_id, due_at) where status = 'waiting';
create index webhook_deliveries_log on public.webhook_deliveries (webhook_id, happened_at desc, id);
alter table public.webhook_deliveries enable row level security;
revoke all on public.webhook_deliveries from anon, authenticated;
grant select on public.webhook_deliveries to authenticated;
grant all on public.webhook_deliveries to service_role;
create policy "administrators read webhook deliveries" on public.webhook_deliveries
  for select to authenticated using ((select private.is_admin()));

/* Wakes the processes that send. */
create function private.announce_webhook_deliveries() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('webhook_deliveries', '');
  return null;
end
$$;
create trigger announce_webhook_deliveries after insert on public.webhook_deliveries
  for each statement execute function private.announce_webhook_deliveries();

-- The secrets with which deliveries are signed, encrypted by the server. After a new one was made, the previous one signs as well for a
-- day, so that receivers can change theirs.
create table private.webhook_secrets (
  webhook_id uuid primary key references public.webhooks (id) on delete cascade,
  sealed text not null,
  previous_sealed text,
  previous_until timestamptz,
  constraint webhook_secrets_previous_check check ((previous_sealed is null) = (previous_until is null))
);
alter table private.webhook_secrets enable row level security;
revoke all on private.webhook_secrets from public, anon, authenticated, service_role;

-- Which job sends to a webhook, so that one at a time does. One that does not renew its turn has ended.
create table private.webhook_turns (
  webhook_id uuid primary key references public.webhooks (id) on delete cascade,
  job_id uuid not null,
  ends_at timestamptz not null
);
alter table private.webhook_turns enable row level security;
revoke all on private.webhook_turns from public, anon, authenticated, service_role;

/* What waits for a webhook that is switched off is not sent. It can be sent again from the log. */
create function private.end_webhook_deliveries() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.webhook_deliveries set status = 'failed', problem = 'off' where webhook_id = new.id and status = 'waiting';
  return null;
end
$$;
create trigger end_webhook_deliveries after update of enabled on public.webhooks
  for each row when (old.enabled and not new.enabled) execute function private.end_webhook_deliveries();

/* Records who changed a webhook. Of its address only the host is named, because the path may be a secret. */
create function private.record_webhook() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was constant text := substring(old.url from '^https?://([^/?#]+)');
  host constant text := coalesce(substring(new.url from '^https?://([^/?#]+)'), was);
  changes jsonb;
begin
  if tg_op = 'INSERT' then
    perform private.record_act('settings', 'add_webhook', 'added a webhook to %s', host, new.id,
      jsonb_build_object('events', private.value_in_words(new.events)));
    return null;
  elsif tg_op = 'DELETE' then
    perform private.record_act('settings', 'remove_webhook', 'removed the webhook to %s', host, old.id);
    return null;
  end if;
  changes := jsonb_strip_nulls(jsonb_build_object(
    'host', private.change_in_words(was, host),
    'path', case when old.url <> new.url and was = host then 'changed' end,
    'events', private.change_in_words(private.value_in_words(old.events), private.value_in_words(new.events))));
  if old.enabled <> new.enabled or changes <> '{}' then
    perform private.record_act('settings', case when old.enabled = new.enabled then 'change_webhook' else 'switch_webhook' end,
      case
        when new.enabled and not old.enabled then 'switched on the webhook to %s'
        when new.switched_off_at is not null and old.enabled then 'switched off the webhook to %s, which has taken nothing for a day'
        when old.enabled and not new.enabled then 'switched off the webhook to %s'
        else 'changed the webhook to %s' end,
      host, new.id, changes);
  end if;
  return null;
end
$$;
create trigger record_webhook after insert or delete or update of url, events, enabled on public.webhooks
  for each row execute function private.record_webhook();
-- What webhooks are told, by triggers, in the transaction of the change. Without a webhook each of them is one look into an empty table.

/* Adds a delivery for every webhook that wants this event. */
create function private.queue_webhook_event(p_event text, p_data jsonb) returns void
language sql set search_path = ''
as $$
  insert into public.webhook_deliveries (webhook_id, event, data)
  select id, p_event, p_data from public.webhooks where enabled and events ? p_event
$$;

/* How a delivery names an article. What readers cannot see has neither slug nor title. */
create function private.webhook_reference(article public.articles, p_is_public boolean) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('id', article.id, 'language', article.language,
    'slug', case when p_is_public then article.slug end, 'title', case when p_is_public then article.title end)
$$;

/* What a delivery says of an article; of a translation, its original as well. */
create function private.webhook_data(article public.articles, p_is_public boolean) returns jsonb
language sql stable set search_path = ''
as $$
  select private.webhook_reference(article, p_is_public)
    || case when article.original_article_id is null then '{}' else jsonb_build_object('original', (
      select private.webhook_reference(original, original.published) from public.articles as original
      where original.id = article.original_article_id)) end
$$;

/* A translation that readers get for the first time has an event of its own; whatever happens to it later is that of an article. */
create function private.queue_article_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.webhooks where enabled) then
    return null;
  end if;
  if tg_op = 'DELETE' then
    perform private.queue_webhook_event('article.unpublished', private.webhook_data(old, true));
  elsif not new.published then
    perform private.queue_webhook_event('article.unpublished', private.webhook_data(old, true));
  elsif tg_op = 'UPDATE' and old.published then
    perform private.queue_webhook_event('article.updated', private.webhook_data(new, true));
  else
    perform private.queue_webhook_event(
      case when new.original_article_id is null then 'article.published' else 'translation.published' end,
      private.webhook_data(new, true));
  end if;
  return null;
end
$$;
create trigger queue_added_article after insert on public.articles
  for each row when (new.published) execute function private.queue_article_event();
create trigger queue_deleted_article after delete on public.articles
  for each row when (old.published) execute function private.queue_article_event();
-- Neither being featured nor the move of a section changes an article.
create trigger queue_changed_article after update on public.articles
  for each row when (
    (old.published or new.published)
    and (old.published, old.slug, old.language, old.title, old.subtitle, old.excerpt, old.category, old.author, old.reading_time,
        old.hero_image, old.publish_date, old.social_title, old.social_description, old.social_image, old.content)
      is distinct from (new.published, new.slug, new.language, new.title, new.subtitle, new.excerpt, new.category, new.author,
        new.reading_time, new.hero_image, new.publish_date, new.social_title, new.social_description, new.social_image, new.content)
    and not private.is_section_moving())
  execute function private.queue_article_event();

/* A correction that is taken back is a change of its article. */
create function private.queue_correction() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  article public.articles;
begin
  if not exists (select from public.webhooks where enabled) then
    return null;
  end if;
  select * into article from public.articles where id = coalesce(new.article_id, old.article_id) and published;
  if found then
    perform private.queue_webhook_event(
      case when tg_op = 'DELETE' then 'article.updated' else 'article.corrected' end, private.webhook_data(article, true));
  end if;
  return null;
end
$$;
create trigger queue_correction after insert or delete on public.article_corrections
  for each row execute function private.queue_correction();
create trigger queue_changed_correction after update on public.article_corrections
  for each row when (old.text <> new.text) execute function private.queue_correction();

/* A translation that waits for a review: a renewed text of a published one, or the first text where the desk reviews before
   publishing. */
create function private.queue_waiting_translation() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  translation public.articles;
begin
  if not exists (select from public.webhooks where enabled) then
    return null;
  end if;
  select * into translation from public.articles where id = new.translation_id;
  if found and (tg_table_name = 'pending_translations' or not translation.published and exists (
    select from public.settings where key = 'translation_review' and value ? translation.language)) then
    perform private.queue_webhook_event('translation.waiting', private.webhook_data(translation, translation.published));
  end if;
  return null;
end
$$;
create trigger queue_added_translation after insert on public.pending_translations
  for each row execute function private.queue_waiting_translation();
create trigger queue_renewed_translation after update on public.pending_translations
  for each row when (old.made_at <> new.made_at) execute function private.queue_waiting_translation();
-- What is recorded of an old translation later is no event.
create trigger queue_first_translation after insert on public.article_translations
  for each row when (new.translated_at = now() and new.reviewed_at is null)
  execute function private.queue_waiting_translation();
create trigger queue_changed_translation after update on public.article_translations
  for each row when (
    new.translated_at <> old.translated_at and new.translated_at = now()
    and (new.reviewed_at is null or new.reviewed_at < new.translated_at))
  execute function private.queue_waiting_translation();

/* The reason is left out, because it may quote the text. */
create function private.queue_failed_translation() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  translation public.articles;
begin
  if not exists (select from public.webhooks where enabled) then
    return null;
  end if;
  select * into translation from public.articles where original_article_id = new.article_id and language = new.language;
  if not found then
    translation.language := new.language;
    translation.original_article_id := new.article_id;
  end if;
  perform private.queue_webhook_event('translation.failed', private.webhook_data(translation, coalesce(translation.published, false)));
  return null;
end
$$;
create trigger queue_failed_translation after update on public.translation_runs
  for each row when (old.status <> 'failed' and new.status = 'failed') execute function private.queue_failed_translation();

/* Readers find an issue from the start of its sending. */
create function private.queue_newsletter_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.webhooks where enabled) then
    perform private.queue_webhook_event('newsletter.' || new.status, jsonb_build_object('id', new.id) || coalesce((
      select jsonb_build_object('language', language,
        'slug', case when new.started_at is not null then new.slug end,
        'title', case when new.started_at is not null then subject end)
      from public.newsletter_messages where issue_id = new.id order by language <> 'en', language limit 1),
      '{"language": null, "slug": null, "title": null}'));
  end if;
  return null;
end
$$;
create trigger queue_newsletter_event after update on public.newsletter_issues
  for each row when (
    old.status = 'draft' and new.status = 'approved'
    or old.status <> new.status and new.status in ('sent', 'paused'))
  execute function private.queue_newsletter_event();

/* Of a subscriber only the id and the language are told. For a whole statement, because imports have a hundred thousand rows. */
create function private.queue_subscriber_events() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.webhooks where enabled and events ?| array['subscriber.confirmed', 'subscriber.left']) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into public.webhook_deliveries (webhook_id, event, data)
    select webhook.id, 'subscriber.confirmed', jsonb_build_object('id', added.id, 'language', added.language)
    from new_rows as added join public.webhooks as webhook on enabled and events ? 'subscriber.confirmed'
    where added.confirmed and added.is_active;
  elsif tg_op = 'DELETE' then
    insert into public.webhook_deliveries (webhook_id, event, data)
    select webhook.id, 'subscriber.left', jsonb_build_object('id', gone.id, 'language', gone.language)
    from old_rows as gone join public.webhooks as webhook on enabled and events ? 'subscriber.left'
    where gone.confirmed and gone.is_active;
  else
    insert into public.webhook_deliveries (webhook_id, event, data)
    select webhook.id, change.event, jsonb_build_object('id', change.id, 'language', change.language)
    from (
      select id, now_row.language,
        case when now_row.confirmed and now_row.is_active then 'subscriber.confirmed' else 'subscriber.left' end as event
      from new_rows as now_row join old_rows as old_row using (id)
      where (now_row.confirmed and now_row.is_active) <> (old_row.confirmed and old_row.is_active)) as change
    join public.webhooks as webhook on enabled and events ? change.event;
  end if;
  return null;
end
$$;
create trigger queue_added_subscribers after insert on public.newsletter_subscribers
  referencing new table as new_rows for each statement execute function private.queue_subscriber_events();
create trigger queue_changed_subscribers after update on public.newsletter_subscribers
  referencing old table as old_rows new table as new_rows for each statement execute function private.queue_subscriber_events();
create trigger queue_deleted_subscribers after delete on public.newsletter_subscribers
  referencing old table as old_rows for each statement execute function private.queue_subscriber_events();

create or replace function public.purge_article_text(p_article_id uuid, p_reason text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  versions uuid[];
  revisions integer;
  copies integer;
  trashed integer;
  purged jsonb;
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can remove a text for good.';
  end if;
  if p_reason is null or private.is_blank(p_reason) or char_length(p_reason) > 500 then
    raise exception using errcode = '23514', constraint = 'audit_log_reason_check',
      message = 'A reason of at most 500 characters is required (audit_log_reason_check).';
  end if;
  select array_agg(distinct id) into versions from (
    select p_article_id
    union all select id from public.articles where original_article_id = p_article_id
    union all select article_id from public.article_trash where story_id = p_article_id
    union all select article_id from public.article_revisions where article ->> 'original_article_id' = p_article_id::text
  ) as version (id);
  delete from public.article_revisions where article_id = any (versions);
  get diagnostics revisions = row_count;
  -- What was deleted with one of them is restored by itself from now on.
  update public.article_trash set deleted_with = null
    where article_id <> all (versions)
      and deleted_with in (select id from public.article_trash where article_id = any (versions));
  delete from public.article_trash where article_id = any (versions);
  get diagnostics trashed = row_count;
  delete from public.working_copies where article_id = any (versions) or form ->> 'original_article_id' = p_article_id::text;
  get diagnostics copies = row_count;
  delete from public.pending_translations where translation_id = any (versions) or original_id = any (versions);
  delete from private.refused_translations where article_id = any (versions)
    or (article_id, language) in (select original_article_id, articles.language from public.articles where id = any (versions));
  -- What the check has found is quoted there.
  update public.article_schedules set accepted = '[]', reason = regexp_replace(reason, '^(check: ).*', '\1…')
    where article_id = any (versions);
  delete from public.translation_edits where article_id = any (versions);
  delete from public.translation_parts where translation_id = any (versions);
  delete from public.translation_segments where article_id = any (versions);
  delete from public.translation_runs where article_id = any (versions);
  delete from public.translation_reports where translation_id = any (versions);
  -- What webhooks were told, and what they still have to be told without its title.
  delete from public.webhook_deliveries
    where status <> 'waiting' and ((data ->> 'id')::uuid = any (versions) or (data #>> '{original,id}')::uuid = any (versions));
  update public.webhook_deliveries
    set data = data || '{"title": null}' || case when data ->> 'original' is null then '{}' else
      jsonb_build_object('original', data -> 'original' || '{"title": null}') end, answer = null
    where (data ->> 'id')::uuid = any (versions) or (data #>> '{original,id}')::uuid = any (versions);
  purged := jsonb_build_object('revisions', revisions, 'working_copies', copies, 'trash', trashed);
  -- A title, an address or an author may be what has to go.
  update public.audit_log
    set did = replace(did, '“' || subject_name || '”', '“…”'), subject_name = '…', details = details - '{address,author,kept,why}'::text[]
    where subject_id = any (versions) and subject_name is not null;
  perform private.record_act('articles', 'purge_article_text', 'removed the text of an article for good', null, p_article_id,
    purged, p_reason);
  return purged;
end
$$;

select private.admit_service_role();
