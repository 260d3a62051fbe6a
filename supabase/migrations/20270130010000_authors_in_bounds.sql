-- An author takes no address from another article, learns nothing of drafts of others by ideas, and changes no picture of what is with the
-- editors; what was published before there were colleagues is no draft.

/* The state of an article that has no workflow yet. What is published is ready, so that it is no draft that an author could change when it is
   unpublished. */
create function private.first_state(p_article_id uuid) returns text
language sql stable set search_path = ''
return case when exists (select from public.articles where id = p_article_id and published) then 'ready' else 'draft' end;

/* Locks an article and returns its workflow, without updated_at if it has none yet; null for an article that is not there, or that the
   caller does not read. The article is locked first, as everywhere: publishing it changes its workflow. */
create or replace function private.lock_workflow(p_article_id uuid) returns public.article_workflow
language plpgsql set search_path = ''
as $$
declare
  work public.article_workflow;
begin
  if not private.is_member() then
    raise exception using errcode = '42501', message = 'Only people of the desk have work there.';
  end if;
  perform from public.articles where id = p_article_id and original_article_id is null for no key update;
  if not found or not private.reads_article(p_article_id) then
    return null;
  end if;
  select * into work from public.article_workflow where article_id = p_article_id for update;
  work.article_id := p_article_id;
  work.state := coalesce(work.state, private.first_state(p_article_id));
  return work;
end
$$;

/* Desks read the people of an article with its workflow. */
create or replace function private.announce_people(p_article_id uuid) returns void
language sql set search_path = ''
as $$
  insert into public.article_workflow (article_id, state, changed_by) values (p_article_id, private.first_state(p_article_id), auth.uid())
  on conflict (article_id) do update set changed_by = excluded.changed_by
$$;

/* Makes a draft of an idea, owned by the person of the idea or else by the caller, and due on the planned day. Returns {status: 'begun',
   article_id, slug, language}; two who begin it at once get the same draft. Other statuses: gone, also when it is a draft that the caller
   does not read, dropped, and in_trash when its draft was deleted. Raises 42501 unless the caller is an editor, or an author and the idea
   is theirs to write or anybody's. */
create or replace function public.begin_draft(p_idea_id uuid) returns jsonb
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
    coalesce(idea.section, (select slug from public.categories where retired_to is null order by position limit 1)))
  returning * into draft;
  insert into public.article_workflow (article_id, owner, due_on)
    values (draft.id, coalesce(idea.person, me.user_id), idea.planned_on)
    on conflict (article_id) do update set owner = excluded.owner, due_on = excluded.due_on;
  update public.ideas set article_id = draft.id where id = idea.id;
  return jsonb_build_object('status', 'begun', 'article_id', draft.id, 'slug', draft.slug, 'language', draft.language);
end
$$;

/* What an author may not write. */
create or replace function private.check_author_write(p_was public.articles, p_now public.articles) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_was.original_article_id is not null or p_now.original_article_id is not null then
    perform private.refuse_write('Authors write originals. Translations are for translators and editors.');
  elsif p_was.published then
    perform private.refuse_write('This article is published, so only editors can change it.');
  elsif p_now.published then
    perform private.refuse_write('Authors do not publish.', 'Hand the article in, and an editor publishes it.');
  elsif p_now.publish_date <> coalesce(p_was.publish_date, now()) then
    perform private.refuse_write('Editors decide when an article is published.', 'Leave the date as it is.');
  elsif p_was.id is not null and p_was.id not in (select private.writable_drafts()) then
    perform private.refuse_write('You cannot change this draft now: it is somebody else''s, was handed on, or is scheduled.');
  elsif p_was.language <> p_now.language and exists (select from public.articles where original_article_id = p_was.id) then
    perform private.refuse_write('This draft has translations, so its language stays as it is.', 'Ask an editor.');
  end if;
  perform private.check_identity(p_was, p_now);
end
$$;

/* What an author may not take out of the trash: anything but drafts of their own that were with them, and no address that leads elsewhere by
   now. */
create or replace function private.check_author_restores(p_head public.article_trash, p_slug text) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_head.article_id <> p_head.story_id or p_head.article_id not in (select private.owned_articles())
    or p_head.article_id not in (select private.writable_drafts())
    or exists (select from public.article_trash where p_head.id in (id, deleted_with) and published) then
    perform private.refuse_write('Authors restore only drafts of their own.');
  elsif private.is_former_address(coalesce(p_slug, p_head.slug), p_head.language, p_head.article_id) then
    perform private.refuse_write('This address leads to another article.', 'Choose another one, or ask an editor.');
  end if;
end
$$;

/* Whether a picture is in an article that was handed in or is scheduled, and that the caller cannot change as an author. */
create function private.is_with_editors(p_name text) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.media_uses as used join public.articles as article on article.id = used.article_id
    join public.articles as original on original.id = coalesce(article.original_article_id, article.id)
    left join public.article_workflow as workflow on workflow.article_id = original.id
  where used.name = p_name and used.kind in ('hero', 'content')
    and original.id not in (select private.writable_drafts())
    and (workflow.state <> 'draft' or exists (
      select from public.article_schedules as schedule
      where schedule.article_id in (article.id, original.id) and schedule.status = 'waiting')));

update public.article_workflow set state = 'ready'
  where state <> 'ready' and exists (select from public.articles where id = article_id and published);

alter policy "members change their own working copies" on public.working_copies
  with check (owner = (select auth.uid()) and (select private.is_member()) and private.may_keep_copy(article_id));
-- Tokens keep no copies.
revoke execute on function private.may_keep_copy(uuid) from access_token;
