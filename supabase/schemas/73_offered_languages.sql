-- Languages that are switched off, which the setting `languages` does not name.

/* Ends what is under way for languages that are switched off. A model that is at work is not waited for: its answer is not stored. */
create function private.end_unoffered_translations() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- In the order of the ids, as everything that locks several.
  perform from public.translation_runs
    where status in ('queued', 'running', 'paused') and not language = any(private.offered_languages()) order by id for update;
  update public.translation_runs set status = 'cancelled', ended_at = now(), reason = 'The language was switched off.'
    where status in ('queued', 'running', 'paused') and not language = any(private.offered_languages());
  return null;
end
$$;
create trigger end_unoffered_translations after insert or update on public.settings
  for each row when (new.key = 'languages') execute function private.end_unoffered_translations();

/* Returns what it concerns when a language is switched off: {published, drafts, under_way, subscribers, editions}, where under_way are its
   translations that are being made, subscribers those who get the newsletter in it, and editions those of issues that are not sent yet.
   Raises 42501 unless the caller makes newsletters. */
create function public.count_in_language(p_language text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.makes_newsletters() then
    raise exception using errcode = '42501', message = 'Only editors and people of the newsletter can see what there is in a language.';
  end if;
  return (
    select jsonb_build_object(
      'published', count(*) filter (where published), 'drafts', count(*) filter (where not published),
      'under_way', (
        select count(*) from public.translation_runs
        where language = p_language and status in ('queued', 'running', 'paused')),
      'subscribers', (
        select count(*) from public.newsletter_subscribers where language = p_language and confirmed and is_active),
      'editions', (
        select count(*) from public.newsletter_editions as edition
        join public.newsletter_issues as issue on issue.id = edition.issue_id
        where edition.language = p_language and issue.status in ('draft', 'approved', 'scheduled')))
    from public.articles where language = p_language);
end
$$;

/* The address of the English original of a published article, in a language that is switched off, which has this slug or had it once;
   null when there is none. Without a language, it may be in any. */
create function public.find_original_slug(p_slug text, p_language text default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(original.slug)
  from (
    select article.original_article_id, article.language, false as is_former from public.articles as article
    where article.slug = p_slug and article.published
    union all
    select article.original_article_id, article.language, true from public.slug_redirects as former
    join public.articles as article on article.id = former.article_id and article.published
    where former.slug = p_slug
  ) as version
  join public.articles as original
    on original.id = version.original_article_id and original.language = 'en' and original.published
  where not version.language = any(private.offered_languages()) and (p_language is null or version.language = p_language)
  order by version.is_former, version.language, original.id limit 1
$$;

grant execute on function
  public.count_in_language(text)
to authenticated;
grant execute on function
  public.find_original_slug(text, text)
to anon, authenticated;
