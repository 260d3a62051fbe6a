-- Articles that readers are to find only until a certain time.
create table public.article_unpublishings (
  article_id uuid primary key references public.articles (id) on delete cascade,
  unpublish_at timestamptz not null,
  -- The zone in which an editor chose the time; it is shown in it again.
  zone text not null,
  created_at timestamptz not null default now(),
  created_by uuid
);
comment on table public.article_unpublishings is '{"live": true}';
create index article_unpublishings_due on public.article_unpublishings (unpublish_at);
revoke all on public.article_unpublishings from anon, authenticated;
grant select, delete on public.article_unpublishings to authenticated;
grant all on public.article_unpublishings to service_role;
create policy "editors read when articles are unpublished" on public.article_unpublishings
  for select to authenticated using ((select private.is_editor()));
create policy "editors cancel unpublishing" on public.article_unpublishings
  for delete to authenticated using ((select private.is_editor()));

/* Sets the time at which an article is unpublished, also before it is published. Returns {status: 'scheduled', unpublish_at}. Other
   statuses change nothing: gone, past, too_far (more than ten years), before_publication, unknown_zone. */
create function public.schedule_unpublishing(p_article_id uuid, p_unpublish_at timestamptz, p_zone text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.may('publish') then
    raise exception using errcode = '42501', message = 'Only editors can unpublish an article.',
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
