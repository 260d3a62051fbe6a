-- The words of texts, as the search compares them.

/* A text in the letters by which it is compared: lower case, without accents, with ligatures taken apart, one sign for apostrophes and one for
   hyphens, and nothing invisible, such as soft hyphens. Accents are taken off first, because in the locale C the rest has a lower case alone. */
create function private.fold(p_text text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  plain text;
begin
  if octet_length(p_text) = char_length(p_text) then
    return lower(p_text collate "C");
  end if;
  plain := regexp_replace(p_text, E'[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF\u0300-\u036F]+', '', 'g');
  plain := translate(plain, E'\u2018\u2019\u02BC\u00B4\u2032\u00A0\u2007\u2009\u202F\u2010\u2011\u2212', '''''''''''    ---');
  return lower(extensions.unaccent('extensions.unaccent'::regdictionary, plain) collate private.letters);
end
$$;
