-- Tells who has an article, what for, and until when. Rows belong to originals; translations follow theirs. Without references to articles, so
-- that everything comes back with an article out of the trash; private.forget_deleted_article deletes them later. Changed by functions only.
create table public.article_workflow (
  article_id uuid primary key,
  -- The owner of the article; null: nobody's in particular, as everything from before there were colleagues.
  owner uuid references auth.users (id) on delete set null,
  -- Its state until it is published, which articles.published says.
  state text not null default 'draft' check (state in ('draft', 'handed_in', 'in_edit', 'ready')),
  -- The person who has it now, and the purpose. Null: nobody, or any editor where it is handed in.
  next_person uuid references auth.users (id) on delete set null,
  next_task text constraint article_workflow_next_task check (next_task is null or private.is_line(to_jsonb(next_task), 300)),
  next_since timestamptz,
  -- A day, `YYYY-MM-DD`.
  due_on date check (due_on between '2000-01-01' and '2199-12-31'),
  -- Named by a handover, so that no handover overwrites another one.
  updated_at timestamptz not null default now(),
  -- The person who handed it to the one who has it now.
  next_from uuid references auth.users (id) on delete set null,
  changed_by uuid references auth.users (id) on delete set null
);
comment on table public.article_workflow is '{"live": true}';
create index article_workflow_owner on public.article_workflow (owner);
create index article_workflow_next_person on public.article_workflow (next_person);
create index article_workflow_next_from on public.article_workflow (next_from);
create index article_workflow_changed_by on public.article_workflow (changed_by);
create index article_workflow_state on public.article_workflow (state) where state <> 'draft';
create index article_workflow_due on public.article_workflow (due_on) where due_on is not null;
grant select on public.article_workflow to authenticated;
grant all on public.article_workflow to service_role;

/* No two versions have the same time, because a hand-over names the version that its form began with. */
create function private.touch_workflow() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
  new.changed_by := auth.uid();
  return new;
end
$$;
create trigger touch_workflow before update on public.article_workflow
  for each row execute function private.touch_workflow();

-- People who work on an article beside its owner.
create table public.article_people (
  article_id uuid not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  added_by uuid references auth.users (id) on delete set null,
  added_at timestamptz not null default now(),
  primary key (article_id, user_id)
);
create index article_people_user on public.article_people (user_id);
grant select on public.article_people to authenticated;
grant all on public.article_people to service_role;

/* The originals that a person owns, was added to, or has now. */
create function private.articles_of(p_user_id uuid) returns setof uuid
language sql stable security definer set search_path = ''
begin atomic
  select article_id from public.article_workflow where p_user_id in (owner, next_person)
  union
  select article_id from public.article_people where user_id = p_user_id;
end;

/* The originals that somebody with a role reads before they are published: theirs, for a translator also what is ready, and none for who
   makes newsletters, whatever they wrote before. An editor reads everything without this list. */
create function private.drafts_read_by(p_user_id uuid, p_role text) returns setof uuid
language sql stable security definer set search_path = ''
begin atomic
  select article_id from private.articles_of(p_user_id) as theirs (article_id) where private.role_has(p_role, 'read_drafts')
  union
  -- A published article stays ready.
  select draft.id from public.articles as draft join public.article_workflow as workflow on workflow.article_id = draft.id
  where private.role_has(p_role, 'own_languages') and not draft.published and draft.original_article_id is null and workflow.state = 'ready';
end;

/* The originals that the caller owns, was added to, or has now; none for who has no role, or makes newsletters. */
create function private.my_articles() returns setof uuid
language sql stable security definer set search_path = ''
begin atomic
  select mine.article_id from private.desk_member() as me cross join lateral private.articles_of(me.user_id) as mine (article_id)
  where private.role_has(me.role, 'read_drafts');
end;

/* The originals that the caller reads before they are published; none for who has no role. */
create function private.readable_drafts() returns setof uuid
language sql stable security definer set search_path = ''
begin atomic
  select draft.article_id
  from private.desk_member() as me cross join lateral private.drafts_read_by(me.user_id, me.role) as draft (article_id);
end;

/* The originals that are not published and that an author of them may change: their own while they are drafts, and what was handed to
   them. Not what is scheduled, because it would be published as it is then. */
create function private.writable_drafts() returns setof uuid
language sql stable security definer set search_path = ''
begin atomic
  select workflow.article_id
  from private.desk_member() as me
    join public.article_workflow as workflow on workflow.next_person = me.user_id
      or workflow.state = 'draft' and (workflow.owner = me.user_id or exists (
        select from public.article_people as people
        where people.article_id = workflow.article_id and people.user_id = me.user_id))
  where private.role_has(me.role, 'own_drafts') and not exists (
    select from public.article_schedules as schedule
    where schedule.article_id = workflow.article_id and schedule.status = 'waiting');
end;

create policy "members read the workflow of what they read" on public.article_workflow
  for select to authenticated
  using ((select private.is_editor()) or article_id in (select private.readable_drafts()));
create policy "members read the people of what they read" on public.article_people
  for select to authenticated
  using ((select private.is_editor()) or article_id in (select private.readable_drafts()));

/* Tells whether the caller may read an article as it stands in the desk, given any of its versions. For functions; policies ask with lists. */
create function private.reads_article(p_id uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.articles as article
    join public.articles as original on original.id = coalesce(article.original_article_id, article.id)
  where article.id = p_id and private.is_member() and (
    private.is_editor()
    or article.published
    or original.id in (select private.readable_drafts())
      and (article.id = original.id or not private.is_translator() or article.language = any (private.translated_languages()))
    or original.published and article.language = any (private.translated_languages())));

/* Tells whether the caller may write the translation of an original into a language, and publish or change a published one. */
create function private.writes_translation(p_original_id uuid, p_language text, p_published boolean) returns boolean
language sql stable security definer set search_path = ''
return private.is_editor()
  or private.is_translator() and p_language = any (private.translated_languages())
    and (not p_published or private.is_allowed('publish'))
    and exists (
      select from public.articles as original
      where original.id = p_original_id and original.original_article_id is null
        and (original.published or original.id in (select private.readable_drafts())));

/* Tells whether the caller may change the text of an article, given the version: an editor any, an author what private.writable_drafts() has, a
   translator translations in their languages of what they read, published ones only if that is allowed to them. */
create function private.writes_article(p_id uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.articles as article where article.id = p_id and (
    private.is_editor()
    or private.is_author() and article.original_article_id is null and not article.published
      and article.id in (select private.writable_drafts())
    or private.writes_translation(article.original_article_id, article.language, article.published)));

/* Tells whether somebody decides when an article is due and who works on it: an editor, and an author for a draft of their own that is with them
   and has no time at which it is published. */
create function private.leads_work(p_user uuid, p_role text, work public.article_workflow) returns boolean
language sql stable set search_path = ''
return coalesce(
  private.role_has(p_role, 'edit')
    or private.role_has(p_role, 'own_drafts') and work.owner = p_user and (work.state = 'draft' or work.next_person = p_user)
      and not exists (
        select from public.article_schedules as schedule where schedule.article_id = work.article_id and schedule.status = 'waiting'),
  false);

/* Refuses another day until which an article is due: one that is none, or one of somebody who does not lead the work. */
create function private.demand_due(work public.article_workflow, p_due_on date) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_due_on is not distinct from work.due_on then
    return;
  elsif not private.leads_work(auth.uid(), (private.desk_member()).role, work) then
    raise exception using errcode = '42501', message = 'Editors decide until when this is due, and authors for drafts of their own.',
      hint = 'Leave the day as it is.';
  elsif p_due_on not between '2000-01-01' and '2199-12-31' then
    raise exception 'An article is due on a day between 2000 and 2199. Choose another day.';
  end if;
end
$$;

/* The owner of a new original is who wrote it. Imports and programs have none. */
create function private.begin_workflow() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.article_workflow (article_id, owner, state)
    select new.id, user_id, case when new.published then 'ready' else 'draft' end from private.desk_member() where user_id is not null
    on conflict (article_id) do nothing;
  return null;
end
$$;
create trigger begin_workflow after insert on public.articles
  for each row when (new.original_article_id is null and not private.is_importing()) execute function private.begin_workflow();

grant execute on function
  private.my_articles(),
  private.readable_drafts(),
  private.reads_article(uuid),
  private.writable_drafts(),
  private.writes_article(uuid),
  private.writes_translation(uuid, text, boolean)
to authenticated;

/* The address in the fediverse of who wrote a published article: of who has its author as a byline, and publishes or owns it, because anybody
   can enter any name that nobody else has. Security definer, because readers see no profiles. */
create function public.find_fediverse_creator(p_article_id uuid) returns jsonb
language sql stable security definer set search_path = ''
return (
  select to_jsonb(profiles.fediverse) from public.articles join public.profiles on lower(profiles.byline) = lower(articles.author)
  where articles.id = p_article_id and articles.published and (private.can_edit(profiles.user_id) or exists (
    select from public.article_workflow
    where article_id = coalesce(articles.original_article_id, articles.id) and owner = profiles.user_id)));
grant execute on function public.find_fediverse_creator(uuid) to anon, authenticated;
