-- Full text search: readers find words in whole articles, with any accents and endings.

-- For passages of found texts, and for titles of other publications: words without accents and as they are.
create text search configuration private.folded (copy = pg_catalog.simple);
alter text search configuration private.folded alter mapping for hword, hword_part, word with extensions.unaccent, simple;

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
grant select on private.article_search to anon, authenticated;
grant all on private.article_search to service_role;
create policy "everyone searches published articles" on private.article_search
  for select to anon, authenticated using (true);

/* Puts an article into the index, or replaces it there. */
create function private.index_article(p_article public.articles) returns void
language plpgsql set search_path = ''
as $$
declare
  facts constant jsonb := private.search_facts(p_article.language);
  -- A tsvector holds a megabyte at most; an article that is longer than anyone searches must still be saved.
  texts record := private.split_markdown(left(p_article.content, 60000));
  -- Comments are gone from it already: what still opens one never closes it. And search_headline brings its own marks.
  prose text := replace(private.parseable(private.visible(translate(texts.prose, E'\uE000\uE001', ''))), '<!--', '< !--');
  tags constant text := '<[/!a-zA-Z][^<>]*>';
  title text := regexp_replace(left(p_article.title, 5000), tags, ' ', 'g');
  summary text := regexp_replace(left(concat_ws(E'\n', p_article.subtitle, p_article.excerpt, p_article.author), 5000), tags, ' ', 'g');
  read private.text_words;
  vector tsvector;
  titles tsvector;
  -- Its section, with a sign that no word has and without a place, so that it is no topic.
  everything tsvector := quote_literal('/' || p_article.category)::tsvector;
  part record;
begin
  for part in values ('A'::"char", title), ('B', summary), ('C', prose), ('D', texts.code) loop
    read := private.read_words(facts, part.column2);
    vector := private.vector_of(facts, read);
    titles := coalesce(titles, vector);
    everything := everything || setweight(vector, part.column1);
    if part.column1 <> 'D' then
      perform private.add_search_words(p_article.language, facts, read);
    end if;
  end loop;
  insert into private.article_search (article_id, language, publish_date, title, everything, prose)
  values (p_article.id, p_article.language, p_article.publish_date, titles, everything, prose)
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
   U+E000 and U+E001 stand around the words; nothing is escaped. p_unnamed as unnamed_words returns it. */
create function private.search_headline(p_excerpt text, p_prose text, p_words tsquery, p_unnamed text)
returns text
language plpgsql immutable set search_path = ''
as $$
declare
  marks constant text := E'\uE000\uE001';
  style constant text :=
    E'StartSel=\uE000, StopSel=\uE001, MaxFragments=2, MaxWords=22, MinWords=10, ShortWord=0, FragmentDelimiter=" … "';
  any_word tsquery := regexp_replace(p_words::text, ' (&|<(-|\d+)>) ', ' | ', 'g')::tsquery;
  -- No further, because it takes time.
  text constant text := left(private.parseable(private.visible(translate(left(p_excerpt, 12000), marks, ''))) || ' ' || p_prose, 12000);
  -- Another sign inside of a word keeps it from being found.
  passage constant text := coalesce(regexp_replace(text, p_unnamed, E'\\1\uE002', 'g'), text);
  headline text := ts_headline('private.folded', passage, p_words, style);
  plain text;
begin
  if strpos(headline, left(marks, 1)) = 0 then
    headline := ts_headline('private.folded', passage, any_word, style);
  end if;
  if strpos(headline, left(marks, 1)) = 0 then
    return translate(p_excerpt, marks, '');
  end if;
  plain := translate(headline, marks, '');
  return case when starts_with(passage, split_part(plain, ' … ', 1)) then '' else '… ' end
    || translate(headline, E'\uE002', '')
    || case when right(rtrim(passage, '.!?'), 30) = right(plain, 30) then '' else ' …' end;
end
$$;

/* Published articles of a language for the words of p_query and filters as in search_articles: at most p_limit, with their ranks, the number of
   all, and what was found in them. */
create function private.find_articles(
  p_query text, p_language text, p_addresses text[], p_from timestamptz, p_before timestamptz, p_author tsquery, p_limit integer default 200)
returns table (article_id uuid, rank real, publish_date timestamptz, total integer, words tsquery)
language plpgsql stable set search_path = ''
-- A plan made for a frequent word would read all articles instead of the index.
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  each_sign constant text := ' (&|<(-|\d+)>) ';
  parts constant private.query_part[] := private.read_query(p_language, p_query);
  queries tsquery[] := private.search_queries(p_language, parts, array[0, 1]);
  asked tsquery;
  wider tsquery;
  is_phrase boolean;
  candidates uuid[];
  matches integer := 0;
  exact tsquery := queries[1];
  typed tsquery;
  forms tsquery := queries[2];
begin
  for reach in 1..3 loop
    exit when matches >= (array[1, 10, 1])[reach];
    if reach = 2 then
      queries := queries || private.search_queries(p_language, parts, array[2, 3]);
    end if;
    wider := queries[reach + 1];
    if wider is null then
      return;
    end if;
    continue when asked = wider;
    asked := wider;
    is_phrase := asked::text ~ ' <(-|\d+)> ';
    wider := regexp_replace(asked::text, ' <(-|\d+)> ', ' & ', 'g')::tsquery;
    select array_agg(article_id), coalesce(max(total), 0) into candidates, matches
      from (
        select article_id, count(*) over () as total
        from private.article_search
        where language = p_language and everything @@ wider
          and (p_addresses is null or category = any (p_addresses))
          and (p_from is null or publish_date >= p_from)
          and (p_before is null or publish_date < p_before)
          and (p_author is null or author_words @@ p_author)
        order by title @@ asked desc, publish_date desc
        limit case when is_phrase then 300 else p_limit end
      ) as newest;
  end loop;

  if candidates is null then
    return;
  end if;
  typed := regexp_replace(exact::text, each_sign, ' | ', 'g');
  forms := regexp_replace(forms::text, each_sign, ' | ', 'g');
  wider := regexp_replace(asked::text, each_sign, ' | ', 'g');
  return query
  select article_id,
    -- The place of the words, in any form; a little more where they are near each other and as they are typed; much less what only contains
    -- them. A rank is divided by the number of words in its query.
    (ts_rank(read.vector, forms, 1) * numnode(forms) / numnode(typed)
      + ts_rank(read.vector, typed, 1) / 4 + ts_rank(read.vector, exact, 1) / 4
      + case when wider <> forms then ts_rank(read.vector, wider, 1) / 10 else 0 end)::real as rank,
    publish_date, case when is_phrase then (count(*) over ())::integer else matches end, asked
  from private.article_search
  -- Read from its storage once for all ranks, by deleting a word that none has.
  cross join lateral (select ts_delete(everything, '/') as vector offset 0) as read
  where article_id = any (candidates) and (not is_phrase or everything @@ asked);
end
$$;

/* Published articles of a language that have all the words of p_query in any form, in which "a phrase", OR (in English also or) and -not may be
   used. When fewer than ten have them, words that contain these count too, and those that the last one begins. To be fast with frequent words,
   only 200 matches are ranked: those with the words in the title, and then the newest; a phrase is searched in 300 articles that have all its
   words. `total` counts every match except those of a phrase beyond these.
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

  return query
  with found as (
    select * from private.find_articles(
      left(p_query, 200), p_language, case when p_category is not null then addresses end, published_from, published_before, authors)
    order by rank desc, publish_date desc, article_id
    limit least(greatest(p_limit, 1), 50) offset greatest(p_offset, 0)
  )
  select article.id, article.slug, p_language, article.title, article.category, article.publish_date,
    private.search_headline(article.excerpt, search.prose, found.words, unnamed), found.total
  from (select private.unnamed_words(p_language, (select words from found limit 1)) as unnamed offset 0) as query
  cross join found
  join private.article_search as search using (article_id)
  join public.articles as article on article.id = found.article_id
  order by rank desc, article.publish_date desc, article.id;
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

/* Published articles of a language for a query that is still being typed, ten at most, so that its last word may be the beginning of one. First
   come those of which title, subtitle, excerpt or author have its words. */
create function public.search_as_typed(p_query text, p_language text default 'en')
returns table (id uuid, title text, excerpt text, category text, slug text, language text)
language sql stable set search_path = ''
as $$
  select article.id, article.title, article.excerpt, article.category, article.slug, article.language
  from (
    select * from private.find_articles(left(p_query, 200), p_language, null, null, null, null, 50)
    order by rank desc, publish_date desc, article_id
    limit 30
  ) as found
  join private.article_search as search using (article_id)
  join public.articles as article on article.id = found.article_id
  order by ts_filter(search.everything, '{a,b}') @@ found.words desc, found.rank desc, found.publish_date desc, article.id
  limit 10
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
  private.find_articles(text, text, text[], timestamptz, timestamptz, tsquery, integer),
  private.parseable(text),
  private.search_headline(text, text, tsquery, text),
  private.visible(text)
to anon, authenticated, service_role;
