-- Which articles are translated into which languages, and how well, is seen at once and not by opening ten thousand articles.

-- English originals by date, and their translations, without reading the wide rows of articles.
create index articles_english_originals on public.articles (publish_date desc, id) include (published, category)
  where language = 'en' and original_article_id is null;
create index articles_translated on public.articles (original_article_id, language) include (id, published)
  where original_article_id is not null;
create index translation_runs_failed on public.translation_runs (article_id, language, requested_at) where status = 'failed';

/* Of each of these originals and each language: whether there is a translation, and in which state. A run that is under way comes
   before a failure, a failure before what is missing, and that before what a translation itself says. */
create function private.translation_cells(p_originals uuid[])
returns table (
  original_id uuid, language text, state text, translation_id uuid, published boolean, changed_segments integer, reviewed_at timestamptz,
  waits boolean, conflicts integer, reports integer, run_status text, reason text, segments integer, segments_done integer)
language sql stable
as $$
  select original.id, language.code,
    case
      when active.id is not null then 'under-way'
      when failed.ended_at > coalesce(made.translated_at, '-infinity') then 'failed'
      when translation.id is null then 'missing'
      when pending.translation_id is not null then 'waiting'
      when made.stale_since is not null then 'stale'
      when first.is_unpublished or conflict.parts > 0 or report.sentences > 0 then 'waiting'
      when made.reviewed_at >= made.translated_at then 'reviewed'
      else 'up-to-date'
    end,
    translation.id, coalesce(translation.published, false), case when made.stale_since is not null then made.changed_segments end,
    case when made.reviewed_at >= made.translated_at then made.reviewed_at end,
    pending.translation_id is not null or first.is_unpublished, coalesce(conflict.parts, 0), coalesce(report.sentences, 0),
    active.status, coalesce(active.reason, failed.reason), active.segments, active.segments_done
  from unnest(p_originals) as original (id)
  cross join (values ('es'), ('fr'), ('de'), ('it'), ('pt')) as language (code)
  left join public.articles as translation on translation.original_article_id = original.id and translation.language = language.code
  left join public.article_translations as made on made.translation_id = translation.id
  left join public.pending_translations as pending on pending.translation_id = translation.id
  -- As in private.waiting_translations(), which would be computed for all articles here.
  cross join lateral (
    select coalesce(not translation.published and made.translation_id is not null
      and (made.reviewed_at is null or made.reviewed_at < made.translated_at)
      and (select value from public.settings where key = 'translation_review') ? language.code, false) as is_unpublished
  ) as first
  left join (
    select translation_id, count(*)::integer as parts from public.translation_parts
    where proposed_id is not null group by translation_id) as conflict on conflict.translation_id = translation.id
  left join (
    select translation_id, count(*)::integer as sentences from public.translation_reports
    where status = 'open' group by translation_id) as report on report.translation_id = translation.id
  left join public.translation_runs as active on active.article_id = original.id and active.language = language.code
    and active.status in ('queued', 'running', 'paused')
  left join (
    select run.article_id, run.language, run.ended_at, run.reason from public.translation_runs as run
    where run.status = 'failed' and not exists (
      select from public.translation_runs as later
      where later.article_id = run.article_id and later.language = run.language and later.requested_at > run.requested_at)
  ) as failed on failed.article_id = original.id and failed.language = language.code
$$;

revoke all on function private.translation_cells(uuid[]) from public;

/*
 * A page of the English originals with the state of each translation, and how many originals there are. They are published since
 * p_since, or at any time, or drafts; have p_search in the title, slug or author; and of their cells, in p_language or in any, at least
 * one is in one of p_states, a JSON array. Whatever is null means any. Raises 42501 for who is no administrator.
 */
create function public.list_translation_coverage(
  p_search text default null, p_category text default null, p_published boolean default true, p_since timestamptz default null,
  p_states jsonb default null, p_language text default null, p_descending boolean default true,
  p_offset integer default 0, p_limit integer default 25) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  pattern text := '%' || replace(replace(replace(lower(left(p_search, 200)), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  found_ids uuid[];
  page_ids uuid[];
  total integer;
  first integer := least(greatest(coalesce(p_offset, 0), 0), 10000000);
  most integer := least(greatest(coalesce(p_limit, 0), 0), 1000);
  rows jsonb;
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can see which translations there are.';
  end if;
  -- Planned for these values, because a rare word is looked up and a frequent one is not.
  execute format($query$
    select array_agg(id order by publish_date %s, id) from public.articles
    where language = 'en' and original_article_id is null and ($1 is null or category = $1) and ($2 is null or published = $2)
      and ($3 is null or publish_date >= $3)
      %s
  $query$, case when p_descending then 'desc' else 'asc' end,
    case when p_search <> '' then 'and id in (select article_id from private.desk_words where words like $4)' else '' end)
  into found_ids using p_category, p_published, p_since, pattern;
  if p_states is not null then
    execute $query$
      select array_agg(original.id order by original.place)
      from unnest($1) with ordinality as original (id, place)
      where original.id in (
        select original_id from private.translation_cells($1) as cell
        where $2 ? cell.state and ($3 is null or cell.language = $3))
    $query$ into found_ids using found_ids, p_states, p_language;
  end if;
  total := coalesce(cardinality(found_ids), 0);
  page_ids := coalesce(found_ids[first + 1 : first + most], '{}');
  execute $query$
    with cells as (
      select original_id, jsonb_agg(to_jsonb(cell) - 'original_id' order by language) as cells
      from private.translation_cells($1) as cell where $2 is null or language = $2 group by original_id)
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', article.id, 'slug', article.slug, 'title', article.title, 'category', article.category, 'published', article.published,
      'publish_date', article.publish_date, 'cells', cells.cells) order by page.place), '[]')
    from unnest($1) with ordinality as page (id, place)
    join public.articles as article on article.id = page.id join cells on cells.original_id = page.id
  $query$ into rows using page_ids, p_language;
  return jsonb_build_object('total', total, 'rows', rows);
end
$$;

revoke all on function public.list_translation_coverage(text, text, boolean, timestamptz, jsonb, text, boolean, integer, integer)
  from public, anon;
grant execute on function public.list_translation_coverage(text, text, boolean, timestamptz, jsonb, text, boolean, integer, integer)
  to authenticated, service_role;
