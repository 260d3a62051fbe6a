-- Turns what is typed into a search into queries of PostgreSQL, by the forms of its words.

/* Other words by which a word of a query is found: its other forms and, with p_parts, words that contain it or, when it may not be finished, begin
   with it. A spelling without accents has the forms of all words that are spelled so. */
create function private.search_forms(
  p_language text, p_facts jsonb, p_written text, p_word text, p_parts boolean, p_is_begun boolean) returns text[]
language plpgsql stable set search_path = ''
set enable_seqscan = off
as $$
declare
  -- Of a word that articles have they are known; finding them takes many patterns.
  roots text[] := array(select distinct root from private.search_words where language = p_language and word = p_word);
  part text;
  found text[];
begin
  if roots = '{}' then
    roots := array[private.search_root(p_facts, p_written)];
  end if;
  part := case when char_length(roots[1]) >= 4 and starts_with(p_word, roots[1]) then roots[1] else p_word end;
  found := array(
    select distinct word from private.search_words where language = p_language and root = any (roots)
    limit 40);
  if p_parts and char_length(part) >= 4 then
    found := found || array(
      select word from private.search_words
      where language = p_language and word like '%' || part || '%' and word <> p_word
      group by word
      order by starts_with(word, part) desc, right(word, char_length(part)) = part desc, char_length(word), word limit 60);
  elsif p_parts and p_is_begun and char_length(p_word) > 2 then
    found := found || array(
      select word from private.search_words
      where language = p_language and word > p_word and word < p_word || chr(1114111)
      group by word order by char_length(word), word limit 60);
  end if;
  return found;
end
$$;

/* The sections that begin like one of these words, by their names in a language and their addresses without spaces, and by the roots of these: what
   addresses each has and had, because its articles are indexed with one of them. */
create function private.sections_by_word(p_language text, p_facts jsonb, p_words text[]) returns jsonb
language sql stable set search_path = ''
return (
  select jsonb_object_agg(word, addresses)
  from (
    select word, jsonb_agg(distinct address.slug) as addresses
    from public.categories as called
    cross join lateral (values (slug), (coalesce(names ->> p_language, p_facts -> 'sections' ->> slug))) as names (name)
    -- Finding a root takes many patterns, so that of other sections is not looked for.
    cross join lateral (
      select regexp_replace(private.fold(name), '[^[:alnum:]]', '', 'g') as folded offset 0
    ) as plain
    cross join lateral (
      select folded as word
      union all
      select private.search_root(p_facts, lower(name))
      where left(folded, 3) = any (array(select left(asked, 3) from unnest(p_words) as asked))
    ) as words
    join public.categories as address on coalesce(called.retired_to, called.slug) in (address.slug, address.retired_to)
    where left(folded, 3) = any (array(select left(asked, 3) from unnest(p_words) as asked))
    group by word
  ) as words);

/* The words of a part of a query as the text of a tsquery; null without any. p_reach says how far it goes: 0 words as they are typed, 1 their
   forms too, 2 words that contain the first of them, 3 whatever the last word begins, and the single words of what is one name. Function words need not be
   found, unless p_is_whole. */
create function private.search_clause(
  p_language text, p_facts jsonb, p_text text, p_reach integer, p_is_phrase boolean, p_is_whole boolean, p_is_begun boolean) returns text
language plpgsql stable set search_path = ''
as $$
declare
  read constant private.text_words := private.read_words(p_facts, p_text);
  size constant integer := coalesce(cardinality(read.words), 0);
  -- For each word what stands for it.
  choices text[] := array_fill(null::text, array[size]);
  names text[] := '{}';
  joined record;
  sections constant jsonb := case when p_reach > 0 and size > 1 and not p_is_phrase
    then private.sections_by_word(p_language, p_facts, read.words) end;
  clause text;
  last_place integer;
begin
  for place in 1..size loop
    continue when not p_is_phrase and array_position(read.words, read.words[place]) < place;
    if read.words[place] <> '' and (p_is_whole
        -- Typed without accents it is a function word all the same, as are those that PostgreSQL knows besides.
        or not ((p_facts -> 'plainFunctionWords') ? read.words[place]
          or ts_lexize(coalesce(p_facts ->> 'stemmer', 'simple')::regdictionary, read.written[place]) = '{}')
        or p_reach < 3 and char_length(read.typed[place]) > 1 and read.typed[place] = upper(read.typed[place])
          and exists (select from private.search_words where language = p_language and word = read.words[place])) then
      choices[place] := (
        select string_agg(distinct quote_literal(word), ' | ')
        from unnest(read.words[place] || case when p_reach > 0 then private.search_forms(
          p_language, p_facts, read.written[place], read.words[place], p_reach > 1 and place <= 8, p_is_begun and place = size) end) as word);
      if p_reach = 3 and p_is_begun and place = size then
        choices[place] := choices[place] || ' | ' || quote_literal(read.words[place]) || ':*';
      end if;
    end if;
  end loop;
  if p_is_phrase then
    for place in 1..size loop
      if choices[place] is not null then
        clause := concat(clause, ' <' || place - last_place || '> ', '(' || choices[place] || ')');
        last_place := place;
      end if;
    end loop;
    return clause;
  end if;
  for joined in
    select name, first, last, left(name, 1) <> '/' and p_reach < 3 and (name ~ '[^[:alnum:].]' or left(name, 1) = '.'
      or p_reach < 2 and name ~ '[0-9]' and strpos(p_text, read.typed[first] || '-' || read.typed[last]) > 0) as is_name
    from generate_series(1, size) as first
    cross join generate_series(first, least(first + 5, size)) as last
    cross join lateral (select array_to_string(read.words[first:last], '') as together) as run
    cross join lateral (
      select name from unnest(read.joined) as name where replace(translate(name, '+#&', ''), '.', '') in (replace(together, '.', ''), together || 's')
      union
      -- A section, when there is another word to find in its articles.
      select '/' || address
      from jsonb_array_elements_text(coalesce(
        sections -> together,
        case when sections is not null and first = last then sections -> private.search_root(p_facts, read.written[first]) end)) as address
      where exists (
        select from unnest(choices) with ordinality as other (choice, place) where choice <> '' and place not between first and last)
      union
      select together where last = first + 1 and (
        together ~ '[[:alpha:]][0-9.]+$' or exists (select from private.search_words where language = p_language and word = together))
    ) as named
  loop
    if joined.is_name then
      names := names || quote_literal(joined.name);
    end if;
    for place in joined.first..joined.last loop
      if joined.is_name then
        choices[place] := null;
      elsif choices[place] is not null then
        choices[place] := choices[place] || ' | ' || quote_literal(joined.name);
      end if;
    end loop;
  end loop;
  return nullif(array_to_string(names || array(select '(' || choice || ')' from unnest(choices) as choice where choice <> ''), ' & '), '');
end
$$;

/* The query for these words, in the syntax of web searches; p_reach as in search_clause. Null when there is nothing to find. */
create function private.search_query(p_language text, p_words text, p_reach integer default 1) returns tsquery
language plpgsql stable security definer set search_path = ''
as $$
declare
  facts constant jsonb := private.search_facts(p_language);
  -- Several minus signs in a row are a dash or a line.
  typed constant text := regexp_replace(p_words, '-[-\s]*-', ' ', 'g');
  piece record;
  clause text;
  found text[];
  choices text[];
  is_whole boolean;
  asked tsquery;
begin
  foreach is_whole in array array[false, true] loop
    found := '{}';
    choices := '{}';
    for piece in
      -- Words that follow each other are read together.
      select string_agg(text, ' ' order by place) as text, kind, bool_or(is_last) as is_last
      from (
        select *, place - row_number() over (partition by kind order by place) as run, place = max(place) over () as is_last
        from (
          select place, coalesce(m[2], ltrim(m[3], '-')) as text, case
            when m[1] = '-' or m[3] like '-%' then 'none'
            when m[2] is not null then 'phrase'
            when m[3] = 'OR' or m[3] = facts ->> 'or' then 'or'
            else 'words' end as kind
          from regexp_matches(typed, '(-?)"([^"]*)"?|([^\s"]+)', 'g') with ordinality as matched (m, place)
        ) as pieces
      ) as runs
      group by kind, run, case when kind <> 'words' then place end
      order by min(place)
    loop
      if piece.kind = 'or' then
        choices := choices || array_to_string(found, ' & ');
        found := '{}';
      else
        clause := private.search_clause(p_language, facts, piece.text, case when piece.kind = 'none' then least(p_reach, 1) else p_reach end,
          piece.kind = 'phrase', is_whole, piece.is_last);
        found := found || (case when piece.kind = 'none' then '!' else '' end || '(' || clause || ')');
      end if;
    end loop;
    choices := choices || array_to_string(found, ' & ');
    asked := (select string_agg('(' || choice || ')', ' | ') from unnest(choices) as choice where choice <> '')::tsquery;
    if querytree(asked) not in ('', 'T') then
      return asked;
    end if;
  end loop;
  return null;
end
$$;

grant execute on function
  private.search_query(text, text, integer)
to anon, authenticated, service_role;
