-- All that webhooks are told, by triggers, in the transaction of the change. Without a webhook each of them is one look into an empty table.

/* Adds a delivery for every webhook that wants this event. What is imported was published long ago. */
create function private.queue_webhook_event(p_event text, p_data jsonb) returns void
language sql set search_path = ''
as $$
  insert into public.webhook_deliveries (webhook_id, event, data)
  select id, p_event, p_data from public.webhooks where enabled and events ? p_event and not private.is_importing()
$$;

/* Returns how a delivery names an article and its version. What readers cannot see has neither slug nor title. */
create function private.webhook_reference(article public.articles, p_is_public boolean) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('id', article.id, 'version', article.updated_at, 'language', article.language,
    'slug', case when p_is_public then article.slug end, 'title', case when p_is_public then article.title end)
$$;

/* Returns what a delivery says of an article; of a translation, its original as well. */
create function private.webhook_data(article public.articles, p_is_public boolean) returns jsonb
language sql stable set search_path = ''
as $$
  select private.webhook_reference(article, p_is_public)
    || case when article.original_article_id is null then '{}' else jsonb_build_object('original', (
      select private.webhook_reference(original, original.published) from public.articles as original
      where original.id = article.original_article_id)) end
$$;

/* A translation that readers get for the first time has an event of its own; whatever happens to it later is that of an article. Search
   engines are told of the address that it had, and of the one that it has. */
create function private.queue_article_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.published then
    perform private.note_changed_address(old);
  end if;
  if new.published then
    perform private.note_changed_address(new);
  end if;
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
    and not private.is_section_moving()
    and to_jsonb(old.*) - array['featured', 'original_article_id', 'created_at', 'updated_at', 'revision_note']
      <> to_jsonb(new.*) - array['featured', 'original_article_id', 'created_at', 'updated_at', 'revision_note'])
  execute function private.queue_article_event();

/* A correction that is taken back is a change of its article. */
create function private.queue_correction() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  article public.articles;
begin
  if private.is_restoring() then
    return null;
  end if;
  select * into article from public.articles where id = coalesce(new.article_id, old.article_id) and published;
  if found then
    perform private.note_changed_address(article);
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
  if found and (tg_table_name = 'pending_translations' or not translation.published
    and translation.language = any (private.reviewed_languages())) then
    perform private.queue_webhook_event('translation.waiting', private.webhook_data(translation, translation.published));
  end if;
  return null;
end
$$;
create trigger queue_added_translation after insert on public.pending_translations
  for each row execute function private.queue_waiting_translation();
create trigger queue_renewed_translation after update on public.pending_translations
  for each row when (old.made_at <> new.made_at) execute function private.queue_waiting_translation();
-- A fact that is recorded of an old translation later is no event.
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
    -- Of one that the site of a backup has sent, that site has told.
    or old.status <> new.status and new.status in ('sent', 'paused') and not old.may_have_left)
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
