-- All that a person of the desk has to do.

/* The work of the caller, of articles that are not published: mine, which the caller owns; waits_for_me, which the caller has now, for
   editors also what is handed in to all of them; i_wait_for, which the caller handed over; late, which was due before p_today. Each is
   {count, rows} with at most a hundred rows, the most urgent first; a count ends at 1000. Security definer, because policies would be asked
   for every row; each list has only what the caller reads. Raises 42501 for who has no role. */
create function public.list_my_desk(p_today date) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  me constant public.user_roles := private.desk_member();
  edits constant boolean := private.role_has(me.role, 'edit');
  -- With what the caller owns these are private.my_articles(), of which there may be more than in any list.
  shared constant uuid[] := array(
    select article_id from public.article_workflow where next_person = me.user_id
    union select article_id from public.article_people where user_id = me.user_id);
begin
  if me.user_id is null then
    raise exception using errcode = '42501', message = 'Only people of the desk have work there.';
  end if;
  return (
    with found as materialized (
      select kind, article_id, person, given_by, due_on, state, since from private.waiting
      -- Drafts are hidden from the role newsletter, also those of before.
      where private.role_has(me.role, 'read_drafts') and (
        kind = 'draft' and (person = me.user_id or due_on < p_today and (edits or article_id = any (shared)))
        or kind = 'handed' and (person = me.user_id or given_by = me.user_id or edits and person is null))
    ), listed as (
      select list.name, found.article_id, found.due_on, found.since,
        row_number() over (partition by list.name order by found.due_on nulls last, found.since desc, found.article_id) as place
      from found cross join lateral (values
        ('mine', kind = 'draft' and person = me.user_id),
        ('waits_for_me', kind = 'handed' and given_by is distinct from me.user_id and (person = me.user_id or edits and person is null)),
        ('i_wait_for', kind = 'handed' and given_by = me.user_id and person is distinct from me.user_id
          and (edits or private.role_has(me.role, 'own_languages') and state = 'ready' or article_id = any (shared)
            or exists (select from public.article_workflow as work where work.article_id = found.article_id and work.owner = me.user_id))),
        ('late', kind = 'draft' and due_on < p_today)) as list (name, has_it)
      where list.has_it
    )
    select jsonb_object_agg(each.name, jsonb_build_object(
      'count', (select least(count(*), 1000) from listed where listed.name = each.name), 'rows', (
        select coalesce(jsonb_agg(jsonb_build_object(
            'id', article.id, 'slug', article.slug, 'language', article.language, 'title', article.title,
            'owner', work.owner, 'state', work.state, 'next_person', work.next_person, 'next_task', work.next_task,
            'next_since', work.next_since, 'next_from', work.next_from, 'due_on', work.due_on, 'updated_at', work.updated_at)
          order by listed.place), '[]')
        from listed join public.articles as article on article.id = listed.article_id
          join public.article_workflow as work on work.article_id = listed.article_id
        where listed.name = each.name and listed.place <= 100)))
    from unnest('{mine,waits_for_me,i_wait_for,late}'::text[]) as each (name));
end
$$;

/* The articles that wait for the caller as in list_my_desk, each with who handed it over, the sentence and since when: {article, state, by,
   sentence, since}, those that are handed in to all editors included; the most urgent first, at most a hundred. */
create function private.list_hand_ins() returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'article', jsonb_build_object('id', article.id, 'slug', article.slug, 'language', article.language, 'title', article.title),
        'state', found.state, 'by', private.name_of_person(found.given_by), 'sentence', work.next_task, 'since', found.since)
      order by found.due_on nulls last, found.since desc, article.id), '[]')
    from (
      select waiting.article_id, waiting.given_by, waiting.due_on, waiting.state, waiting.since
      from private.desk_member() as me join private.waiting on waiting.kind = 'handed'
        and (waiting.person = me.user_id or waiting.person is null and private.role_has(me.role, 'edit'))
      where waiting.given_by is distinct from me.user_id and private.role_has(me.role, 'read_drafts')
      order by waiting.due_on nulls last, waiting.since desc, waiting.article_id limit 100) as found
      join public.articles as article on article.id = found.article_id
      join public.article_workflow as work on work.article_id = found.article_id);
end
$$;

-- The articles of the desk with who has them, for lists that are filtered by it.
create view public.articles_at_work with (security_invoker = true) as
  select article.id, article.slug, article.language, article.title, article.category, article.author, article.reading_time,
    article.publish_date, article.created_at, article.updated_at, article.published, article.featured, article.original_article_id,
    work.owner, work.state, work.next_person, work.due_on
  from public.article_workflow as work join public.articles as article on article.id = work.article_id;
revoke all on public.articles_at_work from anon, authenticated;
grant select on public.articles_at_work to authenticated, service_role;

grant execute on function public.list_my_desk(date) to authenticated;
