-- Full text search: readers find words in whole articles, with any accents and endings.

-- private.french ignores accents, pg_catalog.french does not.
do $$
declare
  name text;
begin
  foreach name in array array['english', 'spanish', 'french', 'german', 'italian', 'portuguese'] loop
    execute format('create text search configuration private.%1$I (copy = pg_catalog.%1$I)', name);
    execute format(
      'alter text search configuration private.%I alter mapping for hword, hword_part, word with extensions.unaccent, %I',
      name, name || '_stem');
  end loop;
  -- For languages without one.
  create text search configuration private.simple (copy = pg_catalog.simple);
  alter text search configuration private.simple alter mapping for hword, hword_part, word with extensions.unaccent, simple;
end
$$;

/* The text search configuration of a language that reads accents. */
create function private.with_accents(p_language text) returns regconfig
language sql immutable set search_path = ''
return case p_language
  when 'en' then 'pg_catalog.english' when 'es' then 'pg_catalog.spanish' when 'fr' then 'pg_catalog.french' when 'de' then 'pg_catalog.german'
  when 'it' then 'pg_catalog.italian' when 'pt' then 'pg_catalog.portuguese' else 'pg_catalog.simple'
end::regconfig;

/* The text search configuration of a language that ignores accents. */
create function private.without_accents(p_language text) returns regconfig
language sql immutable set search_path = ''
return case p_language
  when 'en' then 'private.english' when 'es' then 'private.spanish' when 'fr' then 'private.french' when 'de' then 'private.german'
  when 'it' then 'private.italian' when 'pt' then 'private.portuguese' else 'private.simple'
end::regconfig;

/* The words of a text with and without their accents, because each finds what the other misses: a search for "reseau"
   means "réseau", but only the accents show that "informação" and "informações" are one word. Joined as text, since
   "||" would move positions. Without a letter outside ASCII both are the same; typographic marks are not letters. */
create function private.search_vector(p_language text, p_text text) returns tsvector
language plpgsql immutable set search_path = ''
as $$
declare
  readable text := private.parseable(p_text);
  accented tsvector := to_tsvector(private.with_accents(p_language), readable);
begin
  if readable !~ '[^\u0001-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u2010-\u205e\u20a0-\u20bf]' then
    return accented;
  end if;
  return concat_ws(' ', accented::text, to_tsvector(private.without_accents(p_language), readable)::text)::tsvector;
end
$$;

/* The query for these words, in the syntax of web searches. */
create function private.search_query(p_language text, p_words text) returns tsquery
language plpgsql immutable set search_path = ''
as $$
declare
  -- Several minus signs in a row are a dash or a line; PostgreSQL fails on more than thirty.
  words constant text := regexp_replace(p_words, '-[-\s]*-', ' ', 'g');
  accented tsquery := websearch_to_tsquery(private.with_accents(p_language), words);
begin
  -- Of two readings of "-word" it would be enough that one is missing from the article.
  if strpos(accented::text, '!') > 0 then
    return accented;
  end if;
  return accented || websearch_to_tsquery(private.without_accents(p_language), words);
end
$$;

/* The words of an article without Markdown and addresses; fenced code apart from prose. */
create function private.split_markdown(p_markdown text, out prose text, out code text)
language plpgsql immutable set search_path = ''
as $$
declare
  line text;
  marks text;
  fence text;
  prose_lines text[] := '{}';
  code_lines text[] := '{}';
begin
  foreach line in array string_to_array(replace(p_markdown, E'\r', ''), E'\n') loop
    marks := substring(line from '^ {0,3}(`{3,}(?=[^`]*$)|~{3,})');
    if fence is null and marks is not null then
      fence := marks;
    elsif fence is null then
      prose_lines := prose_lines || line;
    elsif starts_with(marks, fence) and line ~ '^ {0,3}[`~]+\s*$' then
      fence := null;
    else
      code_lines := code_lines || line;
    end if;
  end loop;
  code := array_to_string(code_lines, E'\n');
  prose := array_to_string(prose_lines, E'\n');

  -- References to footnotes, and what begins their texts; then rules and table borders, link definitions; then what opens a heading,
  -- a quotation or an item.
  prose := regexp_replace(prose, '\[\^[^][\s]+\]:?', '', 'g');
  prose := regexp_replace(prose, '^[ \t|:=*_-]+$|^ {0,3}\[[^]]+\]:.*$', '', 'gn');
  prose := regexp_replace(prose, '^[ \t]*((#{1,6}|>|[-*+]|\d{1,9}[.)])[ \t]+)+(\[[ xX]\][ \t]+)?', '', 'gn');
  -- Links and images keep their text; HTML and bare addresses go.
  prose := regexp_replace(prose, '!?\[([^][]*)\](\(([^()]|\([^()]*\))*\)|\[[^][]*\])', '\1', 'g');
  prose := regexp_replace(prose, '<[/!a-zA-Z][^>]*>|https?://\S+', ' ', 'g');
  -- Backslashes before punctuation, and emphasis, but not the underscores of a snake_case name.
  prose := regexp_replace(prose, '\\([!-/:-@[-`{-~])|[*`~]|(?<!\w)_+|_+(?!\w)', '\1', 'g');
  prose := btrim(regexp_replace(replace(prose, '|', ' '), '\s+', ' ', 'g'));
end
$$;

-- A row for each published article and none for a draft, so that its policy lets everyone read every row. Behind a policy that tests
-- rows no search could use the index, because "@@" is not marked as leakproof.
create table private.article_search (
  article_id uuid primary key references public.articles (id) on delete cascade,
  language text not null,
  publish_date timestamptz not null,
  title tsvector not null,
  everything tsvector not null,
  prose text not null,
  category text,
  original_id uuid,
  author_slug text,
  author_words tsvector
);
create index article_search_words on private.article_search using gin (language, everything) with (fastupdate = off);
create index article_search_authors on private.article_search (language, author_slug, publish_date desc, article_id);
-- For searches with filters and no word.
create index article_search_newest on private.article_search (language, publish_date desc, article_id);
alter table private.article_search enable row level security;
grant select on private.article_search to anon, authenticated;
grant all on private.article_search to service_role;
create policy "everyone searches published articles" on private.article_search
  for select to anon, authenticated using (true);

/* Puts an article into the index, or replaces it there. */
create function private.index_article(p_article public.articles) returns void
language plpgsql set search_path = ''
as $$
declare
  -- A tsvector holds a megabyte at most; an article that is longer than anyone searches must still be saved.
  words record := private.split_markdown(left(p_article.content, 60000));
  title tsvector := private.search_vector(p_article.language, left(p_article.title, 5000));
  -- Comments are gone from it already: what still opens one never closes it. And search_headline brings its own marks.
  prose text := replace(private.parseable(translate(words.prose, E'\uE000\uE001', '')), '<!--', '< !--');
  summary text := left(concat_ws(E'\n', p_article.subtitle, p_article.excerpt, p_article.author), 5000);
begin
  insert into private.article_search (article_id, language, publish_date, title, everything, prose)
  values (
    p_article.id, p_article.language, p_article.publish_date, title,
    setweight(title, 'A')
      || setweight(private.search_vector(p_article.language, summary), 'B')
      || setweight(private.search_vector(p_article.language, prose), 'C')
      || setweight(private.search_vector(p_article.language, words.code), 'D'),
    prose)
  on conflict (article_id) do update set
    language = excluded.language, publish_date = excluded.publish_date, title = excluded.title,
    everything = excluded.everything, prose = excluded.prose;
end
$$;

/* Maintains the search index: a row for each published article. */
create function private.index_changed_article() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.published then
    perform private.index_article(new);
  else
    delete from private.article_search where article_id = new.id;
  end if;
  return null;
end
$$;
create trigger index_changed_article
  after insert or update of language, title, subtitle, excerpt, content, author, publish_date, published on public.articles
  for each row execute function private.index_changed_article();

/* The passages of an article around the words, or its excerpt when they are in the title, in code or far down only.
   U+E000 and U+E001 stand around the words; nothing is escaped. */
create function private.search_headline(p_language text, p_excerpt text, p_prose text, p_words tsquery)
returns text
language plpgsql immutable set search_path = ''
as $$
declare
  marks constant text := E'\uE000\uE001';
  style constant text :=
    E'StartSel=\uE000, StopSel=\uE001, MaxFragments=2, MaxWords=22, MinWords=10, ShortWord=0, FragmentDelimiter=" … "';
  any_word tsquery := regexp_replace(p_words::text, '&|<(-|\d+)>', '|', 'g')::tsquery;
  -- No further, because it takes time.
  passage text := left(private.parseable(translate(left(p_excerpt, 12000), marks, '')) || ' ' || p_prose, 12000);
  headline text := ts_headline(private.without_accents(p_language), passage, p_words, style);
  plain text;
begin
  if strpos(headline, left(marks, 1)) = 0 then
    headline := ts_headline(private.without_accents(p_language), passage, any_word, style);
  end if;
  if strpos(headline, left(marks, 1)) = 0 then
    headline := ts_headline(private.with_accents(p_language), passage, any_word, style);
  end if;
  if strpos(headline, left(marks, 1)) = 0 then
    return translate(p_excerpt, marks, '');
  end if;
  plain := translate(headline, marks, '');
  return case when starts_with(passage, split_part(plain, ' … ', 1)) then '' else '… ' end
    || headline
    || case when right(rtrim(passage, '.!?'), 30) = right(plain, 30) then '' else ' …' end;
end
$$;

/* Published articles of a language that have all the words of p_query, in which "a phrase", or, and -not may be used.
   When no article has the last word, words that begin with it count. To be fast with frequent words, only 200 matches
   are ranked: those with the words in the title, and then the newest; a phrase is searched in 300 articles that have
   all its words. `total` counts every match except those of a phrase beyond these.
   Filters restrict the search to a category, to the days from p_from until p_until in UTC, and to authors whose name
   has the words of p_author. With filters and no query, all articles that match them are found, the newest first. */
create function public.search_articles(
  p_query text, p_language text default 'en', p_limit integer default 10, p_offset integer default 0,
  p_category text default null, p_from date default null, p_until date default null, p_author text default null)
returns table (
  id uuid, slug text, language text, title text, category text, publish_date timestamptz, headline text, total integer)
language plpgsql stable set search_path = ''
-- A plan made for a frequent word would read all articles instead of the index.
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  words tsquery := private.search_query(p_language, left(p_query, 200));
  loose tsquery;
  is_phrase boolean;
  candidates uuid[];
  matches integer;
  authors tsquery := private.author_query(left(p_author, 200));
  -- Of a section: the index has the address that it had when an article was saved last.
  addresses text[] := array(select slug from public.categories where p_category in (slug, retired_to));
  published_from timestamptz := private.beginning_of(p_from);
  published_before timestamptz := private.beginning_of(p_until) + interval '1 day';
begin
  -- A name without letters or digits matches no author.
  if p_author is not null and authors is null then
    return;
  end if;

  if btrim(p_query) = '' then
    if num_nonnulls(p_category, p_from, p_until, p_author) = 0 then
      return;
    end if;
    matches := (
      select count(*) from private.article_search
      where language = p_language
        and (p_category is null or category = any (addresses))
        and (published_from is null or publish_date >= published_from)
        and (published_before is null or publish_date < published_before)
        and (authors is null or author_words @@ authors));
    return query
    with page as (
      select article_id from private.article_search
      where language = p_language
        and (p_category is null or category = any (addresses))
        and (published_from is null or publish_date >= published_from)
        and (published_before is null or publish_date < published_before)
        and (authors is null or author_words @@ authors)
      order by publish_date desc, article_id
      limit least(greatest(p_limit, 1), 50) offset greatest(p_offset, 0)
    )
    select id, slug, p_language, title, category, publish_date, translate(excerpt, E'\uE000\uE001', ''), matches
    from page join public.articles on id = article_id
    order by publish_date desc, id;
    return;
  end if;

  -- Only words to leave out, or none at all.
  if querytree(words) in ('', 'T') then
    return;
  end if;
  for attempt in 1..2 loop
    is_phrase := words::text ~ '<(-|\d+)>';
    loose := regexp_replace(words::text, '<(-|\d+)>', '&', 'g')::tsquery;
    select array_agg(article_id), max(total) into candidates, matches
      from (
        select article_id, count(*) over () as total
        from private.article_search
        where language = p_language and everything @@ loose
          and (p_category is null or category = any (addresses))
          and (published_from is null or publish_date >= published_from)
          and (published_before is null or publish_date < published_before)
          and (authors is null or author_words @@ authors)
        order by title @@ words desc, publish_date desc
        limit case when is_phrase then 300 else 200 end
      ) as newest;
    exit when matches > 0;
    words := regexp_replace(words::text, '''$', ''':*')::tsquery;
  end loop;

  return query
  with page as (
    select article_id, prose, ts_rank(everything, words, 1) as rank,
      case when is_phrase then (count(*) over ())::integer else matches end as total
    from private.article_search
    where article_id = any (candidates) and (not is_phrase or everything @@ words)
    order by rank desc, publish_date desc, article_id
    limit least(greatest(p_limit, 1), 50) offset greatest(p_offset, 0)
  )
  select id, slug, p_language, title, category, publish_date,
    private.search_headline(p_language, excerpt, prose, words), total
  from page join public.articles on id = article_id
  order by rank desc, publish_date desc, id;
end
$$;

-- Lets "title or excerpt contains" use its trigram indexes for readers, too. Behind row level security PostgreSQL passes a condition to
-- an index only when its operator is leakproof, and ILIKE is not. It reveals nothing but its result, except by an error about a
-- pattern that ends with a backslash, and only when the text matched so far. It never sees a draft: both indexes contain published
-- articles only, and everywhere else "published" is cheaper and tested first. This takes a superuser. Without one, as on hosted
-- Supabase, the search works in time that grows with the number of articles.
do $$
begin
  alter function pg_catalog.texticlike(text, text) leakproof;
exception when insufficient_privilege then
  raise notice 'ILIKE stays without index behind row level security';
end
$$;

/* The text with all its words, in a form that the parser of PostgreSQL reads in time that grows with its length;
   ordinary text is not changed. The parser searches for the end of a comment from every sign that opens one, and from
   every word of a run without spaces it searches to the end of the run for an address or a file name: so a run of 200
   or more characters is cut into words. Hostile text would otherwise take seconds to save and to search. */
create function private.parseable(p_text text) returns text
language plpgsql immutable strict set search_path = ''
as $$
declare
  readable text := p_text;
  after_comments text;
begin
  if strpos(p_text, '<!--') > 0 then
    after_comments := split_part(p_text, '-->', -1);
    readable := left(p_text, char_length(p_text) - char_length(after_comments))
      || replace(after_comments, '<!--', '< !--');
  end if;
  if readable ~ '[^ \t\n\r\f\v]{200}' then
    readable := (
      select string_agg(
        case when char_length(run) >= 200 then translate(run, '_~/.:@+-', '        ') else run end,
        ' ' order by place)
      from string_to_table(translate(readable, E'\t\n\r\f\v', '     '), ' ') with ordinality as runs (run, place));
  end if;
  return readable;
end
$$;

/* Fills in what filters and the pages of authors need. */
create function private.describe_indexed_article() returns trigger
language plpgsql set search_path = ''
as $$
begin
  select category, original_article_id, private.author_slug(author), private.author_words(author)
    into new.category, new.original_id, new.author_slug, new.author_words
    from public.articles where id = new.article_id;
  return new;
end
$$;
create trigger describe_indexed_article before insert or update on private.article_search
  for each row execute function private.describe_indexed_article();

-- No other change of these two would reach the index. A section's articles keep its old address there, which searches know.
create trigger index_reassigned_article after update of category, original_article_id on public.articles
  for each row
  when ((old.category is distinct from new.category and not private.is_section_moving())
    or old.original_article_id is distinct from new.original_article_id)
  execute function private.index_changed_article();

/* Published articles of a language for a query that is still being typed, ten at most: those first of which the title has its words. Its last
   word may be the beginning of one. */
create function public.search_as_typed(p_query text, p_language text default 'en')
returns table (id uuid, title text, excerpt text, category text, slug text, language text)
language sql stable set search_path = ''
as $$
  select article.id, article.title, article.excerpt, article.category, article.slug, article.language
  from public.search_articles(p_query, p_language, 10) with ordinality as found
  join public.articles as article using (id)
  order by found.ordinality
$$;

/* The beginning of a day in UTC, of one within the years that every date and time can have. */
create function private.beginning_of(p_day date) returns timestamptz
language sql immutable strict set search_path = ''
return greatest(least(p_day, date '9999-12-31'), date '0001-01-01')::timestamp at time zone 'UTC';

grant execute on function
  public.search_articles(text, text, integer, integer, text, date, date, text),
  public.search_as_typed(text, text)
to anon, authenticated;
grant execute on function
  private.beginning_of(date),
  private.parseable(text),
  private.search_headline(text, text, text, tsquery),
  private.search_query(text, text),
  private.with_accents(text),
  private.without_accents(text)
to anon, authenticated, service_role;
