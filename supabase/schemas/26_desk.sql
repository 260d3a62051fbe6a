/* The dashboard of the caller in one request, under the caller's policies: numbers of originals, those published from
   p_from until before p_until, the newest originals, schedules that did not work, and unsaved forms of the caller,
   once for each article. Raises 42501 unless the caller is an administrator. plpgsql, because it is planned once per
   connection. */
create function public.load_dashboard(p_from timestamptz, p_until timestamptz) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators have a dashboard.';
  end if;
  return jsonb_build_object(
    'counts', (
      select jsonb_build_object(
        'total', count(*),
        'featured', count(*) filter (where featured),
        'publishedToday', count(*) filter (where published and publish_date >= p_from and publish_date < p_until),
        'drafts', count(*) filter (where not published))
      from public.articles where original_article_id is null),
    'recent', (
      select coalesce(jsonb_agg(to_jsonb(newest) order by publish_date desc, id), '[]')
      from (
        select id, slug, language, title, category, publish_date, reading_time, published, featured
        from public.articles where original_article_id is null
        order by publish_date desc, id limit 5) as newest),
    'missed', (
      select coalesce(jsonb_agg(to_jsonb(schedule) order by publish_at desc), '[]')
      from (
        select schedules.publish_at, schedules.zone, schedules.status, schedules.reason,
          jsonb_build_object('id', articles.id, 'slug', articles.slug, 'language', articles.language,
            'title', articles.title) as article
        from public.article_schedules as schedules join public.articles on articles.id = schedules.article_id
        where schedules.status in ('missed', 'failed')
        order by schedules.publish_at desc limit 50) as schedule),
    'unsaved', (
      select coalesce(jsonb_agg(to_jsonb(form) order by updated_at desc), '[]')
      from (
        select copies.article_id, copies.title, copies.updated_at,
          case when articles.id is not null then
            jsonb_build_object('id', articles.id, 'slug', articles.slug, 'language', articles.language,
              'title', articles.title) end as article
        from (
          select distinct on (article_id) article_id, title, since, updated_at
          from public.working_copies order by article_id, updated_at desc) as copies
        left join public.articles on articles.id = copies.article_id
        -- What was typed of an article that is deleted now waits until it comes back.
        where articles.id is not null or copies.since is null) as form));
end
$$;

-- What the article lists of the desk are searched for, apart from the long texts, so that few pages are read. Clients
-- cannot read it, because it includes drafts.
create table private.desk_words (
  article_id uuid primary key references public.articles (id) on delete cascade,
  published boolean not null,
  language text not null,
  words text not null
);
create index desk_words_trigrams on private.desk_words using gin (words extensions.gin_trgm_ops);
alter table private.desk_words enable row level security;
revoke all on private.desk_words from anon, authenticated, service_role;

/* Updates desk_words. */
create function private.keep_desk_words() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.desk_words (article_id, published, language, words)
  values (new.id, new.published, new.language, lower(concat_ws(E'\n', new.title, new.slug, new.author)))
  on conflict (article_id) do update
    set published = excluded.published, language = excluded.language, words = excluded.words;
  return null;
end
$$;
create trigger keep_desk_words_of_new after insert on public.articles
  for each row execute function private.keep_desk_words();
create trigger keep_desk_words after update on public.articles
  for each row when (
    (old.published, old.language, old.title, old.slug, old.author)
      is distinct from (new.published, new.language, new.title, new.slug, new.author))
  execute function private.keep_desk_words();

/* The articles of a desk list with p_search in their title, slug or author, in any case: their number, and the ids of
   one page of them. Null means any. Security definer, because policies would keep LIKE from using the index: it checks
   once what the policies of articles check, and raises 42501 unless the caller is an administrator. The matches are
   computed once, for the number and the page. */
create function public.search_desk(
  p_search text, p_published boolean, p_language text default null, p_category text default null,
  p_featured boolean default null, p_sort text default 'publish_date', p_descending boolean default true,
  p_offset integer default 0, p_limit integer default 25) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  pattern text := '%' || replace(replace(replace(lower(left(p_search, 200)), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  answer jsonb;
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can search the desk.';
  end if;
  if p_sort is null or p_sort not in ('title', 'category', 'author', 'publish_date', 'created_at', 'updated_at') then
    raise exception using errcode = '22023', message = 'A list cannot be sorted by this.';
  end if;
  -- Planned for these values, because a rare word is looked up and a frequent one is not.
  execute format($query$
    with found as materialized (
      select articles.id, articles.%1$I as sorted
      from private.desk_words join public.articles on articles.id = desk_words.article_id
      where ($2 is null or desk_words.published = $2) and ($3 is null or desk_words.language = $3) and desk_words.words like $1
        and ($4 is null or articles.category = $4) and ($5 is null or articles.featured = $5))
    select jsonb_build_object('total', (select count(*) from found), 'ids', (
      select coalesce(jsonb_agg(id), '[]')
      from (select id from found order by sorted %2$s, id offset $6 limit $7) as page))
  $query$, p_sort, case when p_descending then 'desc' else 'asc' end)
  into answer
  using pattern, p_published, p_language, p_category, p_featured,
    greatest(coalesce(p_offset, 0), 0), least(greatest(coalesce(p_limit, 0), 0), 1000);
  return answer;
end
$$;

grant execute on function
  public.load_dashboard(timestamptz, timestamptz),
  public.search_desk(text, boolean, text, text, boolean, text, boolean, integer, integer)
to authenticated;
