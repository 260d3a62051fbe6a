-- The open notes on an article are not too long to be loaded by every desk on which it is open, and no author fills the list of ideas alone.
/* Checks that the caller may add so many notes to an article, and lets nobody else add some meanwhile. Returns the article. Raises 42501
   for what the caller does not read or does not exist, P0001 for too many. */
create or replace function private.begin_notes(p_article_id uuid, p_count integer, p_threads integer) returns public.articles
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

/* Adds a note on words of an article, on the whole of it, or an answer to another note. Returns {status: 'added', mentioned}, with those
   who can read it of the people who were mentioned, also when this note was added already; or {status: 'gone'} where the note that it
   answers is not there. */
create or replace function public.add_note(
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

/* Writes down who had an idea and when, and refuses what would make the list useless: a person who writes no originals, a section that
   there is not, and more than 2,000 ideas that are open, or 500 of one author. */
create or replace function private.check_idea() returns trigger
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
    select from public.user_roles where user_id = new.person and role in ('admin', 'editor', 'author')) then
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
