-- Saving 20,000 words took mostly the time to read them twice for search, though English has hardly a letter with an accent.

/* A text is read both ways, because each finds what the other misses: who types "reseau" means "réseau", but only the
   accents tell that "informação" and "informações" are one word. By way of text, since "||" would move positions. Where no letter
   is outside ASCII both ways are the same; typographic marks are no letters. */
create or replace function private.search_vector(p_language text, p_text text) returns tsvector
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
