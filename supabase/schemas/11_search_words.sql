-- The words of texts, as the search compares them. What is known of a language comes from the program (core/languages).

/* A text without what nobody sees, such as soft hyphens. */
create function private.visible(p_text text) returns text
language sql immutable strict parallel safe set search_path = ''
return regexp_replace(
  p_text, E'[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF]+', '', 'g');

/* A visible text with one sign for apostrophes, hyphens and spaces each, and with the digits of CO₂ and m² on the line. */
create function private.plain_signs(p_text text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  if octet_length(p_text) = char_length(p_text) then
    return p_text;
  end if;
  return translate(private.visible(p_text),
    E'\u2018\u2019\u02BC\u00B4\u2032\u00A0\u2007\u2009\u202F\u2010\u2011\u2012\u2013\u2212₀₁₂₃₄₅₆₇₈₉²³', '''''''''''    -----012345678923');
end
$$;

/* A text in the letters by which it is compared: lower case, without accents, with ligatures taken apart. Accents are taken off first, because
   in some locales only letters without them have a lower case. PostgreSQL sorts accents in time that grows with the square of their number, so many
   in a row are parted. */
create function private.fold(p_text text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  plain text;
begin
  if octet_length(p_text) = char_length(p_text) then
    return lower(p_text collate "C");
  end if;
  plain := private.plain_signs(p_text);
  if char_length(plain) > 100 then
    plain := regexp_replace(plain, '([^[:ascii:]]{100})', '\1 ', 'g');
  end if;
  return lower(extensions.unaccent('extensions.unaccent'::regdictionary, normalize(
    regexp_replace(normalize(plain, NFKD), E'[\u0300-\u036F]+', '', 'g'), NFC)) collate private.letters);
end
$$;

-- Facts that the program has told of each language, and with what its words were indexed.
create table private.search_languages (
  language text primary key references private.languages (code),
  facts jsonb not null,
  -- Function words that are terms of the glossary, and so are indexed all the same.
  names text[] not null default '{}',
  -- With what its roots were made and its articles were indexed last: a server or facts that differ make them anew.
  roots_made_with text,
  articles_made_with text
);
revoke all on private.search_languages from public, anon, authenticated, service_role;

create function private.search_facts(p_language text) returns jsonb
language sql stable security definer set search_path = ''
return coalesce((
  -- Read from its storage here, and not again by each look at a part of it.
  select facts || case when names = '{}' then '{}' else jsonb_build_object(
    'functionWords', (facts -> 'functionWords') - names, 'plainFunctionWords', (facts -> 'plainFunctionWords') - names) end
  from private.search_languages where language = p_language), '{"functionWords": {}, "plainFunctionWords": {}}');

/* The words of a text in their order: as they are typed, in lower case, and folded. And those that are joined of several or with signs: "start-up",
   "don't", "GPT 4", "10 000", "C++", ".NET", "AT&T". */
create type private.text_words as (typed text[], written text[], words text[], joined text[]);

/* Reads the words of a text. Numbers have no separators but a decimal point. Signs of money and the like are words. */
create function private.read_words(p_facts jsonb, p_text text) returns private.text_words
language plpgsql stable set search_path = ''
as $$
declare
  -- The middle dot stands for the decimal point.
  plain text := translate(private.plain_signs(p_text), E'\u00B7', '-');
  sign record;
  typed text[];
  written text[];
  words text[];
  -- Names with a possessive "s", as they are spelled without its apostrophe.
  joined text[] := '{}';
  names text[];
begin
  if strpos(plain, '''') > 0 then
    names := array(
      select replace(m[1], '''', '') from regexp_matches(plain, '(?<![[:alnum:]])([[:alpha:]][[:alnum:]]*''s)(?![[:alnum:]])', 'gi') as m);
    plain := regexp_replace(plain, concat_ws('|', p_facts ->> 'elisions', '''s(?![[:alnum:]])'), '', 'gi');
  end if;
  if plain ~ '[$€£¥]|[[:alpha:]](?:USD|EUR|GBP|CHF|BRL)(?![[:alnum:]])' then
    -- The country of a dollar goes, but not that of R$, which is another money.
    plain := regexp_replace(plain, '(?<![[:alnum:]])(?:US[ -]?|CA|AU|NZ|HK|NT|M[Ee]?[Xx]|AR|[ACSU])\$', '$', 'g');
    for sign in select key, value from jsonb_each_text(p_facts -> 'amounts') order by char_length(key) desc loop
      plain := regexp_replace(plain,
        '(?<![[:alpha:]''])' || sign.key || '(?= ?(?:[A-Z]{1,3})?[$€£¥]| ?(?:USD|EUR|GBP|CHF|BRL)(?![[:alnum:]]))', ' ' || sign.value || ' ', 'gi');
      plain := regexp_replace(plain, '([$€£¥] ?[0-9]+(?:[., ][0-9]+)*) ?' || sign.key || '(?![[:alnum:]])', '\1 ' || sign.value, 'gi');
    end loop;
  end if;
  for sign in select key, value from jsonb_each_text(p_facts -> 'signs') order by char_length(key) desc loop
    if strpos(plain, sign.key) > 0 then
      plain := replace(plain, sign.key, ' ' || sign.value || ' ');
    end if;
  end loop;
  if plain ~ '[0-9][.,''][0-9]' then
    plain := regexp_replace(plain, '(?<![0-9.,])([0-9]{1,3})([.,''])([0-9]{3})\2([0-9]{3})(?![0-9])', '\1\3\4', 'g');
    plain := regexp_replace(plain, '(?<![0-9.,])([0-9]{1,3})[.,'']([0-9]{3})(?![0-9])', '\1\2', 'g');
    plain := regexp_replace(plain, '(?<=[0-9])[.,](?=[0-9])', E'\u00B7', 'g');
  end if;
  for sign in select key, value from jsonb_each_text(p_facts -> 'magnitudes') where plain ~* (p_facts ->> 'magnitude') loop
    plain := regexp_replace(plain, '([0-9])' || case when char_length(sign.key) > 1 then ' ?' else '' end || sign.key || '(?![[:alnum:]])', '\1 ' || sign.value, 'gi');
  end loop;

  joined := names || array(
    -- Words joined by a hyphen, an apostrophe, a dot or "&"; names that end or begin with a sign; numbers with spaces.
    select m[1] from regexp_matches(plain,
      E'((?<![[:alnum:]])(?:[[:alnum:]\u00B7]+(?:[-''.&][[:alnum:]\u00B7]+){1,5}|[[:alnum:]]*[[:alpha:]](?:\\+\\+?|#)(?![[:alnum:]])'
      || '|[0-9]{1,3}(?: [0-9]{3})+(?![0-9]))|(?<![[:alnum:]./])\.[[:alpha:]]{2,})', 'g') as m
    -- A name and its number, but no year.
    union all
    select m[1] from regexp_matches(plain,
      E'(?<![[:alnum:]])((?:[[:upper:]][[:alnum:]]* |[[:alpha:]]+-)(?!(?:19|20)[0-9]{2}(?![0-9]))[0-9]{1,4}(?:\u00B7[0-9]+)?[[:alpha:]]?)(?![[:alnum:]])', 'g') as m);
  joined := array(
    select distinct translate(case when left(run, 1) = '.' then run else replace(run, '.', '') end, E'\u00B7- ''\\', '.')
    from unnest(joined, string_to_array(private.fold(array_to_string(joined, E'\n')), E'\n')) as runs (shown, run)
    where char_length(run) <= 60 and translate(run, E'0123456789-.\u00B7''&', '') <> ''
      -- A letter before a number is a name, whatever word it is in lower case.
      and (not (p_facts -> 'plainFunctionWords') ? split_part(run, ' ', 1) or run ~ ' [0-9]' and shown = upper(shown))
    order by 1);

  plain := btrim(regexp_replace(plain, E'[^[:alnum:]\u00B7\u0300-\u036F]+', ' ', 'g'));
  typed := string_to_array(plain, ' ');
  plain := lower(plain collate private.letters);
  written := string_to_array(plain, ' ');
  if octet_length(plain) > char_length(plain) and plain ~ E'[\u0300-\u036F]' then
    written := array(select normalize(left(word, 100), NFC) from unnest(written) with ordinality as each (word, place) order by place);
  end if;
  words := string_to_array(translate(private.fold(plain), E'\u00B7''\\', '.'), ' ');
  if cardinality(words) <> cardinality(written) then
    words := array(
      select regexp_replace(private.fold(word), '[^[:alnum:]]', '', 'g')
      from unnest(written) with ordinality as each (word, place) order by place);
  end if;
  return (typed, written, words, joined);
end
$$;

/* Returns what all forms of a word have in common. `forms` of a language are those that follow no rule, `endings` what its stemmer keeps apart, and
   `spellings` patterns for words that are spelled in several ways. */
create function private.search_root(p_facts jsonb, p_written text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  word text := p_written;
  spelling jsonb;
  ending text;
begin
  for spelling in select jsonb_array_elements(p_facts -> 'spellings') loop
    word := regexp_replace(word, spelling ->> 0, spelling ->> 1, 'g');
  end loop;
  if (p_facts -> 'forms') ? word then
    word := p_facts -> 'forms' ->> word;
  else
    for size in reverse least(char_length(word), 7)..2 loop
      ending := p_facts -> 'endings' ->> right(word, size);
      if ending is not null and (size > 4 or size < char_length(word) - 1) then
        word := left(word, -size) || ending;
        exit;
      end if;
    end loop;
  end if;
  return private.fold(coalesce((ts_lexize(coalesce(p_facts ->> 'stemmer', 'simple')::regdictionary, word))[1], word));
end
$$;

-- Every word that a published article has, with its root, by which forms of a word find each other, and by parts of it. Words stay when their
-- articles go. Programs that index at once may both add one: a unique constraint would have them wait for each other, and two rows say the same.
create table private.search_words (
  language text not null,
  written text collate "C" not null,
  word text collate "C" not null,
  root text collate "C" not null
);
create index search_words_word on private.search_words (language, word);
create index search_words_root on private.search_words (language, root);
create index search_words_parts on private.search_words using gin (language, word extensions.gin_trgm_ops) with (fastupdate = off);
revoke all on private.search_words from public, anon, authenticated, service_role;

/* The words of a text with their places, and after them those that are joined of several. Words without a subject are left out, unless they are
   written in capitals, as the names AI, IT and WHO are; their places count in phrases all the same. */
create function private.vector_of(p_facts jsonb, p_read private.text_words) returns tsvector
language plpgsql immutable set search_path = ''
as $$
declare
  function_words constant jsonb := p_facts -> 'functionWords';
begin
  return concat_ws(' ', (
      select string_agg('''' || left(word, 100) || ''':' || place, ' ')
      from unnest(p_read.words, p_read.written, p_read.typed) with ordinality as each (word, written, typed, place)
      where word <> '' and (not function_words ? written or char_length(typed) > 1 and typed = upper(typed))
    ), (
      select string_agg('''' || word || ''':' || cardinality(p_read.words) + 2 * place, ' ')
      from unnest(p_read.joined) with ordinality as each (word, place)
    ))::tsvector;
end
$$;

create function private.search_vector(p_language text, p_text text) returns tsvector
language sql stable set search_path = ''
return private.vector_of(private.search_facts(p_language), private.read_words(private.search_facts(p_language), p_text));

/* Adds those words of an article that none had before. */
create function private.add_search_words(p_language text, p_facts jsonb, p_read private.text_words) returns void
language plpgsql set search_path = ''
-- Looks words up one by one, also by a plan that was made for an empty table.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  function_words constant jsonb := p_facts -> 'functionWords';
begin
  insert into private.search_words (language, written, word, root)
  select p_language, written, word, private.search_root(p_facts, written)
  from (
    select written, word
    from (
      select written, word from unnest(p_read.written, p_read.words, p_read.typed) as each (written, word, typed)
      where not function_words ? written or typed = upper(typed)
      union select word, word from unnest(p_read.joined) as word
    ) as given
    where char_length(word) between 2 and 60 and word ~ '[^0-9.]'
  ) as given
  where not exists (
    select from private.search_words as known
    where known.language = p_language and known.word = given.word and known.written = given.written);
end
$$;

/* The root of a word of the index; the word itself when no article has it. */
create function private.root_of(p_language text, p_word text) returns text
language sql stable set search_path = ''
return coalesce((select min(root) from private.search_words where language = p_language and word = p_word), p_word);
