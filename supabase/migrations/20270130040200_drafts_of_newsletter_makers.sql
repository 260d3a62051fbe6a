-- Whoever makes newsletters reads no drafts, also not those that they wrote before. A text that is removed for good goes from its idea, and
-- a draft of an idea takes no address of another article.
/* The originals that somebody with a role reads before they are published: theirs, for a translator also what is ready, and none for who
   makes newsletters, whatever they wrote before. An editor reads everything without this list. */
create or replace function private.drafts_read_by(p_user_id uuid, p_role text) returns setof uuid
language sql stable security definer set search_path = ''
begin atomic
  select article_id from private.articles_of(p_user_id) as theirs (article_id) where p_role <> 'newsletter'
  union
  -- What is published stays ready.
  select draft.id from public.articles as draft join public.article_workflow as workflow on workflow.article_id = draft.id
  where p_role = 'translator' and not draft.published and draft.original_article_id is null and workflow.state = 'ready';
end;

/* The originals that the caller owns, was added to, or has now; none for who has no role, or makes newsletters. */
create or replace function private.my_articles() returns setof uuid
language sql stable security definer set search_path = ''
begin atomic
  select mine.article_id from private.desk_member() as me cross join lateral private.articles_of(me.user_id) as mine (article_id)
  where me.role <> 'newsletter';
end;

/* Whether somebody reads the notes of an article, and may write some. */
create or replace function private.reads_notes(p_person public.user_roles, p_article public.articles) returns boolean
language sql stable security definer set search_path = ''
return p_article.id is not null and coalesce(case
  when p_person.role in ('admin', 'editor') then true
  when p_person.role = 'newsletter' then false
  else (p_person.role <> 'translator' or p_article.original_article_id is null or p_article.language = any (p_person.languages))
    and exists (
      select from public.articles as original
        left join public.article_workflow as workflow on workflow.article_id = original.id
      where original.id = coalesce(p_article.original_article_id, p_article.id) and (
        p_person.user_id in (workflow.owner, workflow.next_person)
        or p_person.role = 'translator' and (original.published or workflow.state = 'ready')
        or exists (
          select from public.article_people as people
          where people.article_id = original.id and people.user_id = p_person.user_id)))
end, false);

/* The work of the caller, of articles that are not published: mine, which the caller owns; waits_for_me, which the caller has now, for
   editors also what is handed in to all of them; i_wait_for, which the caller handed over; late, which was due before p_today. Each is
   {count, rows} with at most a hundred rows, the most urgent first; a count ends at 1000. Security definer, because policies would be asked
   for every row; each list has only what the caller reads. Raises 42501 for who has no role. */
create or replace function public.list_my_desk(p_today date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant public.user_roles := private.desk_member();
  edits constant boolean := coalesce(me.role in ('admin', 'editor'), false);
  -- What private.my_articles() has, asked of each row, because somebody may own more articles than are in any list.
  mine constant text := case when edits then 'true' else $sql$($1 in (work.owner, work.next_person) or exists (
    select from public.article_people as people where people.article_id = work.article_id and people.user_id = $1))$sql$ end;
  conditions constant jsonb := jsonb_build_object(
    'mine', 'work.owner = $1',
    'waits_for_me', 'work.next_person = $1 and work.next_from is distinct from $1' || case when edits then
      $sql$ or work.state = 'handed_in' and work.next_person is null and work.next_from is distinct from $1$sql$ else '' end,
    'i_wait_for', $sql$work.next_from = $1 and work.next_person is distinct from $1
      and (work.next_person is not null or work.state = 'handed_in') and $sql$
      || case when me.role = 'translator' then format($sql$(%s or work.state = 'ready')$sql$, mine) else mine end,
    'late', 'work.due_on < $2 and ' || mine);
  name text;
  condition text;
  list jsonb;
  answer jsonb := '{}';
begin
  if me.user_id is null then
    raise exception using errcode = '42501', message = 'Only people of the desk have work there.';
  elsif me.role = 'newsletter' then
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

/* Makes a draft of an idea, owned by the person of the idea or else by the caller, and due on the planned day. Returns {status: 'begun',
   article_id, slug, language}; two who begin it at once get the same draft. Other statuses: gone, dropped, and in_trash when its draft
   was deleted. Raises 42501 unless the caller is an editor, or an author and the idea is theirs to write or anybody's. */
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

/* Removes the text of an article for good, for example when a court orders it: from all revisions, notes, unsaved forms, the
   trash, the audit log, the translation memory, translations that wait for a review, edits and reports. With an original, its
   translations too. The table articles is not changed, so the text has to be changed there first. Returns {revisions,
   working_copies, trash}: the numbers of rows deleted. Recorded in the audit log without the text. Raises 42501 unless
   the caller is an administrator. */
create or replace function public.purge_article_text(p_article_id uuid, p_reason text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  versions uuid[];
  revisions integer;
  copies integer;
  trashed integer;
  purged jsonb;
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can remove a text for good.';
  end if;
  if p_reason is null or private.is_blank(p_reason) or char_length(p_reason) > 500 then
    raise exception using errcode = '23514', constraint = 'audit_log_reason_check',
      message = 'A reason of at most 500 characters is required (audit_log_reason_check).';
  end if;
  select array_agg(distinct id) into versions from (
    select p_article_id
    union all select id from public.articles where original_article_id = p_article_id
    union all select article_id from public.article_trash where story_id = p_article_id
    union all select article_id from public.article_revisions where article ->> 'original_article_id' = p_article_id::text
  ) as version (id);
  delete from public.article_revisions where article_id = any (versions);
  get diagnostics revisions = row_count;
  -- What was deleted with one of them is restored by itself from now on.
  update public.article_trash set deleted_with = null
    where article_id <> all (versions)
      and deleted_with in (select id from public.article_trash where article_id = any (versions));
  delete from public.article_trash where article_id = any (versions);
  get diagnostics trashed = row_count;
  -- They quote it.
  delete from public.article_notes where article_id = any (versions);
  delete from public.working_copies where article_id = any (versions) or form ->> 'original_article_id' = p_article_id::text;
  get diagnostics copies = row_count;
  delete from public.pending_translations where translation_id = any (versions) or original_id = any (versions);
  delete from private.refused_translations where article_id = any (versions)
    or (article_id, language) in (select original_article_id, articles.language from public.articles where id = any (versions));
  -- What the check has found is quoted there.
  update public.article_schedules set accepted = '[]', reason = regexp_replace(reason, '^(check: ).*', '\1…')
    where article_id = any (versions);
  delete from public.translation_edits where article_id = any (versions);
  delete from public.translation_parts where translation_id = any (versions);
  delete from public.translation_segments where article_id = any (versions);
  delete from public.translation_runs where article_id = any (versions);
  delete from public.translation_reports where translation_id = any (versions);
  -- What people wrote to each other about it.
  update public.article_workflow set next_task = null where article_id = any (versions) and next_task is not null;
  update public.handovers set sentence = '…' where article_id = any (versions) and sentence is not null;
  delete from private.work_notices where article_id = any (versions);
  update public.ideas set title = '…', why = '', links = '{}' where article_id = any (versions);
  -- What webhooks were told, and what they still have to be told without its title.
  delete from public.webhook_deliveries
    where status <> 'waiting' and ((data ->> 'id')::uuid = any (versions) or (data #>> '{original,id}')::uuid = any (versions));
  update public.webhook_deliveries
    set data = data || '{"title": null}' || case when data ->> 'original' is null then '{}' else
      jsonb_build_object('original', data -> 'original' || '{"title": null}') end, answer = null
    where (data ->> 'id')::uuid = any (versions) or (data #>> '{original,id}')::uuid = any (versions);
  purged := jsonb_build_object('revisions', revisions, 'working_copies', copies, 'trash', trashed);
  -- A title, an address or an author may be what has to go.
  update public.audit_log
    set did = case when action = 'hand_over' then 'handed “…” over' else replace(did, '“' || subject_name || '”', '“…”') end, subject_name = '…', details = details - '{address,author,kept,why}'::text[]
    where subject_id = any (versions) and subject_name is not null;
  perform private.record_act('articles', 'purge_article_text', 'removed the text of an article for good', null, p_article_id,
    purged, p_reason);
  return purged;
end
$$;
