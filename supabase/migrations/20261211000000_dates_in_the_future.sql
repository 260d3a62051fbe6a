-- A publish date in the future is a schedule, also where it is written through REST. What was published with such a date stays as it is.
alter table public.article_schedules add column featured boolean not null default false;

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
    insert into public.article_schedules (article_id, publish_at, zone, featured, created_by)
    values (new.id, new.publish_date, 'UTC', position(entry || 't' in requested) > 0, auth.uid())
    on conflict (article_id) do update set
      publish_at = excluded.publish_at, featured = excluded.featured, created_by = excluded.created_by, created_at = now(),
      status = 'waiting', reason = null, settled_at = null;
    perform set_config('article.to_schedule', replace(replace(requested, entry || 't', ''), entry || 'f', ''), true);
  elsif tg_op = 'UPDATE' and new.publish_date <> old.publish_date then
    if new.publish_date > now() then
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

/* Publishes one article that is due, with its finished translations, all dated with the scheduled moment. Returns {article_id,
   status, reason}, or null when nothing is due that is not being worked on. More than six hours late it is missed: readers
   would get old news as new, for example out of a backup, so an editor decides. Only the worker calls it. */
create or replace function private.publish_next_due() returns jsonb
language plpgsql set search_path = ''
as $$
declare
  due public.article_schedules;
  due_id uuid;
  missing text[];
  outcome text := 'published';
  why text;
begin
  select article.id into due_id
    from public.article_schedules as schedule join public.articles as article on article.id = schedule.article_id
    where schedule.status = 'waiting' and schedule.publish_at <= clock_timestamp()
    order by schedule.publish_at, article.id limit 1
    for update of article skip locked;
  if due_id is null then
    return null;
  end if;
  select * into due from public.article_schedules where article_id = due_id for update;
  -- It was published, moved or cancelled before the article was locked.
  if due.status is distinct from 'waiting' or due.publish_at > clock_timestamp() then
    return jsonb_build_object('article_id', due_id, 'status', 'skipped');
  end if;

  select private.missing_for_publishing(article) into missing from public.articles as article where id = due_id;
  if due.publish_at < clock_timestamp() - interval '6 hours' then
    outcome := 'missed';
    why := 'overdue';
  elsif missing <> '{}' then
    outcome := 'failed';
    why := 'incomplete: ' || array_to_string(missing, ', ');
  else
    begin
      -- Before the articles, because drop_schedule deletes what still waits.
      update public.article_schedules set status = 'published', reason = null, settled_at = now() where article_id = due_id;
      perform set_config('revision.by', coalesce(due.created_by::text, ''), true);
      update public.articles as article
        set published = true, publish_date = due.publish_at, revision_note = 'Published as scheduled',
          featured = article.featured or due.featured and article.id = due_id
        where due_id in (article.id, article.original_article_id) and not article.published
          and private.missing_for_publishing(article) = '{}'
          -- A translation with a later time of its own keeps that.
          and (article.id = due_id or not exists (
            select from public.article_schedules as own where own.article_id = article.id and own.status = 'waiting'));
    exception when others then
      outcome := 'failed';
      why := left(sqlerrm, 500);
    end;
  end if;
  if outcome <> 'published' then
    update public.article_schedules set status = outcome, reason = why, settled_at = now() where article_id = due_id;
  end if;
  return jsonb_build_object('article_id', due_id, 'status', outcome, 'reason', why);
end
$$;
