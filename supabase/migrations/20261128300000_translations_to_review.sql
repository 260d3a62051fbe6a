-- Translations that wait for somebody are found in one place, whatever they wait for, and the one that has waited longest comes first.

create index translation_parts_in_conflict on public.translation_parts (translation_id) where proposed_id is not null;

/* What waits, with all its reasons: a renewed text that readers do not have yet, a first translation into a language whose translations
   wait for a review, texts for which a person and a model want something else, and sentences that readers have reported. */
create function private.waiting_translations()
returns table (
  translation_id uuid, original_id uuid, language text, title text, published boolean, since timestamptz, is_renewed boolean,
  is_unpublished boolean, conflicts integer, reports integer)
language sql stable
as $$
  select article.id as translation_id, article.original_article_id as original_id, article.language, article.title, article.published,
    reason.since, reason.is_renewed, reason.is_unpublished, reason.conflicts, reason.reports
  from (
    select each.translation_id, min(each.since) as since, bool_or(each.is_renewed) as is_renewed,
      bool_or(each.is_unpublished) as is_unpublished, sum(each.conflicts)::integer as conflicts, sum(each.reports)::integer as reports
    from (
      select translation_id, made_at as since, true as is_renewed, false as is_unpublished, 0 as conflicts, 0 as reports
        from public.pending_translations
      union all
      select article.id, made.translated_at, false, true, 0, 0
        from public.articles as article join public.article_translations as made on made.translation_id = article.id
        where not article.published and article.original_article_id is not null
          and (made.reviewed_at is null or made.reviewed_at < made.translated_at)
          and article.language in (
            select jsonb_array_elements_text(value) from public.settings where key = 'translation_review')
      union all
      select made.translation_id, made.translated_at, false, false, conflict.conflicts, 0
        from (
          select translation_id, count(*)::integer as conflicts from public.translation_parts
          where proposed_id is not null group by translation_id) as conflict
        join public.article_translations as made on made.translation_id = conflict.translation_id
      union all
      select translation_id, min(created_at), false, false, 0, count(*)::integer
        from public.translation_reports where status = 'open' group by translation_id
    ) as each group by each.translation_id
  ) as reason
  join public.articles as article on article.id = reason.translation_id
  join public.articles as original on original.id = article.original_article_id and original.language = 'en'
$$;

revoke all on function private.waiting_translations() from public;

/* A page of the translations that wait for a person, the longest waiting first, and how many there are. Whatever is null means any.
   Raises 42501 for who is no administrator. */
create function public.list_translations_to_review(
  p_language text default null, p_except_original uuid default null, p_offset integer default 0, p_limit integer default 25) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can list what is to be reviewed.';
  end if;
  with waiting as materialized (
    select * from private.waiting_translations()
    where (p_language is null or language = p_language) and (p_except_original is null or original_id <> p_except_original)
  ), page as (
    select * from waiting order by since, translation_id
    offset greatest(coalesce(p_offset, 0), 0) limit least(greatest(coalesce(p_limit, 0), 0), 100)
  )
  select jsonb_build_object('total', (select count(*) from waiting), 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'translation_id', page.translation_id, 'original_id', page.original_id, 'language', page.language, 'title', page.title,
      'published', page.published, 'original_title', original.title, 'since', page.since, 'is_renewed', page.is_renewed,
      'is_unpublished', page.is_unpublished, 'conflicts', page.conflicts, 'reports', page.reports)
      order by page.since, page.translation_id), '[]')
    from page join public.articles as original on original.id = page.original_id))
  into answer;
  return answer;
end
$$;

revoke all on function public.list_translations_to_review(text, uuid, integer, integer) from public, anon;
grant execute on function public.list_translations_to_review(text, uuid, integer, integer) to authenticated, service_role;
