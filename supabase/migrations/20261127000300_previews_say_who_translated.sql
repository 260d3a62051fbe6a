-- A preview is the page as readers will see it, which says when AI has translated it.

/* As before, with `translation`: how the version was translated; null when it is an original, or when that is not recorded. */
create or replace function public.find_article_preview(p_token text, p_language text default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with preview as (
    select shared.id, coalesce(shared.original_article_id, shared.id) as story_id, preview.expires_at
    from private.article_preview_tokens as token
    join public.article_previews as preview on preview.id = token.preview_id
    join public.articles as shared on shared.id = preview.article_id
    where token.token_hash = private.sha256_hex(left(p_token, 100)) and preview.expires_at > now()
      and private.can_administrate(preview.created_by)
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
    'versions', (
      select jsonb_agg(jsonb_build_object('language', version.language, 'slug', version.slug) order by version.language)
      from version),
    'expires_at', preview.expires_at)
  from preview
$$;
