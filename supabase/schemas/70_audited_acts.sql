-- All that is written into the audit log by triggers, so that no way to do it leaves no entry. Not recorded: drafts, unsaved forms, and
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

/* Adds to a row what the sentences of its table need beyond its columns. A deletion without is_open follows from something else. */
create function private.audited_facts(p_table text, p_op text, p_row jsonb) returns jsonb
language plpgsql stable strict set search_path = ''
as $$
declare
  of_article constant uuid := case when p_table in ('articles', 'token_drafts') then p_row ->> 'id' else p_row ->> 'article_id' end;
  article public.articles;
  more jsonb;
begin
  case p_table
    when 'articles' then
      if p_op = 'UPDATE' then
        more := jsonb_build_object(
          'featured_by_hand', case when pg_trigger_depth() = 1 then p_row -> 'featured' end,
          'featured_with', (
            select string_agg(private.language_in_words(language), ', ' order by language)
            from public.articles where original_article_id = of_article and featured),
          'is_scheduled', case when p_row -> 'published' = 'true' then exists (
              select from public.article_schedules
              where article_id in (of_article, (p_row ->> 'original_article_id')::uuid) and status = 'published' and settled_at = now())
            else auth.uid() is null and exists (
              select from public.article_unpublishings
              where article_id in (of_article, (p_row ->> 'original_article_id')::uuid) and unpublish_at <= now()) end);
      else
        more := jsonb_build_object(
          'trashed', coalesce((
            select case when deleted_with is null then 'alone' else 'with another' end from public.article_trash
            where article_id = of_article order by deleted_at desc limit 1), case p_op when 'DELETE' then 'alone' end),
          'trashed_with', (
            select string_agg(private.language_in_words(language), ', ' order by language) from public.article_trash
            where story_id = of_article and deleted_at = now() and deleted_with is not null),
          'seen_by_readers', case when p_row -> 'published' = 'true' then 'see it again' else 'do not see it: it is a draft' end);
      end if;
    when 'article_previews', 'article_schedules', 'article_unpublishings' then
      select * into article from public.articles where id = of_article;
      more := jsonb_build_object('id', article.id, 'title', article.title, 'language', article.language,
        'original_article_id', article.original_article_id, 'is_open', article.id is not null and case p_table
          when 'article_previews' then (p_row ->> 'expires_at')::timestamptz > now()
          when 'article_schedules' then p_row ->> 'status' = 'waiting' and not article.published
          else (p_row ->> 'unpublish_at')::timestamptz > now() and (article.published or exists (
            select from public.article_schedules where article_id = article.id and status = 'waiting')) end);
    when 'article_trash' then
      more := p_row -> 'article' || jsonb_build_object(
        'is_open', auth.role() is null and not exists (select from public.articles where id = of_article));
    when 'media_files' then
      more := jsonb_build_object('is_stored', p_row ->> 'version' is not null, 'focus', concat(p_row ->> 'focus_x', ', ', p_row ->> 'focus_y'),
        'whole_licence', concat_ws(' ', p_row ->> 'licence', p_row ->> 'licence_url'));
    when 'newsletter_issue_events' then
      select jsonb_build_object('title', private.title_of_issue(id), 'is_approved', approved_at < now(), 'scheduled_for', scheduled_for,
          'audience', audience, 'before', (
            select event from public.newsletter_issue_events
            where issue_id = issue.id and id < (p_row ->> 'id')::bigint order by id desc limit 1))
        into more from public.newsletter_issues as issue where id = (p_row ->> 'issue_id')::uuid;
    when 'settings' then
      more := jsonb_build_object('name', replace(p_row ->> 'key', '_', ' '));
    when 'mail_settings' then
      more := jsonb_build_object('sender_name', nullif(p_row ->> 'sender_name', ''));
    when 'invitations', 'user_roles' then
      select jsonb_build_object('role_in_words', private.role_in_words(role, languages, permissions),
          'email', coalesce(p_row ->> 'email', (select email from auth.users where id = user_id), 'a deleted account'),
          'is_own_act', current_setting('audit.actor', true) = user_id::text,
          'is_open', expires_at > now() and auth.uid() is not null and pg_trigger_depth() = 1)
        into more from jsonb_to_record(p_row) as member (
          user_id uuid, role text, languages text[], permissions text[], expires_at timestamptz);
    when 'pages' then
      more := jsonb_build_object('is_shipped', private.is_shipped_page(p_row ->> 'slug'));
    when 'webhooks' then
      more := jsonb_build_object('host', substring(p_row ->> 'url' from '^https?://([^/?#]+)'),
        'path', regexp_replace(p_row ->> 'url', '://[^/?#]+', ''), 'has_failed', p_row ->> 'switched_off_at' is not null);
    else
      more := '{}';
  end case;
  return p_row || more;
end
$$;

create trigger record_article after insert or update or delete on public.articles
  for each row execute function private.audit_row();

create trigger record_expired_article after delete on public.article_trash
  for each row when (old.deleted_with is null) execute function private.audit_row();

create trigger record_schedule after insert or update or delete on public.article_schedules
  for each row when (not private.is_importing()) execute function private.audit_row();

create trigger record_unpublishing after insert or update or delete on public.article_unpublishings
  for each row execute function private.audit_row();

create trigger record_preview after insert or delete on public.article_previews
  for each row execute function private.audit_row();

create trigger record_picture after update or delete on public.media_files
  for each row execute function private.audit_row();

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

create function private.title_of_issue(p_issue_id uuid) returns text
language sql stable set search_path = ''
return coalesce(
  (select nullif(subject, '') from public.newsletter_editions where issue_id = p_issue_id and language = 'en'),
  (select slug from public.newsletter_issues where id = p_issue_id), '');

create function private.record_issue_act(p_issue_id uuid, p_action text, p_did text, p_details jsonb, p_reason text, p_actor uuid) returns void
language sql set search_path = ''
as $$
  select private.record_act('newsletter', p_action, p_did, private.title_of_issue(p_issue_id), p_issue_id, p_details, p_reason, p_actor)
$$;

create trigger record_issue_event after insert on public.newsletter_issue_events
  for each row execute function private.audit_row();

create trigger record_setting after insert or update or delete on public.settings
  for each row execute function private.audit_row();

create trigger record_ai_settings after update on private.ai_settings
  for each row execute function private.audit_row();

create trigger record_mail_settings after update on private.mail_settings
  for each row execute function private.audit_row();
