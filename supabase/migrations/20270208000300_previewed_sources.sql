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

/* The article of a preview link, in the language asked for or else in the one that the link was made for; null when the link is unknown,
   expired, or was made by somebody who is no editor any more. Returns {article, versions, expires_at, translation, told}, where translation
   says how the version was translated, and is null for an original or when that is not recorded, and told what readers will be told of its
   sources. The token is found by its hash, so that the time taken reveals nothing about it. */
create or replace function public.find_article_preview(p_token text, p_language text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with preview as (
      select shared.id, coalesce(shared.original_article_id, shared.id) as story_id, preview.expires_at
      from private.article_preview_tokens as token
      join public.article_previews as preview on preview.id = token.preview_id
      join public.articles as shared on shared.id = preview.article_id
      where token.token_hash = private.sha256_hex(left(p_token, 100)) and preview.expires_at > now()
        and private.can_edit(preview.created_by)
    ), version as (
      select articles.* from public.articles join preview on preview.story_id in (articles.id, articles.original_article_id)
    ), shown as (
      select version.* from version, preview
      order by (version.language = p_language) desc nulls last, (version.id = preview.id) desc limit 1
    )
    select jsonb_build_object(
      'article', (select to_jsonb(shown) - 'revision_note' from shown),
      'translation', (
        select jsonb_build_object('origin', origin, 'translated_at', translated_at, 'reviewed_at', reviewed_at,
          'corrected_at', corrected_at)
        from public.article_translations where translation_id = (select id from shown)),
      'told', private.tell_sources((select id from shown)),
      'versions', (
        select jsonb_agg(jsonb_build_object('language', version.language, 'slug', version.slug) order by version.language)
        from version),
      'expires_at', preview.expires_at)
    from preview);
end
$$;
select private.admit_service_role();
