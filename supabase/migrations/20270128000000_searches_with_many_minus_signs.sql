-- A search with more than thirty minus signs in a row was answered with an error of the server.
/* The query for these words, in the syntax of web searches. */
create or replace function private.search_query(p_language text, p_words text) returns tsquery
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
