-- What a person of the desk has to do.

/* The work of the caller, of articles that are not published: mine, which the caller owns; waits_for_me, which the caller has now, for
   editors also what is handed in to all of them; i_wait_for, which the caller handed over; late, which was due before p_today. Each is
   {count, rows} with at most a hundred rows, the most urgent first; a count ends at 1000. Security definer, because policies would be asked
   for every row; each list has only what the caller reads. Raises 42501 for who has no role. */
create function public.list_my_desk(p_today date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant public.user_roles := private.desk_member();
  edits constant boolean := private.role_has(me.role, 'edit');
  -- What private.my_articles() has, asked of each row, because somebody may own more articles than are in any list.
  mine constant text := case when edits then 'true' else $sql$($1 in (work.owner, work.next_person) or exists (
    select from public.article_people as people where people.article_id = work.article_id and people.user_id = $1))$sql$ end;
  conditions constant jsonb := jsonb_build_object(
    'mine', 'work.owner = $1',
    'waits_for_me', 'work.next_person = $1 and work.next_from is distinct from $1' || case when edits then
      $sql$ or work.state = 'handed_in' and work.next_person is null and work.next_from is distinct from $1$sql$ else '' end,
    'i_wait_for', $sql$work.next_from = $1 and work.next_person is distinct from $1
      and (work.next_person is not null or work.state = 'handed_in') and $sql$
      || case when private.role_has(me.role, 'own_languages') then format($sql$(%s or work.state = 'ready')$sql$, mine) else mine end,
    'late', 'work.due_on < $2 and ' || mine);
  name text;
  condition text;
  list jsonb;
  answer jsonb := '{}';
begin
  if me.user_id is null then
    raise exception using errcode = '42501', message = 'Only people of the desk have work there.';
  elsif not private.role_has(me.role, 'read_drafts') then
    -- Whoever makes newsletters reads no drafts, also not those of before.
    return (select jsonb_object_agg(key, '{"count": 0, "rows": []}'::jsonb) from jsonb_object_keys(conditions) as key);
  end if;
  for name, condition in select * from jsonb_each_text(conditions) loop
    execute format($query$
      with found as materialized (
        select work.article_id, work.due_on, coalesce(work.next_since, article.created_at) as since
        from public.article_workflow as work join public.articles as article on article.id = work.article_id and not article.published
        where %s order by work.due_on nulls last, since desc, work.article_id limit 1000)
      select jsonb_build_object('count', (select count(*) from found), 'rows', (
        select coalesce(jsonb_agg(jsonb_build_object(
            'id', article.id, 'slug', article.slug, 'language', article.language, 'title', article.title,
            'owner', work.owner, 'state', work.state, 'next_person', work.next_person, 'next_task', work.next_task,
            'next_since', work.next_since, 'next_from', work.next_from, 'due_on', work.due_on, 'updated_at', work.updated_at)
          order by first.due_on nulls last, first.since desc, first.article_id), '[]')
        from (select * from found order by due_on nulls last, since desc, article_id limit 100) as first
          join public.articles as article on article.id = first.article_id
          join public.article_workflow as work on work.article_id = first.article_id))
    $query$, condition)
    into list using me.user_id, p_today;
    answer := answer || jsonb_build_object(name, list);
  end loop;
  return answer;
end
$$;

/* The articles that wait for the caller as in list_my_desk, each with who handed it over, the sentence and since when: {article, state, by,
   sentence, since}, those that are handed in to all editors included; the most urgent first, at most a hundred. */
create function private.list_hand_ins() returns jsonb
language sql stable security definer set search_path = ''
begin atomic
  select coalesce(jsonb_agg(jsonb_build_object(
      'article', jsonb_build_object('id', found.id, 'slug', slug, 'language', language, 'title', title), 'state', state,
      'by', private.name_of_person(next_from), 'sentence', next_task, 'since', next_since)
    order by due_on nulls last, next_since desc, found.id), '[]')
  from (
    select article.id, article.slug, article.language, article.title, work.state, work.next_from, work.next_task, work.next_since, work.due_on
    from private.desk_member() as me
      join public.article_workflow as work on work.next_person = me.user_id
        or work.next_person is null and work.state = 'handed_in' and private.role_has(me.role, 'edit')
      join public.articles as article on article.id = work.article_id and not article.published
    where work.next_from is distinct from me.user_id and private.role_has(me.role, 'read_drafts')
    order by work.due_on nulls last, work.next_since desc, article.id limit 100) as found;
end;

-- The articles of the desk with who has them, for lists that are filtered by it.
create view public.articles_at_work with (security_invoker = true) as
  select article.id, article.slug, article.language, article.title, article.category, article.author, article.reading_time,
    article.publish_date, article.created_at, article.updated_at, article.published, article.featured, article.original_article_id,
    work.owner, work.state, work.next_person, work.due_on
  from public.article_workflow as work join public.articles as article on article.id = work.article_id;
revoke all on public.articles_at_work from anon, authenticated;
grant select on public.articles_at_work to authenticated, service_role;

grant execute on function public.list_my_desk(date) to authenticated;
