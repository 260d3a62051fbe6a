-- Unsaved forms of people who lost their role, or the right to save that article. They are kept as long as any, and an administrator
-- finds them: to read them, to go on with them, or to discard them.

/* Tells whether the caller may keep an unsaved form of an article: of one that they read, of a new one, and of one of which they have one already,
   so that nothing is lost that was typed while a right ended. */
create function private.may_keep_copy(p_article_id uuid) returns boolean
language sql stable security definer set search_path = ''
return private.reads_article(p_article_id)
  or not exists (select from public.articles where id = p_article_id)
  or exists (select from public.working_copies where article_id = p_article_id and owner = auth.uid());
grant execute on function private.may_keep_copy(uuid) to authenticated;
create policy "members keep copies of what they read" on public.working_copies
  for insert to authenticated
  with check (owner = (select auth.uid()) and (select private.is_member()) and private.may_keep_copy(article_id));
create policy "members change their own working copies" on public.working_copies
  for update to authenticated using (owner = (select auth.uid()) and (select private.is_member()))
  with check (owner = (select auth.uid()) and (select private.is_member()) and private.may_keep_copy(article_id));

/* Tells whether a member could save an article as it is now. The functions of policies answer this for the caller only. */
create function private.member_writes(p_member public.user_roles, p_article public.articles) returns boolean
language sql stable security definer set search_path = ''
return case
  when private.role_has(p_member.role, 'edit') then true
  when private.role_has(p_member.role, 'own_drafts') then p_article.original_article_id is null and not p_article.published
    and exists (
      select from public.article_workflow as workflow
      where workflow.article_id = p_article.id and (workflow.next_person = p_member.user_id
        or workflow.state = 'draft' and (workflow.owner = p_member.user_id or exists (
          select from public.article_people as people
          where people.article_id = workflow.article_id and people.user_id = p_member.user_id))))
    and not exists (
      select from public.article_schedules as schedule where schedule.article_id = p_article.id and schedule.status = 'waiting')
  when private.role_has(p_member.role, 'own_languages') then p_article.original_article_id is not null and p_article.language = any (p_member.languages)
    and (not p_article.published or 'publish' = any (p_member.permissions))
  else false end;

/* The forms that nobody could save any more. One of an article that does not exist is orphaned only with the role of its owner, because
   the article may be new, or come back out of the trash. */
create function private.orphaned_copies() returns setof public.working_copies
language sql stable security definer set search_path = ''
begin atomic
  select copies.* from public.working_copies as copies
    left join public.user_roles as members on members.user_id = copies.owner
    left join public.articles as article on article.id = copies.article_id
  where members.user_id is null or not private.role_has(members.role, 'read_drafts')
    or article.id is not null and not private.member_writes(members, article);
end;

/* The latest 200 of them, or those of one article: {id, owner, name, article_id, title, since, updated_at, article: {id, slug, language,
   title, published} | null}. Raises 42501 unless the caller is an administrator. */
create function public.list_orphaned_copies(p_article_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can see the unsaved texts of others.';
  end if;
  return (
    select coalesce(jsonb_agg(to_jsonb(listed) order by updated_at desc, id), '[]') from (
      select copies.id, copies.owner, private.name_of_person(copies.owner) as name, copies.article_id, copies.title, copies.since,
        copies.updated_at, case when article.id is not null then jsonb_build_object('id', article.id, 'slug', article.slug,
          'language', article.language, 'title', article.title, 'published', article.published) end as article
      from private.orphaned_copies() as copies left join public.articles as article on article.id = copies.article_id
      where p_article_id is null or copies.article_id = p_article_id
      order by copies.updated_at desc, copies.id limit 200) as listed);
end
$$;

/* Returns what was typed in one of them, by the name of its field; null when it is none. Raises 42501 unless the caller is an administrator. */
create function public.read_orphaned_copy(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can see the unsaved texts of others.';
  end if;
  return (select form from private.orphaned_copies() where id = p_id);
end
$$;

/* Makes one of them an unsaved form of the caller, who goes on with it in the article. Returns {adopted}: whether there was one. Raises
   42501 unless the caller is an administrator, and 23514 when the caller has 200 unsaved forms. */
create function public.adopt_orphaned_copy(p_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  copy public.working_copies;
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can go on with the unsaved texts of others.';
  end if;
  perform from public.working_copies where id = p_id for update;
  select * into copy from private.orphaned_copies() where id = p_id;
  if not found then
    return jsonb_build_object('adopted', false);
  end if;
  if (select count(*) from public.working_copies where owner = auth.uid()) >= 200 then
    raise exception using errcode = '23514', constraint = 'working_copies_per_editor',
      message = 'There are 200 unsaved forms already (working_copies_per_editor).',
      hint = 'Save or discard some of them first.';
  end if;
  update public.working_copies set owner = auth.uid() where id = p_id;
  perform private.record_act('administrators', 'adopt_unsaved_text', 'took over the unsaved text %s', copy.title, copy.article_id,
    jsonb_build_object('typed by', coalesce(private.name_of_person(copy.owner), 'a deleted account')));
  return jsonb_build_object('adopted', true);
end
$$;

/* Deletes one of them. Returns {discarded}: whether there was one. Raises 42501 unless the caller is an administrator. */
create function public.discard_orphaned_copy(p_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  copy public.working_copies;
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can discard the unsaved texts of others.';
  end if;
  perform from public.working_copies where id = p_id for update;
  select * into copy from private.orphaned_copies() where id = p_id;
  if not found then
    return jsonb_build_object('discarded', false);
  end if;
  delete from public.working_copies where id = p_id;
  perform private.record_act('administrators', 'discard_unsaved_text', 'discarded the unsaved text %s', copy.title, copy.article_id,
    jsonb_build_object('typed by', coalesce(private.name_of_person(copy.owner), 'a deleted account')));
  return jsonb_build_object('discarded', true);
end
$$;

grant execute on function
  public.adopt_orphaned_copy(uuid),
  public.discard_orphaned_copy(uuid),
  public.list_orphaned_copies(uuid),
  public.read_orphaned_copy(uuid)
to authenticated;
