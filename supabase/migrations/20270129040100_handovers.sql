-- Articles are handed over with a sentence, and everybody sees what waits for them.
alter table public.article_workflow
  add column next_from uuid references auth.users (id) on delete set null,
  add column changed_by uuid references auth.users (id) on delete set null;
create index article_workflow_next_from on public.article_workflow (next_from);
create index article_workflow_changed_by on public.article_workflow (changed_by);

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

create or replace function private.begin_workflow() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.article_workflow (article_id, owner, state)
    select new.id, user_id, case when new.published then 'ready' else 'draft' end from private.desk_member() where user_id is not null
    on conflict (article_id) do nothing;
  return null;
end
$$;

-- Only added to, by functions. Without references, because entries stay when a person or an article is gone.
create table public.handovers (
  id bigint generated always as identity primary key,
  article_id uuid not null,
  made_at timestamptz not null default now(),
  made_by uuid not null,
  -- Who had it before, and who has it since. Null: nobody, or any editor where it is handed in.
  from_person uuid,
  to_person uuid,
  state_before text not null,
  state_after text not null,
  due_on date,
  -- Nobody writes to themselves.
  sentence text constraint handovers_sentence check (
    case when sentence is null then to_person = made_by else private.is_line(to_jsonb(sentence), 300) end)
);
create index handovers_article on public.handovers (article_id, id);
create index handovers_maker on public.handovers (made_by, made_at);
alter table public.handovers enable row level security;
revoke all on public.handovers from anon, authenticated, service_role;
grant select on public.handovers to authenticated, service_role;
create policy "members read the hand-overs of what they read" on public.handovers
  for select to authenticated
  using ((select private.is_editor()) or article_id in (select private.readable_drafts()));

/* Locks an article and returns its workflow, without updated_at if it has none yet; null for an article that is not there, or that the
   caller does not read. The article is locked first, as everywhere: publishing it changes its workflow. */
create function private.lock_workflow(p_article_id uuid) returns public.article_workflow
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
  work.state := coalesce(work.state, 'draft');
  return work;
end
$$;

create function private.store_workflow(work public.article_workflow) returns jsonb
language sql set search_path = ''
as $$
  insert into public.article_workflow (article_id, owner, state, next_person, next_task, next_since, due_on, next_from, changed_by)
  values (work.article_id, work.owner, work.state, work.next_person, work.next_task, work.next_since, work.due_on, work.next_from, auth.uid())
  on conflict (article_id) do update set
    owner = excluded.owner, state = excluded.state, next_person = excluded.next_person, next_task = excluded.next_task,
    next_since = excluded.next_since, due_on = excluded.due_on, next_from = excluded.next_from
  returning to_jsonb(article_workflow)
$$;

/* Whether a person can do what a state of an article asks for. Nobody who makes newsletters, because they read only what is published. */
create function private.can_have_article(p_user_id uuid, p_state text) returns boolean
language sql stable set search_path = ''
return exists (
  select from public.user_roles where user_id = p_user_id and case p_state
    when 'draft' then role in ('admin', 'editor', 'author')
    when 'handed_in' then role in ('admin', 'editor')
    else role in ('admin', 'editor', 'author', 'translator') end);

/* Whether the caller may bring an article from where it is to a person and a state. Editors may everything. An author hands in what is
   theirs or was handed to them, gives drafts to people who were added, and takes back what no editor has begun. A translator gives back
   what was handed to them. */
create function private.may_hand_over(work public.article_workflow, p_to uuid, p_state text) returns boolean
language sql stable set search_path = ''
return coalesce((
  select case me.role
    when 'admin' then true
    when 'editor' then true
    when 'translator' then work.next_person = me.user_id and p_state = work.state
      and (p_to is null or exists (select from public.user_roles where user_id = p_to and role in ('admin', 'editor')))
    when 'author' then case p_state
      when 'handed_in' then has_it
      when 'draft' then case work.state
        when 'draft' then has_it and (p_to is null or p_to in (me.user_id, work.owner) or exists (
          select from public.article_people where article_id = work.article_id and user_id = p_to))
        when 'handed_in' then p_to = me.user_id and me.user_id in (work.owner, work.next_from)
        else false end
      else false end
    else false end
  from private.desk_member() as me, lateral (
    select coalesce(work.next_person = me.user_id, false) or work.state = 'draft' and (
      coalesce(work.owner = me.user_id, false)
      or work.next_person is null and exists (
        select from public.article_people where article_id = work.article_id and user_id = me.user_id)) as has_it) as had
  where me.user_id is not null), false);

/* Adds an entry to the hand-overs of an article and to the audit log, and tells who has it now. */
create function private.record_handover(before public.article_workflow, now_is public.article_workflow, p_sentence text) returns void
language plpgsql set search_path = ''
as $$
declare
  article public.articles;
  recipient constant text := case
    when now_is.next_person is not null then coalesce(private.name_of_person(now_is.next_person), 'somebody')
    when now_is.state = 'handed_in' then 'the editors' end;
  did constant text := case
    when now_is.next_person = auth.uid() then case when now_is.state = 'draft' then 'took back %s' else 'took %s' end
    when recipient is null then 'put down %s'
    else 'handed %s to ' || replace(recipient, '%', '%%') end;
begin
  insert into public.handovers (article_id, made_by, from_person, to_person, state_before, state_after, due_on, sentence)
  values (now_is.article_id, auth.uid(), before.next_person, now_is.next_person, before.state, now_is.state, now_is.due_on, p_sentence);
  select * into article from public.articles where id = now_is.article_id;
  perform private.record_act('work', 'hand_over',
    replace(did, '%s', '%s' || case when article.language <> 'en' then ' (' || private.language_in_words(article.language) || ')' else '' end)
      || coalesce(': ' || replace(p_sentence, '%', '%%'), ''),
    article.title, article.id, jsonb_build_object(
      'state', private.change_in_words(private.workflow_state_in_words(before.state), private.workflow_state_in_words(now_is.state)),
      'due', private.change_in_words(before.due_on::text, now_is.due_on::text)));
  -- Whoever had it before has nothing to do there any more.
  update private.work_notices set seen_at = now()
    where article_id = now_is.article_id and kind = 'handover' and seen_at is null and mailed_at is null;
  if p_sentence is not null then
    perform private.notify_person(member.user_id, 'handover', now_is.article_id, p_sentence)
    from public.user_roles as member
    where case
      when now_is.next_person is not null then member.user_id = now_is.next_person
      -- Administrators are told of what is handed in only where there is no editor.
      when now_is.state = 'handed_in' then member.role = case when exists (
        select from public.user_roles where role = 'editor') then 'editor' else 'admin' end
      else false end;
  end if;
end
$$;

create function private.workflow_state_in_words(p_state text) returns text
language sql immutable set search_path = ''
return replace(p_state, '_', ' ');

/* Hands an article over: to a person, or to the editors (null), with the state that it has then, one sentence of at most 300 characters, which
   nobody needs who takes it, and the day until which it is due. p_version is the updated_at of the workflow that the caller saw, null where there was none. Returns
   {status: 'handed_over', workflow}. Other statuses change nothing:
   gone: there is no such article, or not for the caller;
   changed, with workflow and by, who was faster;
   published: it is published, and has no state any more;
   scheduled: it is published by itself, so it stays ready;
   no_role: the person has left; cannot_do: the person could not do it; needs_person: nobody would have it;
   not_allowed: the caller may not bring it there.
   Raises 42501 for who has no role, 23514 for a sentence that is none, and 54000 after 200 hand-overs in an hour. */
create function public.hand_over(
  p_article_id uuid, p_to uuid, p_state text, p_sentence text, p_due_on date, p_version timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  before constant public.article_workflow := private.lock_workflow(p_article_id);
  work public.article_workflow := before;
  stored jsonb;
begin
  if before.article_id is null then
    return jsonb_build_object('status', 'gone');
  elsif before.updated_at is distinct from p_version then
    return jsonb_build_object('status', 'changed', 'workflow', to_jsonb(before), 'by', private.name_of_person(before.changed_by));
  elsif exists (select from public.articles where id = p_article_id and published) then
    return jsonb_build_object('status', 'published');
  elsif p_state is null or p_state not in ('draft', 'handed_in', 'in_edit', 'ready') then
    raise exception using errcode = '22023', message = 'An article is a draft, handed_in, in_edit or ready.';
  elsif not coalesce(private.is_line(to_jsonb(btrim(p_sentence)), 300), p_sentence is null and p_to = auth.uid(), false) then
    raise exception using errcode = '23514', constraint = 'handovers_sentence',
      message = 'Say in one sentence of at most 300 characters what is to be done (handovers_sentence).';
  elsif p_state <> 'ready' and exists (
      select from public.article_schedules where article_id = p_article_id and status = 'waiting') then
    return jsonb_build_object('status', 'scheduled');
  elsif p_to is null and p_state = 'in_edit' then
    return jsonb_build_object('status', 'needs_person');
  elsif not private.may_hand_over(before, p_to, p_state) then
    return jsonb_build_object('status', 'not_allowed');
  end if;
  -- Locked: whoever loses the role at this moment gets nothing, or gives it back.
  perform from public.user_roles where user_id = p_to for key share;
  if p_to is not null and not found then
    return jsonb_build_object('status', 'no_role');
  elsif p_to is not null and not private.can_have_article(p_to, p_state) then
    return jsonb_build_object('status', 'cannot_do');
  elsif (select count(*) from public.handovers where made_by = auth.uid() and made_at > now() - interval '1 hour') >= 200 then
    raise exception using errcode = '54000', message = 'You have handed over 200 times within an hour. Go on a little later.';
  end if;
  perform private.demand_due(before, p_due_on);
  work.state := p_state;
  work.due_on := p_due_on;
  work.next_person := p_to;
  work.next_task := btrim(p_sentence);
  work.next_since := now();
  work.next_from := auth.uid();
  stored := private.store_workflow(work);
  perform private.record_handover(before, work, btrim(p_sentence));
  return jsonb_build_object('status', 'handed_over', 'workflow', stored);
end
$$;

/* Takes what is handed in: the caller, an editor, edits it from now on. Returns {status: 'taken', workflow}, or gone, published, or changed
   with workflow and by, when another editor was faster. */
create function public.take_article(p_article_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  before constant public.article_workflow := private.lock_workflow(p_article_id);
  work public.article_workflow := before;
  stored jsonb;
begin
  if not private.is_editor() then
    raise exception using errcode = '42501', message = 'Only editors take what is handed in.';
  elsif before.article_id is null then
    return jsonb_build_object('status', 'gone');
  elsif exists (select from public.articles where id = p_article_id and published) then
    return jsonb_build_object('status', 'published');
  elsif before.state <> 'handed_in' then
    return jsonb_build_object('status', 'changed', 'workflow', to_jsonb(before), 'by', private.name_of_person(before.changed_by));
  end if;
  work.state := 'in_edit';
  work.next_person := auth.uid();
  work.next_since := now();
  stored := private.store_workflow(work);
  perform private.record_handover(before, work, null);
  return jsonb_build_object('status', 'taken', 'workflow', stored);
end
$$;

/* The workflow of an article whose people the caller may choose: editors of any, an author of a draft of their own. Null for an article that
   is not there, or not for the caller. */
create function private.lock_own_workflow(p_article_id uuid) returns public.article_workflow
language plpgsql set search_path = ''
as $$
declare
  work constant public.article_workflow := private.lock_workflow(p_article_id);
begin
  if work.article_id is not null and not private.is_editor()
    and not (private.is_author() and coalesce(work.owner = auth.uid(), false) and p_article_id in (select private.writable_drafts())) then
    raise exception using errcode = '42501', message = 'Editors change that, and authors for drafts of their own.';
  end if;
  return work;
end
$$;

/* Gives an article to another owner, or to nobody (null). Returns {status: 'changed', workflow}, gone, no_role, or cannot_do for who does not
   write. Raises 42501 unless the caller is an editor. */
create function public.change_owner(p_article_id uuid, p_owner uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  work public.article_workflow := private.lock_workflow(p_article_id);
  before uuid := work.owner;
  stored jsonb;
begin
  if not private.is_editor() then
    raise exception using errcode = '42501', message = 'Only editors give an article to another owner.';
  elsif work.article_id is null then
    return jsonb_build_object('status', 'gone');
  end if;
  perform from public.user_roles where user_id = p_owner for key share;
  if p_owner is not null and not found then
    return jsonb_build_object('status', 'no_role');
  elsif p_owner is not null and not private.can_have_article(p_owner, 'draft') then
    return jsonb_build_object('status', 'cannot_do');
  end if;
  work.owner := p_owner;
  stored := private.store_workflow(work);
  if before is distinct from p_owner then
    perform private.record_article_act(article, 'change_owner', 'changed who owns %s', jsonb_build_object(
        'owner', private.change_in_words(private.name_of_person(before), private.name_of_person(p_owner), 'nobody')))
      from public.articles as article where id = p_article_id;
  end if;
  return jsonb_build_object('status', 'changed', 'workflow', stored);
end
$$;

/* Changes until when an article is due; null for no day. Returns {status: 'changed', workflow}, or gone. Raises 42501 unless the caller is an
   editor, or an author of a draft of their own. */
create function public.set_due(p_article_id uuid, p_due_on date) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  work public.article_workflow := private.lock_own_workflow(p_article_id);
begin
  if work.article_id is null then
    return jsonb_build_object('status', 'gone');
  end if;
  perform private.demand_due(work, p_due_on);
  work.due_on := p_due_on;
  return jsonb_build_object('status', 'changed', 'workflow', private.store_workflow(work));
end
$$;

/* Adds a person to an article, who reads it from now on, and writes it as an author while it is a draft. Returns {status: 'added'}, gone,
   no_role, cannot_do, or too_many beyond twenty. Raises 42501 unless the caller is an editor, or an author of a draft of their own. */
create function public.add_person(p_article_id uuid, p_user_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if (private.lock_own_workflow(p_article_id)).article_id is null then
    return jsonb_build_object('status', 'gone');
  end if;
  perform from public.user_roles where user_id = p_user_id for key share;
  if not found then
    return jsonb_build_object('status', 'no_role');
  elsif not private.can_have_article(p_user_id, 'ready') then
    return jsonb_build_object('status', 'cannot_do');
  elsif (select count(*) from public.article_people where article_id = p_article_id and user_id <> p_user_id) >= 20 then
    return jsonb_build_object('status', 'too_many');
  end if;
  insert into public.article_people (article_id, user_id, added_by) values (p_article_id, p_user_id, auth.uid()) on conflict do nothing;
  perform private.announce_people(p_article_id);
  return jsonb_build_object('status', 'added');
end
$$;

/* Removes a person from an article, also oneself. Returns {status: 'removed'}, or gone. */
create function public.remove_person(p_article_id uuid, p_user_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if (case when p_user_id = auth.uid() then private.lock_workflow(p_article_id)
      else private.lock_own_workflow(p_article_id) end).article_id is null then
    return jsonb_build_object('status', 'gone');
  end if;
  delete from public.article_people where article_id = p_article_id and user_id = p_user_id;
  perform private.announce_people(p_article_id);
  return jsonb_build_object('status', 'removed');
end
$$;

/* Desks read the people of an article with its workflow. */
create function private.announce_people(p_article_id uuid) returns void
language sql set search_path = ''
as $$
  insert into public.article_workflow (article_id, changed_by) values (p_article_id, auth.uid())
  on conflict (article_id) do update set changed_by = excluded.changed_by
$$;

/* What is published waits for nobody. Unpublished again it is ready, and no draft that its author could change. */
create function private.end_workflow() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.article_workflow set state = 'ready', next_person = null, next_task = null, next_since = null, next_from = null
    where article_id = new.id and (state <> 'ready' or next_person is not null or next_from is not null);
  update private.work_notices set seen_at = now()
    where article_id = new.id and kind = 'handover' and seen_at is null and mailed_at is null;
  return null;
end
$$;
create trigger end_workflow after update of published on public.articles
  for each row when (new.published and not old.published and new.original_article_id is null) execute function private.end_workflow();

/* What somebody had who can have it no longer waits for the editors, and nothing is mailed to who has no role. */
create function private.release_work() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.article_workflow
    set next_person = null, next_task = null, next_since = now(), state = case when state = 'in_edit' then 'handed_in' else state end
    where next_person = old.user_id and not private.can_have_article(next_person, state);
  delete from public.article_people where user_id = old.user_id and not private.can_have_article(user_id, 'ready');
  if not exists (select from public.user_roles where user_id = old.user_id) then
    update private.work_notices set seen_at = now() where user_id = old.user_id and seen_at is null and mailed_at is null;
  end if;
  return null;
end
$$;
create trigger release_work after delete or update of user_id, role on public.user_roles
  for each row execute function private.release_work();

grant execute on function
  public.add_person(uuid, uuid),
  public.change_owner(uuid, uuid),
  public.hand_over(uuid, uuid, text, text, date, timestamptz),
  public.remove_person(uuid, uuid),
  public.set_due(uuid, date),
  public.take_article(uuid)
to authenticated;

create or replace function private.forget_deleted_article() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.articles where id = old.article_id)
    and not exists (select from public.article_trash where article_id = old.article_id) then
    delete from public.article_revisions where article_id = old.article_id;
    delete from public.article_corrections where article_id = old.article_id;
    delete from public.article_check_overrides where article_id = old.article_id;
    delete from public.article_translations where translation_id = old.article_id;
    delete from public.translation_parts where translation_id = old.article_id;
    delete from public.translation_runs where article_id = old.article_id;
    delete from public.translation_edits where article_id = old.article_id;
    delete from public.article_people where article_id = old.article_id;
    delete from public.article_workflow where article_id = old.article_id;
    delete from public.handovers where article_id = old.article_id;
    delete from private.work_notices where article_id = old.article_id;
  end if;
  return null;
end
$$;

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

/* The work of the caller, of articles that are not published: mine, which the caller owns; waits_for_me, which the caller has now, for
   editors also what is handed in to all of them; i_wait_for, which the caller handed over; late, which was due before p_today. Each is
   {count, rows} with at most a hundred rows, the most urgent first; a count ends at 1000. Security definer, because policies would be asked
   for every row; each list has only what the caller reads. Raises 42501 for who has no role. */
create function public.list_my_desk(p_today date) returns jsonb
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
  end if;
  for name, condition in select * from jsonb_each_text(conditions) loop
    execute format($query$
      with found as materialized (
        select work.article_id, work.due_on, coalesce(work.next_since, article.created_at) as since
        from public.article_workflow as work join public.articles as article on article.id = work.article_id and not article.published
        where %s limit 1000)
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

-- The articles of the desk with who has them, for lists that are filtered by it.
create view public.articles_at_work with (security_invoker = true) as
  select article.id, article.slug, article.language, article.title, article.category, article.author, article.reading_time,
    article.publish_date, article.created_at, article.updated_at, article.published, article.featured, article.original_article_id,
    work.owner, work.state, work.next_person, work.due_on
  from public.article_workflow as work join public.articles as article on article.id = work.article_id;
revoke all on public.articles_at_work from anon, authenticated;
grant select on public.articles_at_work to authenticated, service_role;

grant execute on function public.list_my_desk(date) to authenticated;

select private.admit_service_role();
