-- What is written into the audit log by triggers, so that no way to do it leaves no entry. Not recorded: drafts, unsaved forms, and
-- everything else that changes nothing for readers.

/* Adds an entry about an article. A translation is of a kind of its own, and its language is named. */
create function private.record_article_act(
  article public.articles, p_action text, p_did text, p_details jsonb default '{}', p_actor uuid default null) returns void
language sql set search_path = ''
as $$
  select private.record_act(
    case when article.original_article_id is null then 'articles' else 'translations' end, p_action,
    replace(p_did, '%s', case when article.language <> 'en' then '%s (' || private.language_in_words(article.language) || ')' else '%s' end),
    article.title, article.id, p_details, p_actor => p_actor)
$$;

/* What an article says to readers that differs, with the address and the author in words. */
create function private.article_changes(old public.articles, new public.articles) returns jsonb
language sql immutable set search_path = ''
return jsonb_build_object(
  'changed', nullif(concat_ws(', ',
    case when old.title <> new.title then 'title' end,
    case when old.subtitle is distinct from new.subtitle then 'subtitle' end,
    case when old.excerpt <> new.excerpt then 'excerpt' end,
    case when old.content <> new.content then 'text' end,
    case when old.category <> new.category then 'category' end,
    case when old.reading_time <> new.reading_time then 'reading time' end,
    case when old.hero_image is distinct from new.hero_image then 'picture' end,
    case when (old.social_title, old.social_description, old.social_image)
      is distinct from (new.social_title, new.social_description, new.social_image) then 'shared link' end,
    case when old.publish_date <> new.publish_date then 'date' end), ''),
  'address', private.change_in_words(old.slug, new.slug),
  'author', private.change_in_words(old.author, new.author));

create function private.record_article() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  trashed public.article_trash;
  is_scheduled boolean;
  changes jsonb;
begin
  if private.is_act_covered() then
    return null;
  end if;
  if tg_op = 'DELETE' then
    select * into trashed from public.article_trash where article_id = old.id order by deleted_at desc limit 1;
    -- What was deleted with it is named there.
    if trashed.deleted_with is null then
      perform private.record_article_act(old, 'trash_article', 'moved %s to the trash', jsonb_build_object('with', (
        select string_agg(private.language_in_words(language), ', ' order by language) from public.article_trash
        where story_id = old.id and deleted_at = now() and deleted_with is not null)));
    end if;
    return null;
  end if;
  if tg_op = 'INSERT' then
    select * into trashed from public.article_trash where article_id = new.id order by deleted_at desc limit 1;
    if found then
      if trashed.deleted_with is null then
        perform private.record_article_act(new, 'restore_article', 'took %s back out of the trash',
          jsonb_build_object('readers', case when new.published then 'see it again' else 'do not see it: it is a draft' end));
      end if;
    elsif new.published then
      perform private.record_article_act(new, 'publish_article', 'published %s');
    end if;
    return null;
  end if;
  changes := private.article_changes(old, new);
  if new.published and not old.published then
    is_scheduled := exists (
      select from public.article_schedules
      where article_id in (new.id, new.original_article_id) and status = 'published' and settled_at = now());
    perform private.record_article_act(new, 'publish_article', 'published %s' || case when is_scheduled then ' as scheduled' else '' end);
  elsif old.published and not new.published then
    is_scheduled := auth.uid() is null and exists (
      select from public.article_unpublishings
      where article_id in (new.id, new.original_article_id) and unpublish_at <= now());
    perform private.record_article_act(new, 'unpublish_article', 'unpublished %s' || case when is_scheduled then ' as scheduled' else '' end);
  elsif new.published and jsonb_strip_nulls(changes) <> '{}' then
    perform private.record_article_act(new,
      case when changes -> 'address' = 'null' then 'update_article' else 'move_article' end,
      case when changes -> 'address' = 'null' then 'changed %s' else 'changed the address of %s' end,
      changes || jsonb_build_object('featured', case when new.featured <> old.featured and pg_trigger_depth() = 1 then
        private.change_in_words(private.value_in_words(to_jsonb(old.featured)), private.value_in_words(to_jsonb(new.featured))) end));
  elsif new.published and new.featured <> old.featured and pg_trigger_depth() = 1 then
    perform private.record_article_act(new, 'feature_article',
      case when new.featured then 'featured %s' else 'featured %s no longer' end,
      jsonb_build_object('with', case when new.featured then (
        select string_agg(private.language_in_words(language), ', ' order by language)
        from public.articles where original_article_id = new.id and featured) end));
  end if;
  return null;
end
$$;
create trigger record_article after insert or update or delete on public.articles
  for each row execute function private.record_article();

/* The end of an article in the trash. Restoring and removing its text are acts of their own, by a person. */
create function private.record_expired_article() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.role() is null and not private.is_act_covered() and not exists (select from public.articles where id = old.article_id) then
    perform private.record_article_act(jsonb_populate_record(null::public.articles, old.article), 'expire_article',
      'deleted %s for ever, after its time in the trash');
  end if;
  return null;
end
$$;
create trigger record_expired_article after delete on public.article_trash
  for each row when (old.deleted_with is null) execute function private.record_expired_article();

create function private.record_schedule() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  article public.articles;
begin
  select * into article from public.articles where id = coalesce(new.article_id, old.article_id);
  if tg_op = 'DELETE' then
    -- Not when it was published by hand, or deleted.
    if old.status = 'waiting' and not article.published then
      perform private.record_article_act(article, 'unschedule_article', 'cancelled the publication of %s',
        jsonb_build_object('was_due', old.publish_at));
    end if;
  elsif tg_op = 'UPDATE' and (old.publish_at, old.status) = (new.publish_at, new.status) then
    return null;
  elsif new.status = 'waiting' then
    perform private.record_article_act(article, 'schedule_article', 'scheduled %s',
      jsonb_build_object('due', new.publish_at));
  elsif new.status <> 'published' then
    perform private.record_article_act(article, 'miss_schedule', 'did not publish %s as scheduled',
      jsonb_build_object('was_due', new.publish_at, 'why', new.reason));
  end if;
  return null;
end
$$;
create trigger record_schedule after insert or update or delete on public.article_schedules
  for each row when (not private.is_importing()) execute function private.record_schedule();

create function private.record_unpublishing() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  article public.articles;
begin
  select * into article from public.articles where id = coalesce(new.article_id, old.article_id);
  if tg_op <> 'DELETE' then
    perform private.record_article_act(article, 'schedule_unpublishing', 'set a time until which readers find %s',
      jsonb_build_object('until', new.unpublish_at));
  -- Not when it was unpublished, or deleted.
  elsif article.id is not null and old.unpublish_at > now() and (article.published or exists (
    select from public.article_schedules where article_id = article.id and status = 'waiting')) then
    perform private.record_article_act(article, 'cancel_unpublishing', 'removed the time until which readers find %s',
      jsonb_build_object('until', old.unpublish_at));
  end if;
  return null;
end
$$;
create trigger record_unpublishing after insert or update or delete on public.article_unpublishings
  for each row execute function private.record_unpublishing();

/* A preview link shows a draft to anybody who has it. */
create function private.record_preview() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  article public.articles;
begin
  select * into article from public.articles where id = coalesce(new.article_id, old.article_id);
  if tg_op = 'INSERT' then
    perform private.record_article_act(article, 'create_preview', 'made a preview link of %s', jsonb_build_object('ends', new.expires_at));
  -- Not when it has expired, or its article was deleted.
  elsif old.expires_at > now() and article.id is not null then
    perform private.record_article_act(article, 'revoke_preview', 'withdrew a preview link of %s');
  end if;
  return null;
end
$$;
create trigger record_preview after insert or delete on public.article_previews
  for each row execute function private.record_preview();

/* A picture is named as editors know it. */
create function private.record_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  known constant text := coalesce(case when tg_op = 'DELETE' then old.original_name else new.original_name end, old.name);
begin
  if tg_op = 'DELETE' then
    perform private.record_act('pictures', 'delete_picture', 'deleted the picture %s', known, old.id);
  elsif old.version is not null and new.version is distinct from old.version then
    perform private.record_act('pictures', 'replace_picture', 'replaced the picture %s', known, new.id);
  elsif old.name <> new.name then
    perform private.record_act('pictures', 'rename_picture', 'moved the picture %s', new.name, new.id,
      jsonb_build_object('name', private.change_in_words(old.name, new.name)));
  elsif (old.alts, old.decorative, old.captions, old.credit, old.licence, old.licence_url)
      is distinct from (new.alts, new.decorative, new.captions, new.credit, new.licence, new.licence_url) then
    perform private.record_act('pictures', 'describe_picture', 'described the picture %s', known, new.id, jsonb_build_object(
      'alternative_text', private.change_in_words(private.value_in_words(old.alts), private.value_in_words(new.alts)),
      'decorative', private.change_in_words(
        private.value_in_words(to_jsonb(old.decorative)), private.value_in_words(to_jsonb(new.decorative))),
      'caption', private.change_in_words(private.value_in_words(old.captions), private.value_in_words(new.captions)),
      'credit', private.change_in_words(old.credit, new.credit),
      'licence', private.change_in_words(concat_ws(' ', old.licence, old.licence_url), concat_ws(' ', new.licence, new.licence_url))));
  elsif (old.focus_x, old.focus_y) <> (new.focus_x, new.focus_y) then
    perform private.record_act('pictures', 'focus_picture', 'moved the focal point of the picture %s', known, new.id,
      jsonb_build_object('percent_from_left_and_top', private.change_in_words(
        concat(old.focus_x, ', ', old.focus_y), concat(new.focus_x, ', ', new.focus_y))));
  end if;
  return null;
end
$$;
create trigger record_picture after update or delete on public.media_files
  for each row execute function private.record_picture();

/* Translations that a person has asked for, together one entry. */
create function private.record_requested_translations() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  asked record;
begin
  for asked in
    select requested_by, count(*) as runs, min(article_id::text)::uuid as article_id, count(distinct article_id) as articles,
      string_agg(distinct private.language_in_words(language), ', ') as languages
    from added where requested_by is not null group by requested_by
  loop
    perform private.record_act('translations', 'request_translations',
      case when asked.articles = 1 then 'had %s translated into ' || asked.languages
        else 'had ' || asked.articles || ' articles translated into ' || asked.languages end,
      case when asked.articles = 1 then (select title from public.articles where id = asked.article_id) end,
      case when asked.articles = 1 then asked.article_id end,
      jsonb_build_object('translations', asked.runs), p_actor => asked.requested_by);
  end loop;
  return null;
end
$$;
create trigger record_requested_translations after insert on public.translation_runs
  referencing new table as added for each statement execute function private.record_requested_translations();

create function private.record_issue_act(p_issue_id uuid, p_action text, p_did text, p_details jsonb, p_reason text, p_actor uuid) returns void
language sql set search_path = ''
as $$
  select private.record_act('newsletter', p_action, p_did, coalesce(
      (select nullif(subject, '') from public.newsletter_editions where issue_id = p_issue_id and language = 'en'),
      (select slug from public.newsletter_issues where id = p_issue_id), ''),
    p_issue_id, p_details, p_reason, p_actor)
$$;

/* What becomes of an issue. An approval, and messages that are sent again although they may have arrived, are recorded with more
   than their event says. */
create function private.record_issue_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before text := (select event from public.newsletter_issue_events where issue_id = new.issue_id and id < new.id order by id desc limit 1);
  issue public.newsletter_issues;
  did text;
begin
  select * into issue from public.newsletter_issues where id = new.issue_id;
  did := case new.event
    when 'draft' then case when before is not null then 'took back the approval of the newsletter %s' end
    when 'scheduled' then case when issue.approved_at < now() then 'scheduled the newsletter %s' end
    when 'sending' then case
      when before in ('retried', 'resent') then null
      when before = 'paused' then 'went on with the newsletter %s'
      else 'began to send the newsletter %s' end
    when 'paused' then 'paused the newsletter %s'
    when 'sent' then 'finished sending the newsletter %s'
    when 'cancelled' then 'cancelled the newsletter %s'
    when 'held' then 'held back the newsletter %s'
    when 'retried' then 'sent failed messages of the newsletter %s again' end;
  if did is not null and not private.is_act_covered() then
    perform private.record_issue_act(new.issue_id, new.event || '_newsletter', did, jsonb_build_object(
      'due', case when new.event = 'scheduled' then issue.scheduled_for end,
      'recipients', case when new.event = 'sending' then issue.audience end), new.reason, new.actor);
  end if;
  return null;
end
$$;
create trigger record_issue_event after insert on public.newsletter_issue_events
  for each row execute function private.record_issue_event();

create function private.record_setting() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  name constant text := coalesce(new.key, old.key);
  change constant jsonb := private.change_in_words(private.value_in_words(old.value), private.value_in_words(new.value), 'the default');
begin
  -- That somebody has read the welcome changes nothing.
  if name <> 'welcome' and new.value is distinct from old.value then
    perform private.record_act('settings', 'change_setting', 'changed the setting %s', replace(name, '_', ' '), null,
      jsonb_build_object('value', change));
  end if;
  return null;
end
$$;
create trigger record_setting after insert or update or delete on public.settings
  for each row execute function private.record_setting();

/* The key itself is in no entry, nor its end. */
create function private.record_ai_settings() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changes constant jsonb := jsonb_strip_nulls(jsonb_build_object(
    'provider', private.change_in_words(old.provider, new.provider),
    'model', private.change_in_words(old.model, new.model),
    'address', private.change_in_words(old.base_url, new.base_url, 'that of the provider'),
    'key', case when old.sealed_key is distinct from new.sealed_key then
      case when new.sealed_key is null then 'removed' when old.sealed_key is null then 'set' else 'replaced' end end,
    'requests_at_once', private.change_in_words(old.concurrency::text, new.concurrency::text),
    'speech_model', private.change_in_words(old.speech ->> 'model', new.speech ->> 'model'),
    'speech_voice', private.change_in_words(old.speech ->> 'voice', new.speech ->> 'voice'),
    'speech_voices', private.change_in_words(private.value_in_words(old.speech -> 'voices'), private.value_in_words(new.speech -> 'voices')),
    'speech_address', private.change_in_words(old.speech ->> 'base_url', new.speech ->> 'base_url', 'that of the provider'),
    'speech_key', case when old.speech ->> 'sealed_key' is distinct from new.speech ->> 'sealed_key' then
      case when new.speech ->> 'sealed_key' is null then 'removed' when old.speech ->> 'sealed_key' is null then 'set' else 'replaced' end end,
    'currency', private.change_in_words(old.currency, new.currency),
    'prices', private.change_in_words(private.value_in_words(old.prices), private.value_in_words(new.prices)),
    'monthly_budget', private.change_in_words(old.monthly_budget::text, new.monthly_budget::text)));
begin
  if changes <> '{}' then
    perform private.record_act('settings', 'change_model',
      case when changes ->> 'key' is not null then changes ->> 'key' || ' the key of the language model'
        else 'changed the settings of the language model' end, p_details => changes);
  end if;
  return null;
end
$$;
create trigger record_ai_settings after update on private.ai_settings
  for each row execute function private.record_ai_settings();

/* The password or key itself is in no entry, nor its end. */
create function private.record_mail_settings() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changes constant jsonb := jsonb_strip_nulls(jsonb_build_object(
    'mail_leaves_by', private.change_in_words(old.kind, new.kind, 'the outbox'),
    'account', private.change_in_words(private.value_in_words(nullif(old.fields, '{}')), private.value_in_words(nullif(new.fields, '{}'))),
    'secret', case when old.sealed_secret is distinct from new.sealed_secret then
      case when new.sealed_secret is null then 'removed' when old.sealed_secret is null then 'set' else 'replaced' end end,
    'sender', private.change_in_words(old.sender_address, new.sender_address, 'the default'),
    'name_of_the_sender', private.change_in_words(nullif(old.sender_name, ''), nullif(new.sender_name, ''), 'that of the publication'),
    'return_path', private.change_in_words(old.return_path, new.return_path, 'the address of the sender'),
    'reports_are_read_by', private.change_in_words(old.reports_kind, new.reports_kind, 'the pipe, or nothing'),
    'account_of_reports', private.change_in_words(
      private.value_in_words(nullif(old.reports_fields, '{}')), private.value_in_words(nullif(new.reports_fields, '{}'))),
    'secret_of_reports', case when old.sealed_reports_secret is distinct from new.sealed_reports_secret then
      case when new.sealed_reports_secret is null then 'removed' when old.sealed_reports_secret is null then 'set' else 'replaced' end end));
begin
  if changes <> '{}' then
    perform private.record_act('settings', 'change_mail',
      case when old.kind is not null and new.kind is null then 'let mail stay in the outbox' else 'changed how mail leaves' end,
      p_details => changes);
  end if;
  return null;
end
$$;
create trigger record_mail_settings after update on private.mail_settings
  for each row execute function private.record_mail_settings();
