-- The collation pg_c_utf8 exists since PostgreSQL 17 only: names of authors are compared with one of our own, which 17 and 18 copy from it.
do $$
declare
  source text := (
    select quote_ident(collname) from pg_collation
    where collnamespace = 'pg_catalog'::regnamespace and collencoding in (-1, pg_char_to_encoding('UTF8'))
      and collname in ('pg_c_utf8', 'C.utf8', 'C.UTF-8', 'und-x-icu')
    order by array_position(array['pg_c_utf8', 'C.utf8', 'C.UTF-8', 'und-x-icu'], collname::text) limit 1);
begin
  execute format('create collation private.letters from pg_catalog.%s', source);
end
$$;

/* The words of a name, for comparison: lower case, without accents, apostrophes and invisible characters, with single
   spaces. Spellings that differ in nothing else are one name. */
create or replace function private.plain_name(p_name text) returns text
language plpgsql immutable strict set search_path = ''
as $$
declare
  name text := lower(normalize(left(p_name, 500), NFKC) collate private.letters);
begin
  name := regexp_replace(
    name, E'[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF''\u2018\u2019\u02BC`\u00B4]', '', 'g');
  name := normalize(extensions.unaccent('extensions.unaccent'::regdictionary, name), NFKD);
  name := lower(normalize(regexp_replace(name, E'[\u0300-\u036F]', '', 'g'), NFC) collate private.letters);
  return btrim(regexp_replace(name collate private.letters, '[^[:alnum:]]+', ' ', 'g'));
end
$$;

/* The address of an author's page; null for a name without a letter. Only a name of Latin letters that is not too long can be
   read from its address. Any other has a hash of all its words at the end, as has a name that looks as if it had one: so that
   two different names never share an address, whichever of them came first. */
create or replace function private.author_slug(p_name text) returns text
language plpgsql immutable strict set search_path = ''
as $$
declare
  plain text := private.plain_name(p_name);
  readable text := rtrim(left(btrim(regexp_replace(plain, '[^a-z0-9]+', '-', 'g'), '-'), 60), '-');
begin
  if plain collate private.letters !~ '[[:alpha:]]' then
    return null;
  end if;
  if readable = replace(plain, ' ', '-') and readable !~ '(^|-)[0-9a-f]{10}$' then
    return readable;
  end if;
  return concat_ws('-', nullif(readable, ''), left(encode(sha256(convert_to(plain, 'UTF8')), 'hex'), 10));
end
$$;
