-- Access tokens for programs: a role of their own, whose policies ask for the scopes of the token.

create table public.access_tokens (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint access_tokens_name check (private.is_line(to_jsonb(name), 60)),
  -- What the token itself begins and ends with, so that it can be recognised.
  hint text not null check (hint ~ '^aiw_[0-9A-Za-z]{4}…[0-9A-Za-z]{4}$'),
  -- SHA-256, in hexadecimal. The token itself is stored nowhere.
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  scopes text[] not null,
  made_by uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  ends_at timestamptz not null,
  -- To the minute.
  last_used_at timestamptz,
  -- Who writes also reads, and who publishes also writes drafts.
  constraint access_tokens_scopes check (
    cardinality(scopes) between 1 and 5 and scopes <@ array['read', 'drafts', 'publish', 'translate', 'subscribers']
    and (not scopes && array['drafts', 'publish', 'translate'] or 'read' = any (scopes))
    and (not 'publish' = any (scopes) or 'drafts' = any (scopes))),
  constraint access_tokens_ends_at check (ends_at > created_at and ends_at <= created_at + interval '366 days')
);
create index access_tokens_made_by on public.access_tokens (made_by);
alter table public.access_tokens enable row level security;
-- No role of a request reads a hash, and no request makes or changes a token.
revoke all on public.access_tokens from anon, authenticated, service_role;
grant select (id, name, hint, scopes, made_by, created_at, ends_at, last_used_at), delete on public.access_tokens
  to authenticated, service_role;
create policy "administrators see access tokens" on public.access_tokens
  for select to authenticated using ((select private.is_admin()));
create policy "administrators revoke access tokens" on public.access_tokens
  for delete to authenticated using ((select private.is_admin()));
create trigger announce_row_change after insert or update or delete on public.access_tokens
  for each row execute function private.announce_row_change('id');
create trigger announce_reload after truncate on public.access_tokens
  for each statement execute function private.announce_reload();

/* Whether the request came with an access token that has a scope. The token is looked up each time, so that one that was revoked, or whose
   maker is no longer an administrator, may do nothing more. Its end counts from the beginning of the request, which may be a long upload.
   Security definer, because tokens cannot read tokens. */
create function private.has_scope(p_scope text) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.access_tokens as token
  where (select auth.role()) = 'access_token' and token.id = (select (auth.jwt() ->> 'token_id')::uuid)
    and p_scope = any (token.scopes)
    and token.ends_at > (select to_timestamp((auth.jwt() ->> 'began')::double precision))
    and private.can_administrate(token.made_by)
);

/* Whether the caller is an administrator, or an access token with a scope. */
create function private.may(p_scope text) returns boolean
language sql stable set search_path = ''
return private.is_admin() or private.has_scope(p_scope);

/* The name of the token of the request, and who made it; null when the request has none. */
create function private.token_in_words() returns text
language sql stable security definer set search_path = ''
return (
  select private.audited_name(token.name) || ' (access token of ' || users.email || ')'
  from public.access_tokens as token join auth.users on users.id = token.made_by
  where (select auth.role()) = 'access_token' and token.id = (select (auth.jwt() ->> 'token_id')::uuid)
);

/* Stores a token in the name of the administrator of the request, and returns its id. Only the server calls it.
   Raises 42501 for other callers, and 54000 when there are 50 tokens. */
create function private.make_access_token(p_name text, p_hint text, p_hash text, p_scopes text[], p_ends_at timestamptz) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  made uuid;
begin
  -- Locked: a concurrent removal of the caller either waits and then deletes the token, or came first.
  perform from public.user_roles where user_id = auth.uid() and role = 'admin' for key share;
  if not found or not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can make access tokens.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('access tokens', 0));
  if (select count(*) from public.access_tokens) >= 50 then
    raise exception using errcode = '54000', message = 'There are 50 access tokens already.';
  end if;
  insert into public.access_tokens (name, hint, hash, scopes, made_by, ends_at)
    values (p_name, p_hint, p_hash, p_scopes, auth.uid(), p_ends_at) returning id into made;
  return made;
end
$$;

/* Tokens end with the role of who made them, for good: another invitation does not bring them back. */
create function private.end_access_tokens() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.access_tokens where made_by in (select user_id from removed where role = 'admin');
  return null;
end
$$;
create trigger end_access_tokens_on_delete after delete on public.user_roles
  referencing old table as removed for each statement execute function private.end_access_tokens();
create trigger end_access_tokens_on_update after update on public.user_roles
  referencing old table as removed for each statement execute function private.end_access_tokens();

create function private.record_access_token() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.record_act('administrators', 'make_access_token', 'made the access token %s', new.name, new.id,
      jsonb_build_object('scopes', array_to_string(new.scopes, ', '), 'ends', new.ends_at));
  else
    perform private.record_act('administrators', 'revoke_access_token', 'revoked the access token %s', old.name, old.id);
  end if;
  return null;
end
$$;
create trigger record_access_token after insert or delete on public.access_tokens
  for each row execute function private.record_access_token();

select private.admit_service_role();

/* Adds an entry, in the transaction of the act. Of a request, the actor is its user, or who made its access token, whatever else is given;
   only the server itself names one: with p_actor, or for everything in a transaction with the setting audit.actor. Without one it was p_by,
   or the setting audit.by, or the site. %s in p_did is the name of the subject. Never pass a secret, a token or an address of a subscriber. */
create or replace function private.record_act(
  p_kind text, p_action text, p_did text, p_subject text default null, p_subject_id uuid default null,
  p_details jsonb default '{}', p_reason text default null, p_actor uuid default null, p_by text default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  of_request constant text := auth.role();
  who uuid := auth.uid();
  name text;
  subject constant text := private.audited_name(coalesce(nullif(p_subject, ''), 'Untitled'));
begin
  if of_request is null then
    who := coalesce(p_actor, nullif(current_setting('audit.actor', true), '')::uuid);
  end if;
  name := case
    when of_request = 'access_token' then coalesce(private.token_in_words(), 'A former access token')
    when who is not null then coalesce((select email from auth.users where id = who), 'A former administrator')
    when of_request = 'service_role' then 'A program with the secret key'
    when of_request is not null then 'A reader'
    else coalesce(p_by, nullif(current_setting('audit.by', true), ''), 'The site') end;
  insert into public.audit_log (actor, actor_name, kind, action, did, subject_id, subject_name, reason, details)
  values (who, left(name, 255), p_kind, p_action, left(format(p_did, '“' || subject || '”'), 1000), p_subject_id,
    case when p_subject is not null then subject end, left(p_reason, 1000),
    case when octet_length(p_details::text) > 65536 then '{"omitted": "It was too long."}' else jsonb_strip_nulls(p_details) end);
end
$$;

/* Publishes up to a hundred drafts in one statement. Returns [{id, status}]: published, already_published, gone, or
   incomplete with missing. A draft that was never published before is dated now. Raises 42501 unless the caller is an
   administrator. */
create or replace function public.publish_articles(p_ids jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  asked uuid[];
  answer jsonb;
begin
  if not private.may('publish') then
    raise exception using errcode = '42501', message = 'Only administrators can publish.',
      hint = 'An access token needs the scope publish.';
  end if;
  if jsonb_typeof(p_ids) is distinct from 'array' or jsonb_array_length(p_ids) > 100 then
    raise exception using errcode = '22023', message = 'A list of at most 100 ids is expected.';
  end if;
  asked := array(select distinct value::uuid from jsonb_array_elements_text(p_ids));
  with found as (
    select article.id, article.published, private.missing_for_publishing(article) as missing
    from public.articles as article where article.id = any (asked)
    order by article.id for update
  ), published as (
    update public.articles as article set published = true, publish_date = case
        when exists (select from public.article_revisions as revision
          where revision.article_id = article.id and revision.published)
        then article.publish_date else now() end
      from found where article.id = found.id and not found.published and found.missing = '{}'
  )
  select jsonb_agg(jsonb_build_object('id', id, 'status', case
      when found.id is null then 'gone'
      when found.published then 'already_published'
      when found.missing <> '{}' then 'incomplete'
      else 'published' end)
    || case when found.missing <> '{}' and not found.published
      then jsonb_build_object('missing', to_jsonb(found.missing)) else '{}' end
    order by id)
  into answer
  from unnest(asked) as id left join found using (id);
  return coalesce(answer, '[]');
end
$$;

/* Adds a note of today to a published article. Returns {status: 'added', id, corrected_at, replaced, updated_at}: a form that
   began with the version `replaced` may go on from `updated_at`, because nothing else was changed between. Other statuses: gone,
   not_published, too_many. */
create or replace function public.add_correction(p_article_id uuid, p_text text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  article public.articles;
  correction public.article_corrections;
begin
  if not private.may('publish') then
    raise exception using errcode = '42501', message = 'Only administrators can correct an article.',
      hint = 'An access token needs the scope publish.';
  end if;
  select * into article from public.articles where id = p_article_id for update;
  if not found then
    return jsonb_build_object('status', 'gone');
  elsif not article.published then
    return jsonb_build_object('status', 'not_published');
  elsif (select count(*) from public.article_corrections where article_id = p_article_id) >= 100 then
    return jsonb_build_object('status', 'too_many');
  end if;
  insert into public.article_corrections (article_id, text) values (p_article_id, p_text) returning * into correction;
  return jsonb_build_object(
    'status', 'added', 'id', correction.id, 'corrected_at', correction.corrected_at, 'replaced', article.updated_at,
    'updated_at', (select updated_at from public.articles where id = p_article_id));
end
$$;

/* Changes what a correction says. Returns {status: 'changed', replaced, updated_at}: a form that began with the version `replaced`
   may go on from `updated_at`, because nothing else was changed between. The other status is gone. */
create or replace function public.change_correction(p_id uuid, p_text text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  article public.articles;
begin
  if not private.may('publish') then
    raise exception using errcode = '42501', message = 'Only administrators can change a correction.',
      hint = 'An access token needs the scope publish.';
  end if;
  article := private.lock_corrected_article(p_id);
  if article.id is null then
    return jsonb_build_object('status', 'gone');
  end if;
  update public.article_corrections set text = p_text where id = p_id;
  if not found then
    return jsonb_build_object('status', 'gone');
  end if;
  return jsonb_build_object('status', 'changed', 'replaced', article.updated_at,
    'updated_at', (select updated_at from public.articles where id = article.id));
end
$$;

/* Deletes a correction. Returns {status: 'deleted', replaced, updated_at}, or the status gone. */
create or replace function public.delete_correction(p_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  article public.articles;
begin
  if not private.may('publish') then
    raise exception using errcode = '42501', message = 'Only administrators can delete a correction.',
      hint = 'An access token needs the scope publish.';
  end if;
  article := private.lock_corrected_article(p_id);
  if article.id is null then
    return jsonb_build_object('status', 'gone');
  end if;
  delete from public.article_corrections where id = p_id;
  if not found then
    return jsonb_build_object('status', 'gone');
  end if;
  return jsonb_build_object('status', 'deleted', 'replaced', article.updated_at,
    'updated_at', (select updated_at from public.articles where id = article.id));
end
$$;

/* Schedules a draft, or changes its schedule. p_accepted are the findings of the check that do not stop it when it is due. Returns
   {status: 'scheduled', publish_at}; list_story_versions says which translations are not published with it. Other statuses change nothing: gone, already_published,
   incomplete (with missing), past (more than a minute ago), too_far (more than two years), unknown_zone. */
create or replace function public.schedule_article(
  p_article_id uuid, p_publish_at timestamptz, p_zone text, p_accepted jsonb default '[]') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  article public.articles;
  missing text[];
begin
  if not private.may('publish') then
    raise exception using errcode = '42501', message = 'Only administrators can schedule an article.',
      hint = 'An access token needs the scope publish.';
  end if;
  -- The article is locked first, as everywhere: a save may have to remove its schedule.
  select * into article from public.articles where id = p_article_id for update;
  if not found then
    return jsonb_build_object('status', 'gone');
  elsif article.published then
    return jsonb_build_object('status', 'already_published');
  elsif p_publish_at < clock_timestamp() - interval '1 minute' then
    return jsonb_build_object('status', 'past');
  elsif p_publish_at > clock_timestamp() + interval '2 years' then
    return jsonb_build_object('status', 'too_far');
  elsif not exists (select from pg_catalog.pg_timezone_names where name = p_zone) then
    return jsonb_build_object('status', 'unknown_zone');
  end if;
  missing := private.missing_for_publishing(article);
  if missing <> '{}' then
    return jsonb_build_object('status', 'incomplete', 'missing', to_jsonb(missing));
  end if;
  insert into public.article_schedules (article_id, publish_at, zone, accepted, created_by)
  values (p_article_id, p_publish_at, p_zone, coalesce(p_accepted, '[]'), auth.uid())
  on conflict (article_id) do update set
    publish_at = excluded.publish_at, zone = excluded.zone, accepted = excluded.accepted, created_by = excluded.created_by,
    created_at = now(), status = 'waiting', reason = null, settled_at = null;
  return jsonb_build_object('status', 'scheduled', 'publish_at', p_publish_at);
end
$$;

/* Sets the time at which an article is unpublished, also before it is published. Returns {status: 'scheduled', unpublish_at}. Other
   statuses change nothing: gone, past, too_far (more than ten years), before_publication, unknown_zone. */
create or replace function public.schedule_unpublishing(p_article_id uuid, p_unpublish_at timestamptz, p_zone text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.may('publish') then
    raise exception using errcode = '42501', message = 'Only administrators can unpublish an article.',
      hint = 'An access token needs the scope publish.';
  end if;
  perform from public.articles where id = p_article_id for update;
  if not found then
    return jsonb_build_object('status', 'gone');
  elsif p_unpublish_at <= clock_timestamp() then
    return jsonb_build_object('status', 'past');
  elsif p_unpublish_at > clock_timestamp() + interval '10 years' then
    return jsonb_build_object('status', 'too_far');
  elsif exists (
    select from public.article_schedules
    where article_id = p_article_id and status = 'waiting' and publish_at >= p_unpublish_at) then
    return jsonb_build_object('status', 'before_publication');
  elsif not exists (select from pg_catalog.pg_timezone_names where name = p_zone) then
    return jsonb_build_object('status', 'unknown_zone');
  end if;
  insert into public.article_unpublishings (article_id, unpublish_at, zone, created_by)
  values (p_article_id, p_unpublish_at, p_zone, auth.uid())
  on conflict (article_id) do update set
    unpublish_at = excluded.unpublish_at, zone = excluded.zone, created_by = excluded.created_by, created_at = now();
  return jsonb_build_object('status', 'scheduled', 'unpublish_at', p_unpublish_at);
end
$$;

/* Ends a run that has not ended. Its worker notices before the next request to the model. Returns
   {status: 'cancelled'}, or {status: 'ended'} when there was nothing to end. */
create or replace function public.cancel_translation(p_run_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.may('translate') then
    raise exception using errcode = '42501', message = 'Only administrators can cancel a translation.',
      hint = 'An access token needs the scope translate.';
  end if;
  update public.translation_runs set status = 'cancelled', ended_at = now()
    where id = p_run_id and status in ('queued', 'running', 'paused');
  return jsonb_build_object('status', case when found then 'cancelled' else 'ended' end);
end
$$;

drop trigger note_deleted on public.newsletter_subscribers;
drop trigger note_changed on public.newsletter_subscribers;

create trigger note_deleted after delete on public.newsletter_subscribers
  referencing old table as old_rows
  for each statement when (current_user in ('authenticated', 'access_token')) execute function private.note_changed_subscribers();
create trigger note_changed after update on public.newsletter_subscribers
  referencing old table as old_rows new table as new_rows
  for each statement when (current_user in ('authenticated', 'access_token')) execute function private.note_changed_subscribers();

/* Lets tokens call what triggers and policies call in their name. No request can name a function of the schema private. A migration that
   adds one calls it. */
create function private.admit_access_tokens() returns void
language plpgsql set search_path = ''
as $$
declare
  name text;
begin
  for name in
    select oid::regprocedure::text from pg_catalog.pg_proc
    where pronamespace = 'private'::regnamespace and prokind = 'f'
      and pg_catalog.has_function_privilege('authenticated', oid, 'execute')
      and not pg_catalog.has_function_privilege('access_token', oid, 'execute')
    order by 1
  loop
    execute format('grant execute on function %s to access_token', name);
  end loop;
end
$$;
grant usage on schema public, extensions, private to access_token;
grant execute on function
  private.has_scope(text),
  private.may(text)
to authenticated, service_role;
select private.admit_access_tokens();

-- read: the articles in every state with their versions, translations, corrections and schedules, sections, pages, pictures, glossary.
grant select on
  public.article_check_overrides,
  public.article_corrections,
  public.article_revisions,
  public.article_schedules,
  public.article_translations,
  public.article_unpublishings,
  public.articles,
  public.author_articles,
  public.categories,
  public.glossary_terms,
  public.media_files,
  public.media_library,
  public.media_uses,
  public.page_revisions,
  public.pages,
  public.pending_translations,
  public.published_corrections,
  public.slug_redirects,
  public.translated_articles,
  public.translation_runs,
  public.translations_with_originals
to access_token;
create policy "tokens read" on public.article_check_overrides for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on public.article_corrections for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on public.article_revisions for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on public.article_schedules for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on public.article_translations for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on public.article_unpublishings for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on public.articles for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on public.categories for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on public.glossary_terms for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on public.media_files for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on public.media_uses for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on public.page_revisions for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on public.pages for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on public.pending_translations for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on public.slug_redirects for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on public.translation_runs for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on storage.buckets for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on storage.objects
  for select to access_token using (bucket_id = 'article-images' and (select private.has_scope('read')));
-- For the view author_articles.
grant select on private.article_search to access_token;
create policy "tokens read" on private.article_search for select to access_token using ((select private.has_scope('read')));
grant execute on function public.list_story_versions(uuid) to access_token;

-- drafts: articles that are not published, and new pictures. publish: also what is published, and the descriptions of pictures.
grant insert, update on public.articles to access_token;
create policy "tokens write drafts" on public.articles
  for insert to access_token with check ((select private.has_scope('publish')) or not published and (select private.has_scope('drafts')));
-- private.check_token_write refuses what is published with a sentence, where a policy would only find no rows.
create policy "tokens change drafts" on public.articles
  for update to access_token using ((select private.has_scope('drafts')))
  with check ((select private.has_scope('publish')) or not published and (select private.has_scope('drafts')));
create policy "tokens store pictures" on storage.objects
  for insert to access_token with check (bucket_id = 'article-images' and (select private.has_scope('drafts')));
create policy "tokens replace pictures" on storage.objects
  for update to access_token using (bucket_id = 'article-images' and (select private.has_scope('publish')))
  with check (bucket_id = 'article-images' and (select private.has_scope('publish')));
grant update (alts, decorative, credit, licence, licence_url, focus_x, focus_y, captions) on public.media_files to access_token;
create policy "tokens describe pictures" on public.media_files
  for update to access_token using ((select private.has_scope('publish'))) with check ((select private.has_scope('publish')));
grant delete on public.article_schedules, public.article_unpublishings to access_token;
create policy "tokens cancel schedules" on public.article_schedules
  for delete to access_token using ((select private.has_scope('publish')));
create policy "tokens cancel unpublishing" on public.article_unpublishings
  for delete to access_token using ((select private.has_scope('publish')));
grant execute on function
  public.publish_articles(jsonb),
  public.schedule_article(uuid, timestamptz, text, jsonb),
  public.schedule_unpublishing(uuid, timestamptz, text),
  public.add_correction(uuid, text),
  public.change_correction(uuid, text),
  public.delete_correction(uuid)
to access_token;

/* What a token without the scope publish must not touch: what is published or has a published translation, what is scheduled, what is
   featured. Before other triggers, in the order of their names, because they make a draft with a schedule of what is published later. */
create function private.check_token_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.has_scope('publish') and (
    new.published or new.featured
    or tg_op = 'UPDATE' and (
      old.published or exists (select from public.articles where original_article_id = old.id and published))
    -- A translation is published together with its original.
    or exists (
      select from public.article_schedules
      where article_id in (new.id, new.original_article_id, old.id, old.original_article_id) and status = 'waiting')) then
    raise exception using errcode = '42501',
      message = 'This access token writes drafts: it can neither publish nor change what is published, scheduled or featured.',
      hint = 'Make a token with the scope publish, or leave that to a person.';
  end if;
  -- So that the history of the article says it.
  new.revision_note := coalesce(new.revision_note, 'By ' || private.token_in_words());
  return new;
end
$$;
create trigger check_token_write before insert or update on public.articles
  for each row when (current_user = 'access_token') execute function private.check_token_write();

/* Drafts and new pictures are nobody else's act in the audit log, because readers see nothing of them. */
create function private.record_token_draft() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not new.published then
    perform private.record_article_act(new, 'write_draft',
      case when tg_op = 'INSERT' then 'wrote the draft %s' else 'changed the draft %s' end);
  end if;
  return null;
end
$$;
create trigger record_token_draft after insert on public.articles
  for each row when (current_user = 'access_token') execute function private.record_token_draft();
create trigger record_changed_token_draft after update on public.articles
  for each row when (current_user = 'access_token' and not old.published and old.updated_at <> new.updated_at)
  execute function private.record_token_draft();

create function private.record_token_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.record_act('pictures', 'store_picture', 'stored the picture %s', new.name, new.id);
  return null;
end
$$;
create trigger record_token_picture after insert on storage.objects
  for each row when (current_user = 'access_token') execute function private.record_token_picture();

-- translate: what is asked for by functions of the server, and ended here.
grant execute on function public.cancel_translation(uuid) to access_token;

-- subscribers: reading and unsubscribing. Only a person brings one back.
grant select, update (is_active) on public.newsletter_subscribers to access_token;
create policy "tokens read subscribers" on public.newsletter_subscribers
  for select to access_token using ((select private.has_scope('subscribers')));
create policy "tokens unsubscribe" on public.newsletter_subscribers
  for update to access_token using ((select private.has_scope('subscribers')))
  with check (not is_active and (select private.has_scope('subscribers')));
