-- Notes and suggestions on the text of an article: what colleagues say to each other. Readers, feeds, mails, exports and models never get
-- them. Changed by functions only.

-- Without a reference to articles, as with revisions: notes come back with an article out of the trash.
create table public.article_notes (
  -- Made by who writes, so that a repeated request adds nothing.
  id uuid primary key,
  article_id uuid not null,
  -- The original of the article, or the article itself; neither this nor the language of an article changes.
  original_id uuid not null,
  language text not null references private.languages (code),
  kind text not null check (kind in ('note', 'suggestion')),
  -- The note that this one answers.
  parent uuid references public.article_notes (id) on delete cascade,
  -- The words that it is about, with what stands around them and where they began; without a field it is about the whole article. Of
  -- longer words a note has the beginning, and quote_length has their number.
  field text check (field = any (private.translated_fields())),
  quote text not null default '' check (char_length(quote) <= 20000),
  quote_length integer not null default 0 check (quote_length between 0 and 2000000),
  prefix text not null default '' check (char_length(prefix) <= 64),
  suffix text not null default '' check (char_length(suffix) <= 64),
  start_at integer check (start_at between 0 and 2000000),
  body text not null default '' constraint article_notes_body
    check (char_length(body) <= 4000 and body !~ '[\u0001-\u0008\u000B-\u001F\u007F-\u009F]'),
  -- The words that a suggestion puts in the place of the words: nothing where they go.
  replacement text constraint article_notes_replacement check (char_length(replacement) <= 20000),
  -- The id that suggestions have in common that were sent together.
  sent_with uuid,
  mentions uuid[] not null default '{}' check (cardinality(mentions) <= 20),
  -- Names as they were, because notes stay when somebody leaves.
  made_by uuid not null,
  -- The name at the time of writing.
  made_by_name text not null,
  made_at timestamptz not null default now(),
  edited_at timestamptz,
  outcome text check (outcome in ('resolved', 'taken', 'refused', 'withdrawn')),
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  constraint article_notes_kind check (
    case kind when 'suggestion' then replacement is not null and field is not null and parent is null and quote <> replacement
      else replacement is null and char_length(quote) <= 1000 and not private.is_blank(body) end),
  constraint article_notes_reply check (parent is null or (field is null and outcome is null)),
  constraint article_notes_outcome check (
    (outcome is null) = (decided_at is null) and (kind = 'suggestion' and outcome <> 'resolved' or kind = 'note' and outcome = 'resolved'))
);
comment on table public.article_notes is '{"live": true}';
create index article_notes_of_article on public.article_notes (article_id, made_at);
create index article_notes_of_original on public.article_notes (original_id);
create index article_notes_parent on public.article_notes (parent) where parent is not null;
create index article_notes_made_by on public.article_notes (made_by, made_at);
grant select on public.article_notes to authenticated;
grant all on public.article_notes to service_role;

create trigger count_row after insert or update of body on public.article_notes
  for each row execute function private.count_row();

/* Notes of an article that is published are not for everybody who reads it: for an author those of their own, for a translator those of
   originals and of their languages. private.reads_notes says the same of one person and one article. */
create policy "members read notes of what they work on" on public.article_notes
  for select to authenticated using (
    (select private.is_editor())
    or (not (select private.is_translator()) or article_id = original_id
        or language = any ((select private.translated_languages())::text[]))
      and (original_id in (select private.readable_drafts())
        or (select private.is_translator())
          and exists (select from public.articles where articles.id = original_id and articles.published)));

/* Tells whether somebody reads the notes of an article, and may write some. */
create function private.reads_notes(p_person public.user_roles, p_article public.articles) returns boolean
language sql stable security definer set search_path = ''
return p_article.id is not null and coalesce(case
  when private.role_has(p_person.role, 'edit') then true
  when not private.role_has(p_person.role, 'read_drafts') then false
  else (not private.role_has(p_person.role, 'own_languages') or p_article.original_article_id is null or p_article.language = any (p_person.languages))
    and exists (
      select from public.articles as original
        left join public.article_workflow as workflow on workflow.article_id = original.id
      where original.id = coalesce(p_article.original_article_id, p_article.id) and (
        p_person.user_id in (workflow.owner, workflow.next_person)
        or private.role_has(p_person.role, 'own_languages') and (original.published or workflow.state = 'ready')
        or exists (
          select from public.article_people as people
          where people.article_id = original.id and people.user_id = p_person.user_id)))
end, false);

/* Tells whether this says where something stands in an article: {field, quote, prefix, suffix, start}, with the length of the words. */
create function private.is_text_anchor(anchor jsonb) returns boolean
language sql immutable set search_path = ''
return case when jsonb_typeof(anchor) = 'object' then
  anchor - '{field,quote,length,prefix,suffix,start}'::text[] = '{}'
  and coalesce(jsonb_typeof(anchor -> 'field') = 'string' and jsonb_typeof(anchor -> 'quote') = 'string'
    and jsonb_typeof(anchor -> 'prefix') = 'string' and jsonb_typeof(anchor -> 'suffix') = 'string'
    and jsonb_typeof(anchor -> 'length') = 'number' and (anchor ->> 'length') ~ '^\d{1,7}$', false)
  and (coalesce(anchor -> 'start', 'null') = 'null' or (anchor ->> 'start') ~ '^\d{1,7}$')
else false end;

/* Checks that the caller may add so many notes to an article, and lets nobody else add some meanwhile. Returns the article. Raises 42501
   for what the caller does not read or does not exist, P0001 for too many. */
create function private.begin_notes(p_article_id uuid, p_count integer, p_threads integer) returns public.articles
language plpgsql security definer set search_path = ''
as $$
declare
  me public.user_roles := private.desk_member();
  article public.articles;
begin
  select * into article from public.articles where id = p_article_id;
  if not private.reads_notes(me, article) then
    raise exception using errcode = '42501', message = 'You cannot write notes on this article.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('notes of ' || p_article_id, 0));
  perform pg_advisory_xact_lock(hashtextextended('notes by ' || me.user_id, 0));
  if (select count(*) from public.article_notes where article_id = p_article_id and outcome is null and parent is null)
    + p_threads > 1000 then
    raise exception 'There can be 1,000 open notes on an article. Resolve some of them first.';
  elsif (select sum(octet_length(quote) + octet_length(body) + coalesce(octet_length(replacement), 0)) from public.article_notes
    where article_id = p_article_id and outcome is null) > 3000000 then
    -- Every desk on which the article is open loads them.
    raise exception 'The open notes on this article are too long together. Resolve some of them first.';
  elsif (select count(*) from public.article_notes where made_by = me.user_id and made_at > now() - interval '1 hour')
    + p_count > 600 then
    raise exception 'You have written 600 notes within an hour. Try again later.';
  end if;
  return article;
end
$$;

/* Of the people who are mentioned those who may read the note, each once. */
create function private.mentioned_readers(p_mentions uuid[], p_article public.articles) returns uuid[]
language sql stable security definer set search_path = ''
return coalesce((
  select array_agg(member.user_id order by member.user_id) from public.user_roles as member
  where member.user_id = any (p_mentions[1:20]) and private.reads_notes(member, p_article)), '{}');

/* Adds a note on words of an article, on the whole of it, or an answer to another note. Returns {status: 'added', mentioned}, with those
   who can read it of the people who were mentioned, also when this note was added already; or {status: 'gone'} where the note that it
   answers is not there. */
create function public.add_note(
  p_id uuid, p_article_id uuid, p_body text, p_parent uuid default null, p_anchor jsonb default null, p_mentions uuid[] default '{}')
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := (private.desk_member()).user_id;
  article public.articles := private.begin_notes(p_article_id, 1, case when p_parent is null then 1 else 0 end);
  mentioned uuid[] := private.mentioned_readers(p_mentions, article);
  before public.article_notes;
begin
  if p_id is null then
    raise exception 'A note needs an id. Make one, so that a repeated request adds nothing.';
  elsif char_length(p_body) > 4000 or private.is_blank(coalesce(p_body, '')) then
    raise exception 'A note has between 1 and 4,000 characters.';
  elsif p_anchor is not null and (p_parent is not null or not private.is_text_anchor(p_anchor)
    or char_length(p_anchor ->> 'quote') > 1000) then
    raise exception 'This note cannot be placed in the text. Select the words again.';
  end if;
  select * into before from public.article_notes where id = p_id;
  if found then
    if before.made_by <> me or before.article_id <> p_article_id then
      raise exception using errcode = '42501', message = 'This note is not yours.';
    end if;
    return jsonb_build_object('status', 'added', 'mentioned', to_jsonb(before.mentions));
  end if;
  if p_parent is not null and not exists (
    select from public.article_notes where id = p_parent and article_id = p_article_id and parent is null) then
    return jsonb_build_object('status', 'gone');
  elsif (select count(*) from public.article_notes where parent = p_parent) >= 200 then
    raise exception 'There can be 200 answers to a note. Write another note.';
  end if;
  insert into public.article_notes (
    id, article_id, original_id, language, kind, parent, field, quote, quote_length, prefix, suffix, start_at, body, mentions,
    made_by, made_by_name)
  values (
    p_id, article.id, coalesce(article.original_article_id, article.id), article.language, 'note', p_parent,
    p_anchor ->> 'field', coalesce(p_anchor ->> 'quote', ''), coalesce((p_anchor ->> 'length')::integer, 0),
    coalesce(p_anchor ->> 'prefix', ''), coalesce(p_anchor ->> 'suffix', ''), (p_anchor ->> 'start')::integer, p_body, mentioned,
    me, private.name_of_person(me));
  perform private.notify_person(person, 'mention', article.id, p_body) from unnest(mentioned) as person;
  return jsonb_build_object('status', 'added', 'mentioned', to_jsonb(mentioned));
end
$$;

/* Changes what the caller has written, while nobody has answered it. Returns {status: 'changed'}, or {status: 'answered'}. */
create function public.edit_note(p_id uuid, p_body text, p_mentions uuid[] default '{}') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me public.user_roles := private.desk_member();
  note public.article_notes;
  article public.articles;
  mentioned uuid[];
begin
  select * into note from public.article_notes where id = p_id for update;
  select * into article from public.articles where id = note.article_id;
  mentioned := private.mentioned_readers(p_mentions, article);
  if note.made_by is distinct from me.user_id or not private.reads_notes(me, article) then
    raise exception using errcode = '42501', message = 'This note is not yours.';
  elsif note.kind = 'note' and private.is_blank(coalesce(p_body, '')) or char_length(p_body) > 4000 then
    raise exception 'A note has between 1 and 4,000 characters.';
  end if;
  if note.outcome is not null or exists (select from public.article_notes where parent = p_id)
    or exists (select from public.article_notes where id = note.parent and outcome is not null) then
    return jsonb_build_object('status', 'answered');
  end if;
  perform private.notify_person(person, 'mention', article.id, p_body) from unnest(mentioned) as person
    where person <> all (note.mentions);
  update public.article_notes set body = coalesce(p_body, ''), edited_at = now(), mentions = mentioned where id = p_id;
  return jsonb_build_object('status', 'changed');
end
$$;

/* Resolves a note with its answers, or opens it again; of an original that they do not work on, translators only their own. Returns
   {status: 'changed'}, or {status: 'unchanged', by} where somebody has done so before. */
create function public.resolve_note(p_id uuid, p_resolved boolean default true) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me public.user_roles := private.desk_member();
  note public.article_notes;
  article public.articles;
begin
  select * into note from public.article_notes where id = p_id for update;
  select * into article from public.articles where id = note.article_id;
  if not private.reads_notes(me, article) or note.kind <> 'note' or note.parent is not null
    or private.role_has(me.role, 'own_languages') and article.original_article_id is null and note.made_by <> me.user_id
      and article.id not in (select private.my_articles()) then
    raise exception using errcode = '42501', message = 'You cannot resolve this note.';
  elsif (note.outcome is not null) = p_resolved then
    return jsonb_build_object('status', 'unchanged', 'by', note.decided_by_name);
  end if;
  perform private.require_few_acts('{resolve_note}');
  update public.article_notes
    set outcome = case when p_resolved then 'resolved' end, decided_by = case when p_resolved then me.user_id end,
      decided_by_name = case when p_resolved then private.name_of_person(me.user_id) end, decided_at = case when p_resolved then now() end
    where id = p_id;
  if p_resolved then
    perform private.record_article_act(article, 'resolve_note', 'resolved a note on %s', jsonb_build_object('of', note.made_by_name));
  end if;
  return jsonb_build_object('status', 'changed');
end
$$;

/* Suggests changes of a text, which are sent together: [{id, anchor, replacement}]. Returns {status: 'added', count} with how many were
   new, because a repeated request adds nothing. */
create function public.suggest_changes(p_article_id uuid, p_changes jsonb, p_sent_with uuid, p_body text default '') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := (private.desk_member()).user_id;
  article public.articles;
  count integer;
begin
  if jsonb_typeof(p_changes) is distinct from 'array' or jsonb_array_length(p_changes) not between 1 and 200 then
    raise exception 'Between 1 and 200 changes can be suggested at once. Send some of them first.';
  elsif octet_length(p_changes::text) > 1000000 or char_length(p_body) > 4000 then
    raise exception 'These changes are too long to be suggested at once. Send some of them first.';
  end if;
  article := private.begin_notes(p_article_id, jsonb_array_length(p_changes), jsonb_array_length(p_changes));
  if exists (
    select from jsonb_array_elements(p_changes) as change
    where jsonb_typeof(change) <> 'object' or change - '{id,anchor,replacement}'::text[] <> '{}'
      or coalesce(change ->> 'id', '') !~ '^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$' or change ->> 'id' is null
      or not coalesce(private.is_text_anchor(change -> 'anchor'), false)
      or jsonb_typeof(change -> 'replacement') is distinct from 'string'
      or change #>> '{anchor,quote}' = change ->> 'replacement'
      or char_length(change ->> 'replacement') > 20000 or char_length(change #>> '{anchor,quote}') > 20000) then
    raise exception 'One of these changes cannot be suggested. A change has at most 20,000 characters.';
  end if;
  insert into public.article_notes (
    id, article_id, original_id, language, kind, field, quote, quote_length, prefix, suffix, start_at, body, replacement, sent_with,
    made_by, made_by_name)
  select (change ->> 'id')::uuid, article.id, coalesce(article.original_article_id, article.id), article.language, 'suggestion',
    anchor ->> 'field', anchor ->> 'quote', (anchor ->> 'length')::integer, anchor ->> 'prefix', anchor ->> 'suffix',
    (anchor ->> 'start')::integer, case when place = 1 then coalesce(p_body, '') else '' end, change ->> 'replacement', p_sent_with,
    me, private.name_of_person(me)
  from jsonb_array_elements(p_changes) with ordinality as sent (change, place), lateral (select change -> 'anchor') as at (anchor)
  on conflict (id) do nothing;
  get diagnostics count = row_count;
  return jsonb_build_object('status', 'added', 'count', count);
end
$$;

/* Takes suggestions, refuses them, withdraws the caller's own, or puts back (null) what was taken or refused. Of two people who decide at
   once one does. Returns [{id, done, outcome, by}] with what holds of each now. Raises 42501 unless the caller may change the text; for
   what was withdrawn, unless it is the caller's. */
create function public.decide_suggestions(p_ids uuid[], p_outcome text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me public.user_roles := private.desk_member();
  changed uuid[];
  article public.articles;
begin
  if p_outcome is not null and p_outcome not in ('taken', 'refused', 'withdrawn') or cardinality(p_ids) > 1000 then
    raise exception 'Between 1 and 1,000 suggestions can be taken, refused, withdrawn or put back.';
  end if;
  -- Locked in one order, because two people may decide about the same ones.
  perform from public.article_notes where id = any (p_ids) order by id for update;
  if cardinality(p_ids) = 0 or exists (
    select from unnest(p_ids) as wanted (id) left join public.article_notes as note on note.id = wanted.id
    where note.id is null or note.kind <> 'suggestion'
      or case when p_outcome = 'withdrawn' then note.made_by is distinct from me.user_id
          or not private.reads_notes(me, (select articles from public.articles where articles.id = note.article_id))
        else not private.writes_article(note.article_id) end) then
    raise exception using errcode = '42501', message = 'You cannot decide about these suggestions.';
  end if;
  perform private.require_few_acts('{taken_suggestions,refused_suggestions}');
  with decided as (
    update public.article_notes
      set outcome = p_outcome, decided_by = case when p_outcome is not null then me.user_id end,
        decided_by_name = case when p_outcome is not null then private.name_of_person(me.user_id) end,
        decided_at = case when p_outcome is not null then now() end
      where id = any (p_ids)
        and case when p_outcome is null then outcome in ('taken', 'refused') else outcome is null end
      returning id, article_id)
  select array_agg(id) into changed from decided;
  for article in
    select * from public.articles where p_outcome in ('taken', 'refused')
      and id in (select article_id from public.article_notes where article_notes.id = any (changed))
  loop
    perform private.record_article_act(
      article, p_outcome || '_suggestions',
      case p_outcome when 'taken' then 'took suggestions for %s' else 'refused suggestions for %s' end,
      (select jsonb_build_object('suggestions', count(*), 'of', string_agg(distinct made_by_name, ', '))
       from public.article_notes where article_notes.id = any (changed) and article_id = article.id));
  end loop;
  return (
    select jsonb_agg(jsonb_build_object(
      'id', id, 'done', coalesce(id = any (changed), false), 'outcome', outcome, 'by', decided_by_name) order by id)
    from public.article_notes where id = any (p_ids));
end
$$;

/* Tells whether the caller may change the text of an article, and so decide about suggestions for it. */
create function public.may_write_article(p_article_id uuid) returns jsonb
language sql stable set search_path = ''
return to_jsonb(private.writes_article(p_article_id));

/* Deletes the notes of an article that cannot be restored any more. */
create function private.forget_notes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.articles where id = old.article_id)
    and not exists (select from public.article_trash where article_id = old.article_id) then
    delete from public.article_notes where article_id = old.article_id;
  end if;
  return null;
end
$$;
create trigger forget_notes after delete on public.article_trash
  for each row execute function private.forget_notes();

grant execute on function
  public.add_note(uuid, uuid, text, uuid, jsonb, uuid[]),
  public.decide_suggestions(uuid[], text),
  public.edit_note(uuid, text, uuid[]),
  public.may_write_article(uuid),
  public.resolve_note(uuid, boolean),
  public.suggest_changes(uuid, jsonb, uuid, text)
to authenticated;
