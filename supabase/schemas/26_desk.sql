-- The texts in which the article lists of the desk are searched for, apart from the long texts, so that few pages are read. Clients
-- cannot read it, because it includes drafts.
create table private.desk_words (
  article_id uuid primary key references public.articles (id) on delete cascade,
  published boolean not null,
  language text not null,
  words text not null
);
create index desk_words_trigrams on private.desk_words using gin (words extensions.gin_trgm_ops);
revoke all on private.desk_words from anon, authenticated, service_role;

/* Updates desk_words. */
create function private.keep_desk_words() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.desk_words (article_id, published, language, words)
  values (new.id, new.published, new.language, private.fold(concat_ws(E'\n', new.title, new.slug, new.author)))
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

/* The articles of a desk list with p_search in their title, slug or author, in any spelling: their number, and the ids of one page of them.
   Null means any; p_state, p_owner and p_next are of originals that somebody works on. Security definer, because policies would keep LIKE from using the index: it checks once what the policies of articles
   check, finds only what the caller reads, and raises 42501 for who has no role. The matches are computed once, for the number and the
   page. */
create function public.search_desk(
  p_search text, p_published boolean, p_language text default null, p_category text default null,
  p_featured boolean default null, p_sort text default 'publish_date', p_descending boolean default true,
  p_offset integer default 0, p_limit integer default 25,
  p_state text default null, p_owner uuid default null, p_next uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  pattern constant text := private.containing(p_search);
  reads_all constant boolean := private.is_editor();
  readable uuid[] := '{}';
  is_at_work constant boolean := num_nonnulls(p_state, p_owner, p_next) > 0;
  answer jsonb;
begin
  if not private.is_member() then
    raise exception using errcode = '42501', message = 'Only people of the desk can search it.';
  end if;
  if not reads_all then
    readable := array(select private.readable_articles());
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
        and ($4 is null or articles.category = $4) and ($5 is null or articles.featured = $5)
        and ($8 or desk_words.published or desk_words.article_id = any ($9))
        %3$s)
    select jsonb_build_object('total', (select count(*) from found), 'ids', (
      select coalesce(jsonb_agg(id), '[]')
      from (select id from found order by sorted %2$s, id offset $6 limit $7) as page))
  $query$, p_sort, case when p_descending then 'desc' else 'asc' end, case when is_at_work then $condition$
        and exists (
          select from public.article_workflow as work
          where work.article_id = articles.id and ($10 is null or state = $10) and ($11 is null or owner = $11)
            and ($12 is null or next_person = $12) and ($8 or work.article_id in (select private.readable_drafts())))
  $condition$ end)
  into answer
  using pattern, p_published, p_language, p_category, p_featured,
    greatest(coalesce(p_offset, 0), 0), least(greatest(coalesce(p_limit, 0), 0), 1000), reads_all, readable,
    p_state, p_owner, p_next;
  return answer;
end
$$;

grant execute on function
  public.search_desk(text, boolean, text, text, boolean, text, boolean, integer, integer, text, uuid, uuid)
to authenticated;
