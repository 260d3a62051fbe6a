-- Roles beside that of an administrator, what colleagues know of each other, and who has an article.
alter table public.user_roles drop constraint user_roles_role_check;
alter table public.user_roles drop constraint user_roles_user_id_role_key;
alter table public.user_roles
  add constraint user_roles_role_check check (role in ('admin', 'author', 'editor', 'newsletter', 'translator')),
  add constraint user_roles_user_id_key unique (user_id),
  add column languages text[] not null default '{}' constraint user_roles_languages check (
    case role when 'translator' then cardinality(languages) between 1 and 100
      and not 'en' = any (languages) and private.is_list_of_languages(to_jsonb(languages))
    else languages = '{}' end),
  add column permissions text[] not null default '{}' constraint user_roles_permissions check (
    cardinality(permissions) <= 2 and permissions <@ case role
      when 'editor' then array['addresses', 'send']
      when 'newsletter' then array['addresses', 'send']
      when 'translator' then array['publish']
      else '{}' end);

-- The roles whose people must have shown a second factor before they may do anything.
create table private.roles_with_second_factor (
  role text primary key check (role in ('admin', 'author', 'editor', 'newsletter', 'translator'))
);
alter table private.roles_with_second_factor enable row level security;

/* The role of the caller, with languages and permissions; null for who has none, whose session has ended, or who has not shown the second
   factor that they have or that their role demands. Security definer, because a policy that read user_roles through its own policy would
   recurse. One query, because every policy asks it. */
create function private.desk_member() returns public.user_roles
language sql stable security definer set search_path = ''
return (
  select user_roles from auth.sessions join auth.users on users.id = sessions.user_id
    join public.user_roles on user_roles.user_id = users.id
  where sessions.user_id = (select auth.uid()) and sessions.id::text = (select auth.jwt() ->> 'session_id')
    and (sessions.not_after is null or sessions.not_after > now())
    and (users.banned_until is null or users.banned_until <= now())
    and (
      (sessions.aal = 'aal2' and (select auth.jwt() ->> 'aal') = 'aal2')
      or not exists (
          select from auth.mfa_factors where mfa_factors.user_id = users.id and mfa_factors.status = 'verified')
        and not exists (
          select from private.roles_with_second_factor as demanded where demanded.role = user_roles.role))
);

-- What policies and functions ask. None of them sets a search path, so that PostgreSQL can inline them.

/* Whether the caller may do everything. */
create or replace function private.is_admin() returns boolean
language sql stable
return coalesce((private.desk_member()).role = 'admin', false);

/* Whether the caller may sign in at the desk at all. */
create function private.is_member() returns boolean
language sql stable
return (private.desk_member()).role is not null;

/* Whether the caller has all of articles, translations, pictures and the glossary. */
create function private.is_editor() returns boolean
language sql stable
return coalesce((private.desk_member()).role in ('admin', 'editor'), false);

create function private.is_author() returns boolean
language sql stable
return coalesce((private.desk_member()).role = 'author', false);

create function private.is_translator() returns boolean
language sql stable
return coalesce((private.desk_member()).role = 'translator', false);

/* Whether the caller makes issues of the newsletter, to the point of their approval. */
create function private.makes_newsletters() returns boolean
language sql stable
return coalesce((private.desk_member()).role in ('admin', 'editor', 'newsletter'), false);

/* Whether an administrator has allowed it to the caller, or the caller is one. */
create function private.is_allowed(p_permission text) returns boolean
language sql stable
return coalesce((select role = 'admin' or p_permission = any (permissions) from private.desk_member()), false);

/* The languages that the caller translates into: those of a translator, all for an editor, none for others. */
create function private.translated_languages() returns text[]
language sql stable security definer set search_path = ''
return (
  select case when role in ('admin', 'editor') then array(select code from private.languages where code <> 'en')
    when role = 'translator' then languages else '{}' end
  from private.desk_member() where role is not null);

grant execute on function
  private.desk_member(),
  private.is_admin(),
  private.is_allowed(text),
  private.is_author(),
  private.is_editor(),
  private.is_member(),
  private.is_translator(),
  private.makes_newsletters(),
  private.translated_languages()
to anon, authenticated, service_role;

-- What colleagues know of each other, and how each wants to be told. A row for everybody who has or had a role, so that names stay in
-- histories after somebody has left.
create table public.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- Without one, the address stands for the person.
  display_name text constraint profiles_display_name check (display_name is null or private.is_line(to_jsonb(display_name), 60)),
  -- The name of a file in the bucket profile-pictures.
  picture text constraint profiles_picture check (char_length(picture) between 1 and 200),
  -- The language of mails to the person.
  language text not null default 'en' references private.languages (code),
  -- Whether the person gets mails about work: digests of hand-overs and what is due.
  wants_mails boolean not null default true,
  -- The name under which readers know the person: that of articles.author.
  byline text constraint profiles_byline check (byline is null or private.is_line(to_jsonb(byline), 100)),
  updated_at timestamptz not null default now()
);
-- Nobody can take the name of a colleague.
create unique index profiles_names on public.profiles (lower(display_name));
create unique index profiles_bylines on public.profiles (lower(byline));
alter table public.profiles enable row level security;
grant select, update (display_name, picture, language, wants_mails, byline) on public.profiles to authenticated;
grant all on public.profiles to service_role;
create policy "members see colleagues" on public.profiles
  for select to authenticated using ((select private.is_member()));
create policy "members change their own profile" on public.profiles
  for update to authenticated using (user_id = (select auth.uid()) and (select private.is_member()))
  with check (user_id = (select auth.uid()) and (select private.is_member()));
create trigger announce_row_change after insert or update or delete on public.profiles
  for each row execute function private.announce_row_change('user_id');
create trigger announce_reload after truncate on public.profiles
  for each statement execute function private.announce_reload();

/* A person's name as colleagues see it: the address without one, null for nobody. */
create function private.name_of_person(p_user_id uuid) returns text
language sql stable security definer set search_path = ''
return (
  select coalesce(profiles.display_name, users.email)
  from auth.users left join public.profiles on profiles.user_id = users.id where users.id = p_user_id);

create function private.add_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (user_id) values (new.user_id) on conflict (user_id) do nothing;
  return null;
end
$$;
create trigger add_profile after insert or update of user_id on public.user_roles
  for each row execute function private.add_profile();

/* Everybody who has a role, the caller among them. Raises 42501 unless the caller has one. */
create function public.list_colleagues()
returns table (user_id uuid, name text, picture text, role text, languages text[], byline text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  if not private.is_member() then
    raise exception using errcode = '42501', message = 'Only people of the desk can see who else is there.';
  end if;
  return query
    select members.user_id, private.name_of_person(members.user_id), profiles.picture, members.role, members.languages, profiles.byline
    from public.user_roles as members left join public.profiles on profiles.user_id = members.user_id
    order by 2, 1;
end
$$;

grant execute on function public.list_colleagues() to authenticated;
insert into public.profiles (user_id) select user_id from public.user_roles;

-- Who has an article, what for, and until when. Rows belong to originals; translations follow theirs. Without references to articles, so
-- that everything comes back with an article out of the trash; private.forget_deleted_article deletes them later. Changed by functions only.
create table public.article_workflow (
  article_id uuid primary key,
  -- Whose article it is; null: nobody's in particular, as everything from before there were colleagues.
  owner uuid references auth.users (id) on delete set null,
  -- How far it is until it is published, which articles.published says.
  state text not null default 'draft' check (state in ('draft', 'handed_in', 'in_edit', 'ready')),
  -- Who has it now, and what for. Null: nobody, or any editor where it is handed in.
  next_person uuid references auth.users (id) on delete set null,
  next_task text constraint article_workflow_next_task check (next_task is null or private.is_line(to_jsonb(next_task), 300)),
  next_since timestamptz,
  due_on date check (due_on between '2000-01-01' and '2199-12-31'),
  updated_at timestamptz not null default now()
);
create index article_workflow_owner on public.article_workflow (owner);
create index article_workflow_next_person on public.article_workflow (next_person);
create index article_workflow_state on public.article_workflow (state) where state <> 'draft';
create index article_workflow_due on public.article_workflow (due_on) where due_on is not null;
alter table public.article_workflow enable row level security;
grant select on public.article_workflow to authenticated;
grant all on public.article_workflow to service_role;
create trigger announce_row_change after insert or update or delete on public.article_workflow
  for each row execute function private.announce_row_change('article_id');
create trigger announce_reload after truncate on public.article_workflow
  for each statement execute function private.announce_reload();

-- People who work on an article beside its owner.
create table public.article_people (
  article_id uuid not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  added_by uuid references auth.users (id) on delete set null,
  added_at timestamptz not null default now(),
  primary key (article_id, user_id)
);
create index article_people_user on public.article_people (user_id);
alter table public.article_people enable row level security;
grant select on public.article_people to authenticated;
grant all on public.article_people to service_role;

/* The originals that the caller owns, was added to, or has now; none for who has no role. */
create function private.my_articles() returns setof uuid
language sql stable security definer set search_path = ''
begin atomic
  select workflow.article_id from private.desk_member() as me
    join public.article_workflow as workflow on me.user_id in (workflow.owner, workflow.next_person)
  union
  select people.article_id from private.desk_member() as me join public.article_people as people on people.user_id = me.user_id;
end;

/* The originals that the caller reads before they are published: those of private.my_articles(), for a translator also what is ready.
   An editor reads everything without this list. */
create function private.readable_drafts() returns setof uuid
language sql stable security definer set search_path = ''
begin atomic
  select article_id from private.my_articles() as mine (article_id)
  union
  select workflow.article_id from private.desk_member() as me
    join public.article_workflow as workflow on workflow.state = 'ready' where me.role = 'translator';
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
  where me.role = 'author' and not exists (
    select from public.article_schedules as schedule
    where schedule.article_id = workflow.article_id and schedule.status = 'waiting');
end;

create policy "members read the workflow of what they read" on public.article_workflow
  for select to authenticated
  using ((select private.is_editor()) or article_id in (select private.readable_drafts()));
create policy "members read the people of what they read" on public.article_people
  for select to authenticated
  using ((select private.is_editor()) or article_id in (select private.readable_drafts()));

/* Whether the caller may read an article as it stands in the desk, given any of its versions. For functions; policies ask with lists. */
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

/* Whether the caller may write the translation of an original into a language, and publish or change a published one. */
create function private.writes_translation(p_original_id uuid, p_language text, p_published boolean) returns boolean
language sql stable security definer set search_path = ''
return private.is_editor()
  or private.is_translator() and p_language = any (private.translated_languages())
    and (not p_published or private.is_allowed('publish'))
    and exists (
      select from public.articles as original
      where original.id = p_original_id and original.original_article_id is null
        and (original.published or original.id in (select private.readable_drafts())));

/* Whether the caller may change the text of an article, given the version: an editor any, an author what private.writable_drafts() has, a
   translator translations in their languages of what they read, published ones only if that is allowed to them. */
create function private.writes_article(p_id uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.articles as article where article.id = p_id and (
    private.is_editor()
    or private.is_author() and article.original_article_id is null and not article.published
      and article.id in (select private.writable_drafts())
    or private.writes_translation(article.original_article_id, article.language, article.published)));

/* The owner of a new original is who wrote it. Imports and programs have none. */
create function private.begin_workflow() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.article_workflow (article_id, owner)
    select new.id, user_id from private.desk_member() where user_id is not null
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

select private.admit_service_role();
select private.admit_access_tokens();
