-- PostgreSQL's text search parser took seconds for text made to hurt, and with it the saving and the finding of an article.

/* The text with all its words, in a form that the parser reads in time that grows with its length; ordinary text comes
   back as it is. The parser looks for the end of a comment from every sign that opens one, and from every word of a run
   without spaces it looks to the end of the run for an address or the name of a file: so a run of 200 or more is none. */
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

grant execute on function private.parseable(text) to anon, authenticated, service_role;

/* A text is read both ways, because each finds what the other misses: who types "reseau" means "réseau", but only the
   accents tell that "informação" and "informações" are one word. By way of text, since "||" would move positions. */
create or replace function private.search_vector(p_language text, p_text text) returns tsvector
language plpgsql immutable set search_path = ''
as $$
declare
  readable text := private.parseable(p_text);
begin
  return concat_ws(' ',
    to_tsvector(private.with_accents(p_language), readable)::text,
    to_tsvector(private.without_accents(p_language), readable)::text)::tsvector;
end
$$;

/* Puts an article into the index, or replaces it there. */
create or replace function private.index_article(p_article public.articles) returns void
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

-- As it is written from now on.
update private.article_search
  set prose = replace(private.parseable(translate(prose, E'\uE000\uE001', '')), '<!--', '< !--')
  where prose ~ '[^ ]{200}|<!--|[\uE000\uE001]';

/* The passages of an article around the words, or its excerpt when they are in the title, in code or far down only.
   U+E000 and U+E001 stand around the words; nothing is escaped. */
create or replace function private.search_headline(p_language text, p_excerpt text, p_prose text, p_words tsquery)
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
