-- The way in which items are compared and put into groups, and all that editors do with groups. Programs compare (server/features/newsroom/groups); what an
-- editor has put together or apart stays as it is.

-- The words by which an item is compared. Copies of an item have no words here, so that they neither attract others nor make its words look frequent.
create table private.news_comparisons (
  item_id uuid primary key references public.news_items (id) on delete cascade,
  -- Of items whose texts are nearly the same, at least one is most likely the same.
  bands bigint[] not null default '{}' check (cardinality(bands) <= 64),
  -- Hashes of the words that tell most, each with the days in which it was published, so that only stories of those days meet.
  words bigint[] not null default '{}' check (cardinality(words) <= 64),
  weights real[] not null default '{}' check (cardinality(weights) = cardinality(words)),
  section text,
  section_fit integer not null default 0 check (section_fit between 0 and 100),
  section_words text[] not null default '{}',
  -- An editor has put it where it is.
  is_placed boolean not null default false,
  -- The number of failed comparisons, and the time of the next.
  failures integer not null default 0,
  try_at timestamptz
);
create index news_comparisons_bands on private.news_comparisons using gin (bands) with (fastupdate = off);
create index news_comparisons_to_try on private.news_comparisons (try_at) where try_at is not null;
create index news_comparisons_words on private.news_comparisons using gin (words) with (fastupdate = off);
grant all on private.news_comparisons to service_role;

-- In how many items of some days a word is: the fewer, the more it tells. The word 0 counts the items.
create table private.news_word_counts (
  period integer not null,
  word bigint not null,
  items integer not null,
  primary key (period, word)
);
grant all on private.news_word_counts to service_role;

-- The words of sections: of their names, their descriptions and their latest articles, in all languages. A weight is higher the more a word
-- is one section's own.
create table private.news_section_words (
  section text not null,
  word text not null,
  weight real not null,
  read_at timestamptz not null default now(),
  primary key (word, section)
);
grant all on private.news_section_words to service_role;

/* Has the words of the sections read again after one of them has changed, and the items of two weeks compared with them. Stories follow
   their section to another address at once. */
create function private.forget_section_words() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_news_groups();
  delete from private.news_section_words;
  update private.news_comparisons set section = null, section_fit = 0, section_words = '{}', try_at = now()
    where item_id in (select id from public.news_items where added_at > now() - interval '14 days');
  update public.news_groups set section = new.retired_to where section = new.slug and new.retired_to is not null;
  return null;
end
$$;
create trigger forget_section_words_of_new after insert on public.categories
  for each row execute function private.forget_section_words();
create trigger forget_section_words after update on public.categories
  for each row when ((old.names, old.descriptions, old.retired_to) is distinct from (new.names, new.descriptions, new.retired_to))
  execute function private.forget_section_words();

create table private.news_group_views (
  user_id uuid not null references auth.users (id) on delete cascade,
  group_id uuid not null references public.news_groups (id) on delete cascade,
  -- Items that came into the group until then were seen there.
  seen_at timestamptz,
  followed_at timestamptz,
  primary key (user_id, group_id)
);
create index news_group_views_of_group on private.news_group_views (group_id);
grant all on private.news_group_views to service_role;

/* Waits until nobody else changes which items are in which group. So programs that insert at the same time come to the same groups, and an
   editor and a program never lock groups in different orders. */
create function private.lock_news_groups() returns void
language sql set search_path = ''
return pg_advisory_xact_lock(hashtextextended('news groups', 0));

/* Counts the items of groups anew, chooses what stands for each, and deletes those that have none. A hundred of the rank are a doubling of the
   origins, twelve hours, or a text that is all a section's own. */
create function private.refresh_news_groups(p_ids uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.news_groups as stored set
    links = told.links, origins = told.origins, newest_at = told.newest_at, languages = told.languages, outlets = told.outlets,
    headline = best.title, section = fitting.section, section_fit = coalesce(fitting.section_fit, 0),
    section_words = coalesce(fitting.section_words, '{}'),
    rank = 100 * log(2, 1 + told.origins) + coalesce(fitting.section_fit, 0) + extract(epoch from told.newest_at) / 432
  from (
    select group_id, count(*) as links,
      -- Several reports of one outlet are no more independent than one text in several outlets.
      least(count(distinct coalesce(origin_id, id)), count(distinct outlet)) as origins,
      -- Nothing is newer than the moment at which it was read.
      max(least(published_at, added_at)) as newest_at,
      coalesce(array_agg(distinct language) filter (where language is not null), '{}') as languages,
      (array_agg(distinct outlet))[1:30] as outlets
    from public.news_items where group_id = any (p_ids) group by group_id) as told
  cross join lateral (
    select title from public.news_items as item where item.group_id = told.group_id
    order by language = 'en' desc nulls last, origin_id = id desc nulls last, excerpt <> '' desc, kind = 'text', published_at, id limit 1) as best
  left join lateral (
    select compared.section, compared.section_fit, compared.section_words
    from public.news_items as item join private.news_comparisons as compared on compared.item_id = item.id
    where item.group_id = told.group_id and compared.section is not null
    order by compared.section_fit desc, item.id limit 1) as fitting on true
  where stored.id = told.group_id;
  delete from public.news_groups as stored
    where stored.id = any (p_ids) and not exists (select from public.news_items where group_id = stored.id);
end
$$;

create function private.refresh_groups_of_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_news_groups(array(select distinct group_id from deleted where group_id is not null order by group_id));
  return null;
end
$$;
create trigger refresh_groups_of_deleted after delete on public.news_items
  referencing old table as deleted for each statement execute function private.refresh_groups_of_deleted();

/* Makes whoever deletes items wait first for who changes groups, who locks them in another order. */
create function private.lock_groups_of_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_news_groups();
  return null;
end
$$;
create trigger lock_groups_of_deleted before delete on public.news_items
  for each statement execute function private.lock_groups_of_deleted();

/* Raises 42501 unless the caller is an editor. */
create function private.require_editor_of_news() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_editor() then
    raise exception using errcode = '42501', message = 'Only editors work with the groups of the newsroom.';
  end if;
end
$$;

/* Published originals that tell the story of a group until now: those that rest on it, and then those most alike by the words that tell what
   each is about (private.topic_words). One or two words in common may be chance. */
create function private.continued_articles(p_group_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  with words as (
    select distinct private.root_of('en', lexeme) as lexeme
    from (
      select title, excerpt from public.news_items where group_id = p_group_id
      order by language = 'en' desc nulls last, published_at, id limit 3) as told
    cross join lateral unnest(private.search_vector('en', left(told.title || ' ' || told.excerpt, 800)))
    limit 200
  ), alike as (
    select topic.article_id, sum(topic.weight) as likeness
    from words cross join lateral (
      select article_id, weight from private.topic_words
      where language = 'en' and word = words.lexeme order by weight desc, article_id limit 20) as topic
    group by topic.article_id having count(*) >= 3 and sum(topic.weight) >= 0.6
    union all
    select article_id, 1000 from public.sourced_articles where group_id = p_group_id
    union all
    select article_id, 100 from public.article_sources where item_id in (select id from public.news_items where group_id = p_group_id)
  ), closest as (
    select article.id, article.slug, article.title, max(alike.likeness) as likeness
    from alike join public.articles as article on article.id = alike.article_id
    where article.published and article.original_article_id is null
    group by article.id
    order by likeness desc, id limit 3
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'slug', slug, 'title', title) order by likeness desc, id), '[]') from closest);
end
$$;

/* Groups as the caller sees them, in the order of the ids. */
create function private.describe_news_groups(p_ids uuid[]) returns jsonb
language sql stable security definer set search_path = ''
begin atomic
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', stored.id, 'headline', stored.headline, 'links', stored.links, 'origins', stored.origins, 'newest_at', stored.newest_at,
    'new_links', (
      select count(*) from public.news_items as item
      where item.group_id = stored.id and (seen.seen_at is null or item.grouped_at > seen.seen_at)),
    'is_followed', seen.followed_at is not null, 'is_hidden', stored.hidden_at is not null,
    'languages', stored.languages, 'outlets', stored.outlets, 'section', stored.section,
    -- An item that is new and told once has fifty.
    'score', greatest(0, round(40 + (stored.rank - extract(epoch from now()) / 432) / 10)),
    'reasons', jsonb_build_array(
      jsonb_build_object('code', 'origins', 'value', stored.origins),
      jsonb_build_object('code', 'newness', 'value', floor(extract(epoch from now() - stored.newest_at) / 3600)))
      || case when stored.section is null then '[]' else
        jsonb_build_array(jsonb_build_object('code', 'section', 'value', stored.section_words)) end,
    'continues', private.continued_articles(stored.id)) order by listed.place), '[]')
  from unnest(p_ids) with ordinality as listed (id, place)
  join public.news_groups as stored on stored.id = listed.id
  left join private.news_group_views as seen on seen.group_id = stored.id and seen.user_id = auth.uid();
end;

/* A page of groups, those first that most speaks for: {total, groups}. p_show: 'all' but those that are hidden, those that the caller
   'followed', or those that are 'hidden'. p_search: words of titles and outlets, of which the last may be begun. Of the first 10,000 groups only,
   and where the words are frequent, of the first 2,000. Raises 42501 unless the caller is an editor. */
create function public.list_news_groups(
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
      where group_id = listed.id and to_tsvector('private.folded'::regconfig, title || ' ' || outlet) @@ words)
    order by rank desc, id);
  return jsonb_build_object('total', cardinality(found), 'groups', private.describe_news_groups(
    found[greatest(p_from, 0) + 1 : greatest(p_from, 0) + least(greatest(p_size, 1), 50)]));
end
$$;

/* A group with its items, the newest first, and the unpublished articles that were begun from it; null when there is none. Raises 42501 unless
   the caller is an editor. */
create function public.find_news_group(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_editor_of_news();
  return (
    select jsonb_build_object(
      'group', private.describe_news_groups(array[p_id]) -> 0,
      'items', (
        select coalesce(jsonb_agg(to_jsonb(item) || jsonb_build_object('is_new', seen.seen_at is null or item.grouped_at > seen.seen_at)
          order by item.published_at desc, item.id), '[]')
        from public.news_items as item where item.group_id = p_id),
      'drafts', (
        select coalesce(jsonb_agg(jsonb_build_object('article_id', article.id, 'title', article.title,
          'begun_by_name', private.name_of_person(begun.begun_by), 'begun_at', begun.begun_at) order by begun.begun_at desc, article.id), '[]')
        from public.sourced_articles as begun join public.articles as article on article.id = begun.article_id
        where begun.group_id = p_id and not article.published))
    from public.news_groups as stored
    left join private.news_group_views as seen on seen.group_id = stored.id and seen.user_id = auth.uid()
    where stored.id = p_id);
end
$$;

/* From now on only what comes into the group later is new to the caller; false when there is no such group. Raises 42501 unless the caller is an
   editor. */
create function public.mark_news_group_seen(p_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_editor_of_news();
  insert into private.news_group_views as stored (user_id, group_id, seen_at)
    select auth.uid(), p_id, max(grouped_at) from public.news_items where group_id = p_id having count(*) > 0
    on conflict (user_id, group_id) do update set seen_at = greatest(stored.seen_at, excluded.seen_at);
  return jsonb_build_object('changed', found);
end
$$;

/* Has the caller follow a group, or no longer: {changed}, which is false when there is none. Nobody follows more than a thousand (54000).
   Raises 42501 unless the caller is an editor. */
create function public.follow_news_group(p_id uuid, p_followed boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_editor_of_news();
  if p_followed and (select count(*) from private.news_group_views where user_id = auth.uid() and followed_at is not null) >= 1000 then
    raise exception using errcode = '54000', message = 'You follow a thousand groups already. Unfollow some first.';
  end if;
  insert into private.news_group_views as stored (user_id, group_id, followed_at)
    select auth.uid(), id, case when p_followed then now() end from public.news_groups where id = p_id
    on conflict (user_id, group_id) do update set followed_at = case when p_followed then coalesce(stored.followed_at, now()) end;
  return jsonb_build_object('changed', found);
end
$$;

/* Hides a group from everybody, or shows it again: {changed}, which is false when there is none. What comes into it later stays hidden with
   it. Raises 42501 unless the caller is an editor. */
create function public.hide_news_group(p_id uuid, p_hidden boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_editor_of_news();
  update public.news_groups set
    hidden_at = case when p_hidden then coalesce(hidden_at, now()) end,
    hidden_by = case when p_hidden then coalesce(hidden_by, auth.uid()) end
    where id = p_id;
  return jsonb_build_object('changed', found);
end
$$;

/* Moves all items of a group into another one, where they stay: {status: 'merged'}, 'gone' when one of them is not there, 'full' when they have
   more than 200 items together. Who followed it follows the other one. Raises 42501 unless the caller is an editor. */
create function public.merge_news_groups(p_id uuid, p_into uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_editor_of_news();
  if p_id = p_into then
    raise exception using errcode = '22023', message = 'A group cannot be merged with itself.';
  end if;
  perform private.lock_news_groups();
  if (select count(*) from public.news_groups where id in (p_id, p_into)) < 2 then
    return jsonb_build_object('status', 'gone');
  elsif (select count(*) from public.news_items where group_id in (p_id, p_into)) > 200 then
    return jsonb_build_object('status', 'full');
  end if;
  update private.news_comparisons set is_placed = true
    where item_id in (select id from public.news_items where group_id in (p_id, p_into));
  update public.news_items set group_id = p_into where group_id = p_id;
  update public.sourced_articles set group_id = p_into where group_id = p_id;
  insert into private.news_group_views as stored (user_id, group_id, seen_at, followed_at)
    select user_id, p_into, null, followed_at from private.news_group_views where group_id = p_id and followed_at is not null
    on conflict (user_id, group_id) do update set followed_at = coalesce(stored.followed_at, excluded.followed_at);
  perform private.refresh_news_groups(array[p_id, p_into]);
  return jsonb_build_object('status', 'merged');
end
$$;

/* Moves some items of a group into a new one, where they stay: {status: 'split', id}, or {status, id: null}: 'gone' when the group is not there,
   or an item not in it; 'all' when none would be left. Raises 42501 unless the caller is an editor. */
create function public.split_news_group(p_id uuid, p_item_ids uuid[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  chosen constant uuid[] := array(select distinct id from unnest(p_item_ids[1:201]) as id where id is not null);
  made uuid;
begin
  perform private.require_editor_of_news();
  if cardinality(chosen) not between 1 and 200 then
    raise exception using errcode = '22023', message = 'Choose 1 to 200 items of the group.';
  end if;
  perform private.lock_news_groups();
  if (select count(*) from public.news_items where group_id = p_id and id = any (chosen)) < cardinality(chosen) then
    return jsonb_build_object('status', 'gone', 'id', null);
  elsif not exists (select from public.news_items where group_id = p_id and id <> all (chosen)) then
    return jsonb_build_object('status', 'all', 'id', null);
  end if;
  insert into public.news_groups (hidden_at, hidden_by) select hidden_at, hidden_by from public.news_groups where id = p_id returning id into made;
  update private.news_comparisons set is_placed = true
    where item_id in (select id from public.news_items where group_id = p_id);
  update public.news_items set group_id = made where group_id = p_id and id = any (chosen);
  -- Anybody who has seen the items in the old group has seen them.
  insert into private.news_group_views (user_id, group_id, seen_at)
    select user_id, made, seen_at from private.news_group_views where group_id = p_id and seen_at is not null;
  perform private.refresh_news_groups(array[p_id, made]);
  return jsonb_build_object('status', 'split', 'id', made);
end
$$;

grant execute on function
  public.find_news_group(uuid),
  public.follow_news_group(uuid, boolean),
  public.hide_news_group(uuid, boolean),
  public.list_news_groups(text, text, text, text, integer, integer),
  public.mark_news_group_seen(uuid),
  public.merge_news_groups(uuid, uuid),
  public.split_news_group(uuid, uuid[])
to authenticated;
