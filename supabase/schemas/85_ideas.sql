-- The ideas that somebody may write one day. An idea becomes a draft, or is dropped.

/* Tells whether every entry of a list of at most ten is an address of the web. */
create function private.are_web_addresses(p_links text[]) returns boolean
language sql immutable set search_path = ''
return cardinality(p_links) <= 10 and array_ndims(p_links) is not distinct from nullif(least(cardinality(p_links), 1), 0)
  and not exists (
    select from unnest(p_links) as link
    where link is null or char_length(link) > 2000 or link !~ '^https?://[^\s/?#"<>]+([/?#][^\s"<>]*)?$');

/* The slug that a title has by itself; null when it has no letter or digit of the English alphabet. */
create function private.slug_of_idea(p_title text) returns text
language sql immutable set search_path = ''
return nullif(btrim(left(btrim(regexp_replace(private.plain_name(p_title), '[^a-z0-9]+', '-', 'g'), '-'), 190), '-'), '');

/* Tells whether the caller sees what may be written one day. */
create function private.reads_ideas() returns boolean
language sql stable
return private.has_right('plan');

/* Tells whether the caller writes originals, and so has ideas. */
create function private.writes_ideas() returns boolean
language sql stable
return private.has_right('have_articles');

create table public.ideas (
  id uuid primary key default gen_random_uuid(),
  title text not null constraint ideas_title check (private.is_line(to_jsonb(title), 200)),
  why text not null default '' constraint ideas_why check (char_length(why) <= 2000),
  links text[] not null default '{}' constraint ideas_links check (private.are_web_addresses(links)),
  -- The language that it would be written in; null while that is open.
  language text references private.languages (code),
  section text references public.categories (slug),
  -- The person who is to write it; null: anybody.
  person uuid references auth.users (id) on delete set null,
  -- A day, `YYYY-MM-DD`.
  planned_on date constraint ideas_planned_on check (planned_on between '2000-01-01' and '2199-12-31'),
  made_by uuid references auth.users (id) on delete set null,
  made_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The draft that it became. Without a reference, because an article comes back out of the trash with its id. Those who do not read the
  -- draft read its id here, and when it is deleted: a UUID without which nobody guesses one, and with which nobody is told more.
  article_id uuid unique,
  -- Dropped ideas can be taken up again for thirty days.
  dropped_at timestamptz
);
-- Purged: Dropped ones, and those whose article is deleted for good.
comment on table public.ideas is $${"live": true, "purge": [
  "dropped_at < now() - interval '30 days' or article_id is not null and updated_at < now() - interval '1 day'",
  "and not exists (select from public.articles where articles.id = ideas.article_id)",
  "and not exists (select from public.article_trash where article_trash.article_id = ideas.article_id)"]}$$;
create index ideas_open on public.ideas (made_at desc, id) where article_id is null and dropped_at is null;
create index ideas_planned on public.ideas (planned_on) where article_id is null and dropped_at is null and planned_on is not null;
create index ideas_person on public.ideas (person);
create index ideas_dropped on public.ideas (dropped_at) where dropped_at is not null;
revoke all on public.ideas from anon, authenticated;
grant select,
  insert (id, title, why, links, language, section, person, planned_on),
  update (title, why, links, language, section, person, planned_on, dropped_at)
on public.ideas to authenticated;
grant all on public.ideas to service_role;
create policy "those who plan read ideas" on public.ideas
  for select to authenticated using ((select private.reads_ideas()));
create policy "those who write originals have ideas" on public.ideas
  for insert to authenticated with check ((select private.writes_ideas()));
-- Somebody may give away what they had, so the new row is not asked whose it is.
create policy "editors change ideas, authors theirs" on public.ideas
  for update to authenticated
  using (article_id is null and ((select private.is_editor())
    or (select private.writes_ideas()) and (select auth.uid()) in (made_by, person)))
  with check ((select private.writes_ideas()));

create trigger count_row after insert or update of title, why, links on public.ideas
  for each row execute function private.count_row();

/* Writes down who had an idea and when, and refuses what would make the list useless: a person who writes no originals, a section that
   there is not, and more than 2,000 ideas that are open, or 500 of one author. */
create function private.check_idea() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_open constant boolean := new.article_id is null and new.dropped_at is null;
begin
  if tg_op = 'INSERT' then
    new.made_by := coalesce(auth.uid(), new.made_by);
  else
    new.updated_at := clock_timestamp();
    -- Whatever moment a request names.
    new.dropped_at := case when new.dropped_at is not null then coalesce(old.dropped_at, now()) end;
  end if;
  if new.person is not null and (tg_op = 'INSERT' or new.person is distinct from old.person) and not exists (
    select from public.user_roles where user_id = new.person and private.role_has(role, 'have_articles')) then
    raise exception using errcode = '23514', constraint = 'ideas_person',
      message = 'An idea is for somebody who writes: an administrator, an editor or an author (ideas_person).';
  end if;
  if new.section is not null then
    select coalesce(retired_to, slug) into new.section from public.categories where slug = new.section;
    if not found then
      raise exception using errcode = '23503', constraint = 'ideas_section_fkey', message = 'There is no such section (ideas_section_fkey).';
    end if;
  end if;
  if is_open and (tg_op = 'INSERT' or old.dropped_at is not null) then
    -- Serialised, because each of two that come at once would count the ideas without the other.
    perform pg_advisory_xact_lock(hashtextextended('open ideas', 0));
    if (select count(*) from public.ideas where article_id is null and dropped_at is null) >= 2000 then
      raise exception using errcode = '54000', message = 'There are 2,000 open ideas already.',
        hint = 'Drop some that nobody will write.';
    elsif auth.uid() is not null and not private.is_editor() and exists (
      select from public.ideas where made_by = auth.uid() and article_id is null
      having count(*) filter (where dropped_at is null) >= 500 or count(*) >= 2000) then
      raise exception using errcode = '54000', message = 'You have 500 open ideas already, or have dropped too many within thirty days.',
        hint = 'Begin or drop some of them first.';
    end if;
  end if;
  return new;
end
$$;
create trigger check_idea before insert or update on public.ideas
  for each row execute function private.check_idea();

/* Ideas follow their section to another address. */
create function private.move_ideas() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.ideas set section = new.retired_to where section = new.slug;
  return null;
end
$$;
create trigger move_ideas after update of retired_to on public.categories
  for each row when (new.retired_to is not null) execute function private.move_ideas();

/* Gives somebody else, or anybody (null), the open ideas of a person who leaves. */
create function private.pass_on_ideas(p_from uuid, p_to uuid) returns void
language sql set search_path = ''
as $$
  update public.ideas set person = p_to where person = p_from and article_id is null and dropped_at is null
$$;

/* Makes a draft of an idea, owned by the person of the idea or else by the caller, and due on the planned day. Returns {status: 'begun',
   article_id, slug, language}; two who begin it at once get the same draft. Other statuses: gone, also when it is a draft that the caller
   does not read, dropped, and in_trash when its draft was deleted. Raises 42501 unless the caller is an editor, or an author and the idea
   is theirs to write or anybody's. */
create function public.begin_draft(p_idea_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant public.user_roles := private.desk_member();
  idea public.ideas;
  draft public.articles;
  in_language text;
  address text;
begin
  if not private.writes_ideas() then
    raise exception using errcode = '42501', message = 'Only those who write originals can begin one.';
  end if;
  select * into idea from public.ideas where id = p_idea_id for update;
  if not found then
    return jsonb_build_object('status', 'gone');
  elsif not private.is_editor() and idea.person <> me.user_id then
    raise exception using errcode = '42501', message = 'This idea is somebody else''s to begin.',
      hint = 'Ask an editor to give it to you.';
  elsif idea.article_id is not null and not private.is_editor() and not private.reads_article(idea.article_id)
    and idea.article_id not in (select private.my_articles()) then
    return jsonb_build_object('status', 'gone');
  elsif idea.article_id is not null then
    select * into draft from public.articles where id = idea.article_id;
    if found then
      return jsonb_build_object('status', 'begun', 'article_id', draft.id, 'slug', draft.slug, 'language', draft.language);
    elsif exists (select from public.article_trash where article_id = idea.article_id) then
      return jsonb_build_object('status', 'in_trash');
    end if;
  elsif idea.dropped_at is not null then
    return jsonb_build_object('status', 'dropped');
  end if;
  in_language := coalesce(idea.language, 'en');
  address := private.free_slug(coalesce(private.slug_of_idea(idea.title), 'draft-' || left(idea.id::text, 8)), in_language);
  -- One that leads to another article would be taken from it when the draft is published.
  if private.is_former_address(address, in_language, idea.id) then
    address := private.free_slug(rtrim(left(address, 180), '-') || '-' || left(idea.id::text, 8), in_language);
  end if;
  insert into public.articles (slug, language, title, excerpt, content, category)
  values (
    address, in_language, idea.title, '', '',
    coalesce(idea.section, (select slug from public.categories where retired_to is null order by slug = 'news', position limit 1)))
  returning * into draft;
  insert into public.article_workflow (article_id, owner, due_on)
    values (draft.id, coalesce(idea.person, me.user_id), idea.planned_on)
    on conflict (article_id) do update set owner = excluded.owner, due_on = excluded.due_on;
  update public.ideas set article_id = draft.id where id = idea.id;
  return jsonb_build_object('status', 'begun', 'article_id', draft.id, 'slug', draft.slug, 'language', draft.language);
end
$$;

/* The idea that a draft began with, for those who read the draft; null for others, and for a draft that began without. */
create function public.find_idea_of(p_article_id uuid) returns jsonb
language sql stable security definer set search_path = ''
return (
  select jsonb_build_object('title', title, 'why', why, 'links', to_jsonb(links), 'made_by', made_by, 'made_at', made_at)
  from public.ideas where article_id = p_article_id and private.reads_article(p_article_id));

grant execute on function
  private.are_web_addresses(text[]),
  private.reads_ideas(),
  private.writes_ideas()
to access_token, authenticated, service_role;
grant execute on function
  public.begin_draft(uuid),
  public.find_idea_of(uuid)
to authenticated;
