-- Articles that are to be published at a certain time.
create table public.article_schedules (
  article_id uuid primary key references public.articles (id) on delete cascade,
  publish_at timestamptz not null,
  -- The zone in which an editor chose the time; it is shown in it again.
  zone text not null,
  status text not null default 'waiting' check (status in ('waiting', 'published', 'missed', 'failed')),
  -- The reason why it is missed or failed: overdue, incomplete: and the fields, check: and what it found, or in words.
  reason text,
  created_at timestamptz not null default now(),
  created_by uuid,
  settled_at timestamptz,
  -- True if it is featured from then on; a draft does not replace the featured article.
  featured boolean not null default false,
  -- The findings of the check that were open when an editor scheduled it all the same.
  accepted jsonb not null default '[]',
  -- The versions of its translations, by their ids, that who scheduled it has seen, and that are published with it.
  along jsonb not null default '{}',
  constraint settled_when check ((status = 'waiting') = (settled_at is null)),
  constraint article_schedules_accepted_check check (jsonb_typeof(accepted) = 'array' and jsonb_array_length(accepted) <= 1000),
  constraint article_schedules_along_check check (jsonb_typeof(along) = 'object')
);
comment on table public.article_schedules is $${"live": true, "purge": "settled_at < now() - interval '90 days'"}$$;
create index article_schedules_due on public.article_schedules (publish_at) where status = 'waiting';
create index article_schedules_settled on public.article_schedules (settled_at);
create index article_schedules_troubled on public.article_schedules (publish_at desc) where status in ('missed', 'failed');
grant select, delete on public.article_schedules to authenticated;
grant all on public.article_schedules to service_role;
create policy "editors read schedules" on public.article_schedules
  for select to authenticated using ((select private.is_editor()));
create policy "editors cancel schedules" on public.article_schedules
  for delete to authenticated using ((select private.is_editor()));

/* Schedules a draft, or changes its schedule. p_accepted are the findings of the check that do not stop it when it is due, p_version the
   updated_at with which it was read, and p_along that of each translation that is published with it, by its id. Returns {status: 'scheduled',
   publish_at, left}, where left are the languages of those that were changed since, which stay drafts; list_story_versions says which others do.
   Other statuses change nothing: gone, already_published, changed as private.changed_since says, incomplete (with missing), past (more
   than a minute ago), too_far (more than two years), unknown_zone. */
create function public.schedule_article(
  p_article_id uuid, p_publish_at timestamptz, p_zone text, p_accepted jsonb default '[]', p_version text default null,
  p_along jsonb default '{}') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  article public.articles;
  translation public.articles;
  missing text[];
  changed jsonb;
  seen jsonb := '{}';
  unseen jsonb := '[]';
begin
  if not private.may('publish') then
    raise exception using errcode = '42501', message = 'Only editors can schedule an article.',
      hint = 'An access token needs the scope publish.';
  end if;
  if p_publish_at is null or p_zone is null then
    raise exception using errcode = '22004', message = 'Say when it is to be published: p_publish_at and p_zone.';
  elsif jsonb_typeof(coalesce(p_accepted, '[]')) <> 'array' or jsonb_typeof(coalesce(p_along, '{}')) <> 'object' then
    raise exception using errcode = '22023', message = 'p_accepted is a list, and p_along names the version of each translation by its id.';
  end if;
  -- The article is locked first, as everywhere: a save may have to remove its schedule. With its translations, so that a token changes none of
  -- them any more, and in the order of publish_articles.
  perform from public.articles where p_article_id in (id, original_article_id) order by id for update;
  select * into article from public.articles where id = p_article_id;
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
  changed := private.changed_since(article, p_version);
  if changed is not null then
    return changed;
  end if;
  missing := private.missing_for_publishing(article);
  if missing <> '{}' then
    return jsonb_build_object('status', 'incomplete', 'missing', to_jsonb(missing));
  end if;
  for translation in select * from public.articles where original_article_id = p_article_id and p_along ? id::text loop
    if private.changed_since(translation, p_along ->> translation.id::text) is null then
      seen := seen || jsonb_build_object(translation.id, translation.updated_at);
    else
      unseen := unseen || to_jsonb(translation.language);
    end if;
  end loop;
  -- Of the moment at which they are locked: what was saved before is not what was saved since.
  insert into public.article_schedules (article_id, publish_at, zone, accepted, along, created_by, created_at)
  values (p_article_id, p_publish_at, p_zone, coalesce(p_accepted, '[]'), seen, auth.uid(), clock_timestamp())
  on conflict (article_id) do update set
    publish_at = excluded.publish_at, zone = excluded.zone, accepted = excluded.accepted, along = excluded.along,
    created_by = excluded.created_by, created_at = excluded.created_at, status = 'waiting', reason = null, settled_at = null;
  return jsonb_build_object('status', 'scheduled', 'publish_at', p_publish_at, 'left', unseen);
end
$$;

/* Publishing an article by hand leaves nothing to do at its time; unpublishing it ends what was scheduled, also what is done. */
create function private.drop_schedule() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.article_schedules where article_id = new.id and (status = 'waiting' or not new.published);
  return null;
end
$$;
create trigger drop_schedule after update of published on public.articles
  for each row when (old.published is distinct from new.published) execute function private.drop_schedule();

/* A date in the future is a schedule: an article that is to be published then stays a draft, or becomes one again, until it is due.
   A clock that is ahead by less than a minute means now. What is incomplete is left to the constraints, which refuse it. */
create function private.schedule_future_article() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.publish_date <= now() + interval '1 minute' then
    new.publish_date := now();
  elsif private.missing_for_publishing(new) = '{}' then
    -- For keep_schedule: the article may not be stored yet. An insert that becomes an update has another id.
    perform set_config('article.to_schedule', concat(
      current_setting('article.to_schedule', true), E'\n', new.language, ':', new.slug, ':', new.featured), true);
    new.published := false;
    new.featured := false;
  end if;
  return new;
end
$$;
create trigger schedule_future_article before insert on public.articles
  for each row when (new.published and new.publish_date > now()) execute function private.schedule_future_article();
create trigger reschedule_future_article before update on public.articles
  for each row when (new.published and new.publish_date > now()
    and (old.published, old.publish_date) is distinct from (new.published, new.publish_date))
  execute function private.schedule_future_article();

/* Schedules an article whose date is in the future. Another date of a scheduled draft is another schedule, or none when it has passed. */
create function private.keep_schedule() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  requested text := coalesce(current_setting('article.to_schedule', true), '');
  entry text := concat(E'\n', new.language, ':', new.slug, ':');
begin
  if position(entry in requested) > 0 then
    -- check_version has compared the version that an update names. An upsert names none, and is that of a draft by then.
    if tg_op = 'UPDATE' and not old.published and auth.role() in ('authenticated', 'access_token') then
      perform private.demand_version(old);
    end if;
    insert into public.article_schedules (article_id, publish_at, zone, featured, created_by)
    values (new.id, new.publish_date, 'UTC', position(entry || 't' in requested) > 0, auth.uid())
    on conflict (article_id) do update set
      publish_at = excluded.publish_at, featured = excluded.featured, created_by = excluded.created_by, created_at = now(),
      status = 'waiting', reason = null, settled_at = null;
    perform set_config('article.to_schedule', replace(replace(requested, entry || 't', ''), entry || 'f', ''), true);
  elsif tg_op = 'UPDATE' and new.publish_date <> old.publish_date then
    if new.publish_date > now() then
      if auth.role() in ('authenticated', 'access_token')
        and exists (select from public.article_schedules where article_id = new.id and status = 'waiting') then
        perform private.demand_version(old);
      end if;
      update public.article_schedules set publish_at = new.publish_date where article_id = new.id and status = 'waiting';
    else
      delete from public.article_schedules where article_id = new.id and status = 'waiting';
    end if;
  end if;
  return null;
end
$$;
-- After drop_schedule, in the order of their names.
create trigger keep_schedule after insert or update on public.articles
  for each row when (not new.published) execute function private.keep_schedule();

/* Publishes an article that is due, with its finished translations, all dated with the scheduled moment: those that were seen when it was
   scheduled, and what was saved since. p_version is the updated_at of what was checked, and p_problem what the check found, or null. Returns
   {status, reason, left}, where left are the languages of translations that could be published and stay drafts. Skipped: it is not due any
   more, or was saved since the check. More than six hours late it is missed: readers would get old news as new, for example out of a backup,
   so an editor decides. Only the worker calls it. */
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
  elsif exists (
    select from public.article_revisions where article_id = p_article_id and made_at > due.created_at
      and (by_program or private.is_by_translator_alone(p_article_id))) then
    outcome := 'failed';
    why := 'It was changed after it was scheduled, by the program or by somebody who may not publish.';
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
          and (version.id = p_article_id or private.unfinished_reason(version.id, version.language) is null
            and (version.updated_at > due.created_at or version.updated_at = (due.along ->> version.id::text)::timestamptz) and not exists (
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
      and (private.unfinished_reason(version.id, version.language) is not null or private.missing_for_publishing(version) = '{}')
      and not exists (
        select from public.article_schedules as own where own.article_id = version.id and own.status = 'waiting')) end);
end
$$;

grant execute on function
  public.schedule_article(uuid, timestamptz, text, jsonb, text, jsonb)
to authenticated;
grant execute on function
  private.publish_due(uuid, timestamptz, text)
to service_role;
