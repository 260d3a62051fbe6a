-- A preview link shows the sources as readers will see them.
/* How an article came about, given any of its versions: {model, drafted_at, is_original, sources, sentences}; null for one without sources.
   Sources are those that the text cites. Sentences are those of the original, in the order of its text, each with the numbers of its sources
   and who signed it as own knowledge. */
create function private.tell_sources(p_article_id uuid) returns jsonb
language sql stable security definer set search_path = ''
begin atomic
  select jsonb_build_object(
    'model', sourced.model, 'drafted_at', sourced.drafted_at, 'is_original', asked.id = original.id,
    'sources', coalesce((
      select jsonb_agg(jsonb_build_object(
        'number', number, 'outlet', outlet, 'title', title, 'url', url, 'language', language, 'published_at', published_at, 'state', state)
        order by number)
      from public.article_sources as source
      where source.article_id = original.id and exists (
        select from public.article_sentences as sentence cross join lateral jsonb_array_elements(sentence.cites) as cited
        where sentence.article_id = original.id and sentence.text_hash = private.text_hash(original)
          and (cited ->> 'source')::integer = source.number)), '[]'),
    'sentences', coalesce((
      select jsonb_agg(jsonb_build_object(
        'field', sentence.field, 'text', sentence.text,
        'sources', coalesce((
          select jsonb_agg(distinct (cited ->> 'source')::integer) from jsonb_array_elements(sentence.cites) as cited), '[]'),
        'signed_by', signature.signed_by_name, 'reason', signature.reason) order by sentence.position)
      from public.article_sentences as sentence
        left join public.sentence_signatures as signature
          on signature.article_id = original.id and signature.key = sentence.key and sentence.verdict = 'red'
      where sentence.article_id = original.id and sentence.text_hash = private.text_hash(original)), '[]'))
  from public.articles as asked
    join public.articles as original on original.id = coalesce(asked.original_article_id, asked.id)
    join public.sourced_articles as sourced on sourced.article_id = original.id
  where asked.id = p_article_id;
end;

/* What readers are told of the sources of a published article; null for any other. */
create or replace function public.find_article_sources(p_article_id uuid) returns jsonb
language sql stable security definer set search_path = ''
begin atomic
  select private.tell_sources(asked.id)
  from public.articles as asked join public.articles as original on original.id = coalesce(asked.original_article_id, asked.id)
  where asked.id = p_article_id and asked.published and original.published;
end;

/* What readers will be told of the sources of the article that a preview link shows. */
create function public.find_previewed_sources(p_token text, p_language text default null) returns jsonb
language sql stable security definer set search_path = ''
begin atomic
  select private.tell_sources((preview #>> '{article,id}')::uuid) from public.find_article_preview(p_token, p_language) as preview;
end;

grant execute on function
  public.find_previewed_sources(text, text)
to anon, authenticated;
select private.admit_service_role();
