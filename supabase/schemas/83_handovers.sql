-- An article passes from hand to hand, each time with one sentence that says what for.

-- Only added to, by functions. Without references, because entries stay when a person or an article is gone.
create table public.handovers (
  id bigint generated always as identity primary key,
  article_id uuid not null,
  made_at timestamptz not null default now(),
  made_by uuid not null,
  -- The persons who had it before, and have it since. Null: nobody, or any editor where it is handed in.
  from_person uuid,
  -- Null: nobody, or any editor if it is handed in.
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
revoke all on public.handovers from anon, authenticated, service_role;
grant select on public.handovers to authenticated, service_role;
create policy "members read the hand-overs of what they read" on public.handovers
  for select to authenticated
  using ((select private.is_editor()) or article_id in (select private.readable_drafts()));

/* The state of an article that has no workflow yet. What is published is ready, so that it is no draft that an author could change when it is
   unpublished. */
create function private.first_state(p_article_id uuid) returns text
language sql stable set search_path = ''
return case when exists (select from public.articles where id = p_article_id and published) then 'ready' else 'draft' end;

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
  work.state := coalesce(work.state, private.first_state(p_article_id));
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

/* Tells whether a person can do what a state of an article asks for. Nobody who makes newsletters, because they read only what is published. */
create function private.can_have_article(p_user_id uuid, p_state text) returns boolean
language sql stable set search_path = ''
return exists (
  select from public.user_roles where user_id = p_user_id and case p_state
    when 'draft' then private.role_has(role, 'have_articles')
    when 'handed_in' then private.role_has(role, 'edit')
    else private.role_has(role, 'read_drafts') end);

/* Tells whether the caller may bring an article from where it is to a person and a state. Editors may everything. An author hands in what is
   theirs or was handed to them, gives drafts to people who were added, and takes back what no editor has begun. A translator gives back
   what was handed to them. */
create function private.may_hand_over(work public.article_workflow, p_to uuid, p_state text) returns boolean
language sql stable set search_path = ''
return coalesce((
  select case
    when private.role_has(me.role, 'edit') then true
    when private.role_has(me.role, 'own_languages') then work.next_person = me.user_id and p_state = work.state
      and (p_to is null or exists (select from public.user_roles where user_id = p_to and private.role_has(role, 'edit')))
    when private.role_has(me.role, 'own_drafts') then case p_state
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
   nobody needs who takes it, and the day until which it is due. p_version is the updated_at of the workflow that the caller saw, null where
   there was none. Returns {status: 'handed_over', workflow}. Other statuses change nothing:
   gone: there is no such article, or not for the caller;
   changed, with workflow and by, who was faster;
   published: it is published, and has no state any more;
   scheduled: it is published by itself, so it stays ready;
   no_role: the person has left; cannot_do: the person could not do it; needs_person: nobody would have it;
   not_allowed: the caller may not bring it there.
   Raises 42501 for who has no role or may not change the day, 23514 for a sentence that is none, and 54000 after 200 hand-overs in an hour. */
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
  if work.article_id is not null and not private.leads_work(auth.uid(), (private.desk_member()).role, work) then
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
  insert into public.article_workflow (article_id, state, changed_by) values (p_article_id, private.first_state(p_article_id), auth.uid())
  on conflict (article_id) do update set changed_by = excluded.changed_by
$$;

/* A published article waits for nobody. Unpublished again it is ready, and no draft that its author could change. */
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

/* The work of somebody who can have it no longer waits for the editors, and nothing is mailed to those who have no role. */
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
