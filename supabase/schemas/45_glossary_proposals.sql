-- A change that editors make repeatedly in machine translations is proposed as a term of the glossary, once. Translators propose others.

-- Words of a machine translation that a person replaced.
create table public.translation_edits (
  id bigint generated always as identity primary key,
  language text not null check (language <> 'en') references private.languages,
  before text not null check (char_length(before) between 1 and 100),
  after text not null check (char_length(after) between 1 and 100),
  -- The original, without a reference, as with the rest of what is known of a translation.
  article_id uuid not null,
  -- The person's text with its source, and the machine's that it replaced.
  segment_id bigint not null references public.translation_segments (id) on delete cascade,
  -- The id of the machine's text.
  replaced_id bigint not null references public.translation_segments (id) on delete cascade,
  made_at timestamptz not null default now(),
  unique (language, before, after, article_id),
  -- All that changes of the same words have in common in every case and with every ending, as the program that compares them writes
  -- it; null where none has compared them.
  change_key text constraint translation_edits_key_check check (char_length(change_key) <= 250)
);
create index translation_edits_of_segment on public.translation_edits (segment_id);
create index translation_edits_of_replaced on public.translation_edits (replaced_id);
create index translation_edits_of_article on public.translation_edits (article_id);
create index translation_edits_of_change on public.translation_edits (language, change_key, article_id);
grant select on public.translation_edits to authenticated;
grant all on public.translation_edits to service_role;
create policy "editors read edits of translations" on public.translation_edits
  for select to authenticated using ((select private.is_editor()));

-- Decided proposals stay, so that none is made twice.
create table public.glossary_proposals (
  id uuid primary key default gen_random_uuid(),
  language text not null check (language <> 'en') references private.languages,
  before text not null check (char_length(before) between 1 and 100),
  after text not null check (char_length(after) between 1 and 100),
  -- All that the sources of all examples have in common; null when that is nothing.
  term text check (term is null or private.is_line(to_jsonb(term), 100)),
  status text not null default 'open' check (status in ('open', 'accepted', 'rejected')),
  created_at timestamptz not null default now(),
  unique (language, before, after),
  change_key text constraint glossary_proposals_key_check check (char_length(change_key) <= 250),
  -- The person who proposed it; null where the program did.
  proposed_by uuid,
  why text constraint glossary_proposals_why_check check (why is null or private.is_line(to_jsonb(why), 300))
);
comment on table public.glossary_proposals is '{"live": true}';
create index glossary_proposals_open on public.glossary_proposals (created_at) where status = 'open';
create unique index glossary_proposals_once on public.glossary_proposals (language, change_key);
grant select, insert (id, language, before, after, term, why), update (status) on public.glossary_proposals to authenticated;
grant all on public.glossary_proposals to service_role;
create policy "editors read proposals" on public.glossary_proposals
  for select to authenticated using ((select private.is_editor()));
create policy "editors decide on proposals" on public.glossary_proposals
  for update to authenticated using ((select private.is_editor())) with check ((select private.is_editor()));

/* Records who proposes a term, that it could be one of the glossary, and limits the open proposals of a person to 100. */
create function private.stamp_glossary_proposal() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.proposed_by := auth.uid();
  if exists (
    select from unnest(array[new.before, new.after, coalesce(new.term, new.after)]) as words
    where not (private.is_line(to_jsonb(words), 100) and private.is_phrase(words))) then
    raise exception using errcode = '23514', constraint = 'glossary_proposals_words',
      message = 'A proposal has up to twelve words in one line, with a letter or digit (glossary_proposals_words).',
      hint = 'Leave out line breaks and marks that cannot be seen.';
  end if;
  if (select count(*) from public.glossary_proposals where proposed_by = new.proposed_by and status = 'open') >= 100 then
    raise exception using errcode = '23514', constraint = 'glossary_proposals_per_person',
      message = 'There are 100 open proposals of yours already (glossary_proposals_per_person).',
      hint = 'Wait until an editor has decided on some of them.';
  end if;
  return new;
end
$$;
create trigger stamp_glossary_proposal before insert on public.glossary_proposals
  for each row when (current_user = 'authenticated') execute function private.stamp_glossary_proposal();

/* The part of a text, without its tags, that contains these words. */
create function private.words_around(p_text text, p_words text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  plain text := regexp_replace(p_text, '</?[a-z]{1,3}\d{1,4} ?/?>', '', 'g');
  found integer := position(lower(p_words) in lower(plain));
  start integer := greatest(1, found - 120);
  part text := substr(plain, start, 300 + char_length(p_words));
begin
  return case when start > 1 then '…' || regexp_replace(part, '^\S*\s+', '') else part end
    || case when start - 1 + char_length(part) < char_length(plain) then '…' else '' end;
end
$$;

/* The 20 open proposals that have waited longest, each with the last example of up to five articles, and how many are open in all; for a
   translator, those of their languages, with examples of what they read. */
create function public.list_glossary_proposals() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  reads_all constant boolean := private.is_editor();
  mine constant text[] := private.translated_languages();
  drafts constant uuid[] := array(select private.readable_drafts());
  answer jsonb;
begin
  if not (reads_all or private.is_translator()) then
    raise exception using errcode = '42501', message = 'Only editors and translators can read proposals.';
  end if;
  with shown as (
    select * from public.glossary_proposals where status = 'open' and language = any (mine) order by created_at, id limit 20
  ), example as (
    select shown.id as proposal_id, edit.*, row_number() over (partition by shown.id order by edit.id desc) as place,
      count(*) over (partition by shown.id) as articles
    from shown cross join lateral (
      select distinct on (e.article_id) e.* from public.translation_edits as e
      where e.language = shown.language
        and (e.change_key = shown.change_key or (e.before, e.after) = (shown.before, shown.after))
        and (reads_all or e.article_id = any (drafts) or exists (
          select from public.articles as original where original.id = e.article_id and original.published))
      order by e.article_id, e.id desc) as edit
  ), told as (
    select shown.id, max(example.articles) as articles, jsonb_agg(jsonb_build_object(
        'article_id', example.article_id, 'title', article.title, 'slug', article.slug,
        'before', example.before, 'after', example.after,
        'source', private.words_around(person.source, coalesce(shown.term, '')),
        'machine_text', private.words_around(machine.text, example.before),
        'person_text', private.words_around(person.text, example.after)) order by example.place) as examples
    from example join shown on shown.id = example.proposal_id
    join public.translation_segments as person on person.id = example.segment_id
    join public.translation_segments as machine on machine.id = example.replaced_id
    left join public.articles as article on article.id = example.article_id
    where example.place <= 5 group by shown.id
  )
  select jsonb_build_object(
    'total', (select count(*) from public.glossary_proposals where status = 'open' and language = any (mine)),
    'proposals', coalesce(jsonb_agg(jsonb_build_object(
      'id', shown.id, 'language', shown.language, 'before', shown.before, 'after', shown.after, 'term', shown.term,
      'proposed_by', private.name_of_person(shown.proposed_by), 'why', shown.why, 'articles', coalesce(told.articles, 0), 'examples', coalesce(told.examples, '[]')) order by shown.created_at, shown.id), '[]'))
  into answer from shown left join told using (id);
  return answer;
end
$$;

grant execute on function
  public.list_glossary_proposals()
to authenticated;
