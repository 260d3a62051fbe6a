-- Words that tens of thousands of items have were looked for in all of them.

/* What a search of the newsroom looks for in titles and outlets: all its words, of which the last may be begun; null when there are none. */
create function private.news_query(p_search text) returns tsquery
language plpgsql immutable set search_path = ''
as $$
declare
  words constant tsquery := private.search_query(null, left(p_search, 200));
begin
  -- Only words to leave out, or none at all.
  if coalesce(querytree(words), '') in ('', 'T') then
    return null;
  end if;
  return regexp_replace(words::text, '''$', ''':*')::tsquery;
end
$$;

/* Items with the words of a search, and their groups. Where sixty or more of the 2,000 that were read last have them, is_frequent, those only,
   because the index would find tens of thousands; or else up to 20,000 of all. */
create function private.match_news_items(p_words tsquery, out items uuid[], out groups uuid[], out is_frequent boolean)
language plpgsql stable set search_path = ''
-- In how many items a begun word is gets overestimated, which makes reading all of them look cheaper.
set enable_seqscan = off set plan_cache_mode = force_custom_plan
as $$
begin
  select array_agg(id), array_agg(group_id), count(*) >= 60 into items, groups, is_frequent
  from (select id, group_id, title, outlet from public.news_items order by added_at desc limit 2000) as latest
  where to_tsvector('private.simple'::regconfig, title || ' ' || outlet) @@ p_words;
  if not is_frequent then
    select array_agg(id), array_agg(group_id) into items, groups
    from (
      select id, group_id from public.news_items
      where to_tsvector('private.simple'::regconfig, title || ' ' || outlet) @@ p_words limit 20000) as found;
  end if;
end
$$;

/* The newest items with the words of a search, of which the last may be begun, in their titles or outlets; of frequent words those of the 2,000
   that were read last: [{id, title, outlet, published_at, group_id}], twenty at most. Raises 42501 unless the caller is an editor. */
create function public.search_news_items(p_search text) returns jsonb
language plpgsql stable security definer set search_path = ''
-- So that items are looked up one by one.
set plan_cache_mode = force_custom_plan
as $$
declare
  matched uuid[];
begin
  perform private.require_editor_of_news();
  select items into matched from private.match_news_items(private.news_query(p_search));
  return (
    with found as materialized (
      select id, title, outlet, published_at, group_id from public.news_items where id = any (matched)
    ), newest as (
      select * from found order by published_at desc, id limit 20
    )
    select coalesce(jsonb_agg(to_jsonb(newest) order by published_at desc, id), '[]') from newest);
end
$$;

grant execute on function public.search_news_items(text) to authenticated;

/* A page of groups, those first that most speaks for: {total, groups}. p_show: 'all' but those that are hidden, those that the caller
   'followed', or those that are 'hidden'. p_search: words of titles and outlets, of which the last may be begun. Of the first 10,000 groups only,
   and where the words are frequent, of the first 2,000. Raises 42501 unless the caller is an editor. */
create or replace function public.list_news_groups(
  p_show text default 'all', p_search text default '', p_section text default null, p_language text default null,
  p_from integer default 0, p_size integer default 20) returns jsonb
language plpgsql stable security definer set search_path = ''
-- Each combination of filters has a plan of its own.
set plan_cache_mode = force_custom_plan
as $$
declare
  is_search constant boolean := btrim(coalesce(p_search, '')) <> '';
  words constant tsquery := private.news_query(p_search);
  matched uuid[];
  is_frequent boolean := false;
  found uuid[];
begin
  perform private.require_editor_of_news();
  if p_show is null or p_show not in ('all', 'followed', 'hidden') then
    raise exception using errcode = '22023', message = 'Choose which groups to show: all, followed or hidden.';
  end if;
  if is_search then
    select items.groups, items.is_frequent into matched, is_frequent from private.match_news_items(words) as items;
  end if;
  found := array(
    select id
    from (
      select id, rank from public.news_groups as stored
      where (p_show = 'hidden') = (hidden_at is not null)
        and (p_section is null or section = p_section)
        and (p_language is null or p_language = any (languages))
        and (p_show <> 'followed' or id in (
          select group_id from private.news_group_views where user_id = auth.uid() and followed_at is not null))
        and (not is_search or is_frequent or id = any (matched))
      order by rank desc, id limit case when is_frequent then 2000 else 10000 end) as listed
    where not is_frequent or exists (
      select from public.news_items
      where group_id = listed.id and to_tsvector('private.simple'::regconfig, title || ' ' || outlet) @@ words)
    order by rank desc, id);
  return jsonb_build_object('total', cardinality(found), 'groups', private.describe_news_groups(
    found[greatest(p_from, 0) + 1 : greatest(p_from, 0) + least(greatest(p_size, 1), 50)]));
end
$$;

select private.admit_service_role();
