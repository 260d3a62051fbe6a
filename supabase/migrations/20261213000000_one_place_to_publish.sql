-- One place to publish: what a shared link says, what an editor accepted of the check, and a time to unpublish.
alter table public.articles
  add column social_title text,
  add column social_description text,
  add column social_image text,
  add constraint articles_social_title_length check (char_length(social_title) <= 300),
  add constraint articles_social_description_length check (char_length(social_description) <= 1000),
  add constraint articles_social_image_length check (char_length(social_image) <= 2000);

/* Why a translation is not finished: stale when its original says something else by now, unreviewed when it waits for a review;
   null when it is. */
create function private.unfinished_reason(p_translation_id uuid, p_language text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select case
      when stale_since is not null then 'stale'
      when (reviewed_at is null or reviewed_at < translated_at)
        and (select value from public.settings where key = 'translation_review') ? p_language then 'unreviewed' end
    from public.article_translations where translation_id = p_translation_id);
end
$$;
grant execute on function private.unfinished_reason(uuid, text) to authenticated, service_role;

drop function public.list_story_versions(uuid);
/* Every language version of an article, given the id of any of them, with what each one lacks before it can be published, and why a
   translation is not published together with its original. */
create function public.list_story_versions(p_article_id uuid)
returns table (
  id uuid, language text, slug text, title text, published boolean, publish_date timestamptz, updated_at timestamptz,
  is_original boolean, missing jsonb, unfinished text)
language sql stable set search_path = ''
as $$
  select version.id, version.language, version.slug, version.title, version.published, version.publish_date,
    version.updated_at, version.original_article_id is null, to_jsonb(private.missing_for_publishing(version)),
    private.unfinished_reason(version.id, version.language)
  from public.articles as version
  join (select coalesce(original_article_id, id) as id from public.articles where id = p_article_id) as story
    on version.id = story.id or version.original_article_id = story.id
  order by version.original_article_id nulls first, version.language
$$;
grant execute on function public.list_story_versions(uuid) to authenticated;

alter table public.article_schedules
  add column accepted jsonb not null default '[]',
  add constraint article_schedules_accepted_check check (jsonb_typeof(accepted) = 'array' and jsonb_array_length(accepted) <= 1000);

drop function public.schedule_article(uuid, timestamptz, text);
/* Schedules a draft, or changes its schedule. p_accepted are the findings of the check that do not stop it when it is due. Returns
   {status: 'scheduled', publish_at}; list_story_versions says which translations are not published with it. Other statuses change nothing: gone, already_published,
   incomplete (with missing), past (more than a minute ago), too_far (more than two years), unknown_zone. */
create function public.schedule_article(
  p_article_id uuid, p_publish_at timestamptz, p_zone text, p_accepted jsonb default '[]') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  article public.articles;
  missing text[];
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can schedule an article.';
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
grant execute on function public.schedule_article(uuid, timestamptz, text, jsonb) to authenticated;

drop function private.publish_next_due();
/* Publishes an article that is due, with its finished translations, all dated with the scheduled moment. p_version is the updated_at
   of what was checked, and p_problem what the check found, or null. Returns {status, reason, left}, where left are the languages
   whose unfinished translations stay drafts. Skipped: it is not due any more, or was saved since the check. More than six hours late
   it is missed: readers would get old news as new, for example out of a backup, so an editor decides. Only the worker calls it. */
create function private.publish_due(p_article_id uuid, p_version timestamptz, p_problem text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  article public.articles;
  due public.article_schedules;
  missing text[];
  outcome text := 'published';
  why text;
begin
  select * into article from public.articles where id = p_article_id for update;
  select * into due from public.article_schedules where article_id = p_article_id for update;
  if due.status is distinct from 'waiting' or due.publish_at > clock_timestamp() or article.updated_at <> p_version then
    return jsonb_build_object('status', 'skipped');
  end if;

  missing := private.missing_for_publishing(article);
  if due.publish_at < clock_timestamp() - interval '6 hours' then
    outcome := 'missed';
    why := 'overdue';
  elsif exists (
    select from public.article_unpublishings
    where article_id in (p_article_id, article.original_article_id) and unpublish_at <= clock_timestamp()) then
    outcome := 'failed';
    why := 'The time until which readers were to find it is over.';
  elsif missing <> '{}' then
    outcome := 'failed';
    why := 'incomplete: ' || array_to_string(missing, ', ');
  elsif p_problem is not null then
    outcome := 'failed';
    why := 'check: ' || p_problem;
  else
    begin
      -- Before the articles, because drop_schedule deletes what still waits.
      update public.article_schedules set status = 'published', reason = null, settled_at = now() where article_id = p_article_id;
      perform set_config('revision.by', coalesce(due.created_by::text, ''), true);
      update public.articles as version
        set published = true, publish_date = due.publish_at, revision_note = 'Published as scheduled',
          featured = version.featured or due.featured and version.id = p_article_id
        where p_article_id in (version.id, version.original_article_id) and not version.published
          and private.missing_for_publishing(version) = '{}'
          -- A translation with a later time of its own keeps that.
          and (version.id = p_article_id or private.unfinished_reason(version.id, version.language) is null and not exists (
            select from public.article_schedules as own where own.article_id = version.id and own.status = 'waiting'));
    exception when others then
      outcome := 'failed';
      why := left(sqlerrm, 500);
    end;
  end if;
  if outcome <> 'published' then
    update public.article_schedules set status = outcome, reason = why, settled_at = now() where article_id = p_article_id;
  end if;
  return jsonb_build_object('status', outcome, 'reason', why, 'left', case when outcome = 'published' then (
    select jsonb_agg(language order by language) from public.articles as version
    where original_article_id = p_article_id and not published
      and private.unfinished_reason(version.id, version.language) is not null) end);
end
$$;
grant execute on function private.publish_due(uuid, timestamptz, text) to service_role;

-- Articles that readers are to find only until a certain time.
create table public.article_unpublishings (
  article_id uuid primary key references public.articles (id) on delete cascade,
  unpublish_at timestamptz not null,
  -- The zone in which an editor chose the time; it is shown in it again.
  zone text not null,
  created_at timestamptz not null default now(),
  created_by uuid
);
create index article_unpublishings_due on public.article_unpublishings (unpublish_at);
alter table public.article_unpublishings enable row level security;
revoke all on public.article_unpublishings from anon, authenticated;
grant select, delete on public.article_unpublishings to authenticated;
grant all on public.article_unpublishings to service_role;
create policy "administrators read when articles are unpublished" on public.article_unpublishings
  for select to authenticated using ((select private.is_admin()));
create policy "administrators cancel unpublishing" on public.article_unpublishings
  for delete to authenticated using ((select private.is_admin()));

/* Sets the time at which an article is unpublished, also before it is published. Returns {status: 'scheduled', unpublish_at}. Other
   statuses change nothing: gone, past, too_far (more than ten years), before_publication, unknown_zone. */
create function public.schedule_unpublishing(p_article_id uuid, p_unpublish_at timestamptz, p_zone text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can unpublish an article.';
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

/* An article that is unpublished has no such time any more, unless it is published again by a schedule. */
create function private.remove_unpublishing() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.article_unpublishings where article_id = new.id
    and not exists (select from public.article_schedules where article_id = new.id and status = 'waiting');
  return null;
end
$$;
-- After keep_schedule and record_article, in the order of their names.
create trigger remove_unpublishing after update of published on public.articles
  for each row when (old.published and not new.published) execute function private.remove_unpublishing();

/* Unpublishes one article whose time is over, with its translations. Returns its id, or null when there is none that is not being
   saved. However late it is: readers must not find it any more. Only the worker calls it. */
create function private.unpublish_next_due() returns uuid
language plpgsql set search_path = ''
as $$
declare
  due record;
begin
  select article.id, ending.created_by into due
    from public.article_unpublishings as ending join public.articles as article on article.id = ending.article_id
    where ending.unpublish_at <= clock_timestamp() and article.published
    order by ending.unpublish_at, article.id limit 1
    for update of article, ending skip locked;
  if due.id is null then
    return null;
  end if;
  -- One that is being published at this moment is waited for, and those that still wait must not come back without their original.
  perform from public.articles where original_article_id = due.id order by id for update;
  delete from public.article_schedules where status = 'waiting'
    and article_id in (select id from public.articles where original_article_id = due.id);
  perform set_config('revision.by', coalesce(due.created_by::text, ''), true);
  update public.articles set published = false, revision_note = 'Unpublished as scheduled'
    where due.id in (id, original_article_id) and published;
  delete from public.article_unpublishings where article_id = due.id;
  return due.id;
end
$$;

grant execute on function
  public.schedule_unpublishing(uuid, timestamptz, text)
to authenticated;
grant execute on function
  private.unpublish_next_due()
to service_role;

-- The trash keeps the time until which readers were to find an article.
/* Before the deletion, while its redirects are still there. */
create or replace function private.move_to_trash() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  added uuid := gen_random_uuid();
  story uuid := coalesce(old.original_article_id, old.id);
  head uuid := (
    select id from public.article_trash where story_id = story and deleted_at = now() and deleted_with is null);
begin
  insert into public.article_trash (
    id, article_id, story_id, deleted_with, deleted_by, language, slug, title, category, published, article, redirects)
  values (
    added, old.id, story, case when old.original_article_id is not null then head end, auth.uid(),
    old.language, old.slug, old.title, old.category, old.published,
    -- With the time until which readers were to find it, for a translation that of its original.
    to_jsonb(old) - 'revision_note' || coalesce((
      select jsonb_build_object('unpublishing', to_jsonb(ending)) from public.article_unpublishings as ending
      where article_id in (old.id, old.original_article_id) order by unpublish_at limit 1), '{}'),
    coalesce((
      select jsonb_agg(jsonb_build_object('slug', slug, 'language', language, 'created_at', created_at))
      from public.slug_redirects where article_id = old.id), '[]'));
  if old.original_article_id is null then
    update public.article_trash set deleted_with = added where story_id = story and deleted_at = now() and id <> added;
  end if;
  return old;
end
$$;

/* Brings back what was deleted together. Returns {status: 'restored', id, slug, drafts}, where drafts are the languages that
   were published and came back as drafts: all of them with p_as_draft, otherwise those whose slug was taken meanwhile, or whose time
   is over until which readers were to find them.
   Other statuses change nothing:
   gone: it was restored already, or its thirty days are over;
   slug_taken, with taken: [{slug, language}]: with p_slug it comes back under that one, and its translations under free ones;
   original_missing: translations whose original is no longer there;
   translation_exists, with languages: the original was translated again meanwhile.
   Being featured is not taken back from another article. Raises 42501 unless the caller is an administrator. */
create or replace function public.restore_article(p_trash_id uuid, p_slug text default null, p_as_draft boolean default false) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  head public.article_trash;
  item public.article_trash;
  taken jsonb;
  free text;
  comes_back jsonb;
  columns text;
  drafts text[] := '{}';
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can restore an article.';
  end if;
  -- The lock of take_turns_featuring, taken before any row is.
  perform pg_advisory_xact_lock(hashtext('articles.featured'));
  select * into head from public.article_trash
    where id = (select coalesce(deleted_with, id) from public.article_trash where id = p_trash_id) for update;
  if not found then
    return jsonb_build_object('status', 'gone');
  end if;

  if head.article_id <> head.story_id then
    if not exists (select from public.articles where id = head.story_id) then
      return jsonb_build_object('status', 'original_missing');
    end if;
    select jsonb_agg(trash.language order by trash.language) into taken
      from public.article_trash as trash join public.articles
        on articles.original_article_id = trash.story_id and articles.language = trash.language
      where head.id in (trash.id, trash.deleted_with);
    if taken is not null then
      return jsonb_build_object('status', 'translation_exists', 'languages', taken);
    end if;
  end if;

  select jsonb_agg(jsonb_build_object('slug', articles.slug, 'language', articles.language) order by articles.language) into taken
    from public.article_trash as trash join public.articles
      on articles.language = trash.language
        and articles.slug = case when trash.id = head.id then coalesce(p_slug, trash.slug) else trash.slug end
    where head.id in (trash.id, trash.deleted_with) and (p_slug is null or trash.id = head.id);
  if taken is not null then
    return jsonb_build_object('status', 'slug_taken', 'taken', taken);
  end if;

  for item in
    select * from public.article_trash where head.id in (id, deleted_with)
    order by (article_id = story_id) desc, language
  loop
    free := case when item.id = head.id then coalesce(p_slug, item.slug) else private.free_slug(item.slug, item.language) end;
    comes_back := item.article || jsonb_build_object(
      'slug', free,
      'published', item.published and not p_as_draft and free = item.slug
        and coalesce((item.article #>> '{unpublishing,unpublish_at}')::timestamptz > now(), true)
        and private.missing_for_publishing(jsonb_populate_record(null::public.articles, item.article)) = '{}',
      'featured', (item.article ->> 'featured')::boolean
        and not exists (select from public.articles where articles.language = item.language and articles.featured),
      'revision_note', 'Restored from the trash');
    -- It is another version when readers would see another one.
    if free <> item.slug or (comes_back ->> 'published')::boolean <> item.published then
      comes_back := comes_back || jsonb_build_object('updated_at', now());
    end if;
    if item.published and not (comes_back ->> 'published')::boolean then
      drafts := drafts || item.language;
    end if;
    -- Columns that were added to the table since have their defaults.
    select string_agg(quote_ident(attname), ', ') into columns from pg_catalog.pg_attribute
      where attrelid = 'public.articles'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and comes_back ? attname;
    execute format('insert into public.articles (%1$s) select %1$s from jsonb_populate_record(null::public.articles, $1)', columns)
      using comes_back;
    insert into public.article_unpublishings
      select * from jsonb_populate_record(null::public.article_unpublishings, item.article -> 'unpublishing') as ending
      where ending.article_id = item.article_id and ending.unpublish_at > now();
    insert into public.slug_redirects (slug, language, article_id, created_at)
    select redirect.slug, redirect.language, item.article_id, redirect.created_at
    from jsonb_to_recordset(item.redirects) as redirect (slug text, language text, created_at timestamptz)
    where not exists (
      select from public.articles
      where articles.slug = redirect.slug and articles.language = redirect.language and articles.published)
    on conflict (slug, language) do nothing;
  end loop;

  delete from public.article_trash where id = head.id;
  return jsonb_build_object('status', 'restored', 'id', head.article_id, 'slug', coalesce(p_slug, head.slug), 'drafts', to_jsonb(drafts));
end
$$;

-- The picture of a shared link is in use too.
/* Maintains the uses of an article. */
create or replace function private.note_article_uses() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from public.media_uses where source_id = old.id and kind in ('hero', 'content');
    return null;
  end if;
  if tg_op = 'INSERT' or (new.hero_image, new.social_image) is distinct from (old.hero_image, old.social_image) then
    perform private.note_uses('hero', new.id, new.id, concat_ws(' ', new.hero_image, new.social_image));
  end if;
  if tg_op = 'INSERT' or new.content is distinct from old.content then
    perform private.note_uses('content', new.id, new.id, new.content);
  end if;
  return null;
end
$$;
drop trigger note_article_uses on public.articles;
create trigger note_article_uses after insert or update of hero_image, social_image, content or delete on public.articles
  for each row execute function private.note_article_uses();
/* Adds the uses of a new revision. */
create or replace function private.note_revision_uses() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.media_uses (name, kind, source_id, article_id)
  select name, 'revision', new.article_id, new.article_id
  from unnest(private.pictures_in(concat_ws(' ', new.article ->> 'hero_image', new.article ->> 'social_image', new.article ->> 'content'))) as name
  on conflict do nothing;
  return null;
end
$$;
/* Maintains the uses of a row of the trash. */
create or replace function private.note_trash_uses() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from public.media_uses where source_id = old.id and kind = 'trash';
  else
    perform private.note_uses('trash', new.id, new.article_id,
      concat_ws(' ', new.article ->> 'hero_image', new.article ->> 'social_image', new.article ->> 'content'));
  end if;
  return null;
end
$$;
/* Maintains the uses of an unsaved form. */
create or replace function private.note_copy_uses() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from public.media_uses where source_id = old.id and kind = 'copy';
  elsif tg_op = 'INSERT' or new.form is distinct from old.form then
    perform private.note_uses('copy', new.id, new.article_id,
      concat_ws(' ', new.form ->> 'hero_image', new.form ->> 'social_image', new.form ->> 'content'));
  end if;
  return null;
end
$$;

/* What an article says to readers that differs, with the address and the author in words. */
create or replace function private.article_changes(old public.articles, new public.articles) returns jsonb
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

create or replace function private.record_article() returns trigger
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
      case when new.featured then 'featured %s' else 'featured %s no longer' end);
  end if;
  return null;
end
$$;

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
