-- A proposal is decided by its examples, which are in three tables.

/* The part of a text, without its tags, in which these words stand. */
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

/* The 20 open proposals that have waited longest, each with the last example of up to five articles, and how many are open in all. */
create function public.list_glossary_proposals() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can read proposals.';
  end if;
  with shown as (
    select * from public.glossary_proposals where status = 'open' order by created_at, id limit 20
  ), example as (
    select shown.id as proposal_id, edit.*, row_number() over (partition by shown.id order by edit.id desc) as place,
      count(*) over (partition by shown.id) as articles
    from shown cross join lateral (
      select distinct on (e.article_id) e.* from public.translation_edits as e
      where e.language = shown.language
        and (e.change_key = shown.change_key or (e.before, e.after) = (shown.before, shown.after))
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
    'total', (select count(*) from public.glossary_proposals where status = 'open'),
    'proposals', coalesce(jsonb_agg(jsonb_build_object(
      'id', shown.id, 'language', shown.language, 'before', shown.before, 'after', shown.after, 'term', shown.term,
      'articles', coalesce(told.articles, 0), 'examples', coalesce(told.examples, '[]')) order by shown.created_at, shown.id), '[]'))
  into answer from shown left join told using (id);
  return answer;
end
$$;

revoke all on function public.list_glossary_proposals() from public, anon;
grant execute on function public.list_glossary_proposals() to authenticated, service_role;
