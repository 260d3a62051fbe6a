-- A person who proposes a term says why.
alter table public.glossary_proposals
  add column why text constraint glossary_proposals_why_check check (why is null or private.is_line(to_jsonb(why), 300));
grant insert (why) on public.glossary_proposals to authenticated;

/* The 20 open proposals that have waited longest, each with the last example of up to five articles, and how many are open in all; for a
   translator, those of their languages, with examples of what they read. */
create or replace function public.list_glossary_proposals() returns jsonb
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
