-- Turns what is typed into a search into queries of PostgreSQL, by the forms of its words.

/* Other words by which a word of a query is found: its other forms and, with p_parts, words that contain it or, when it may not be finished, begin
   with it. A spelling without accents has the forms of all words that are spelled so. */
create function private.search_forms(
  p_language text, p_facts jsonb, p_written text, p_word text, p_parts boolean, p_is_begun boolean) returns text[]
language plpgsql stable set search_path = ''
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

/* A part of a query, and whether it is the last one: words, a phrase, "or", or what must not be found. */
create type private.query_part as (kind text, text text, is_last boolean, read private.text_words);

/* The words of a part of a query as the text of a tsquery for each reach, or null without any. A reach says how far it goes: 0 words as they are
   typed, 1 their forms too, 2 words that contain the first of them, 3 whatever the last word begins, and the single words of what is one name.
   Function words need not be found, unless p_is_whole. */
create function private.search_clauses(
  p_language text, p_facts jsonb, p_part private.query_part, p_reaches integer[], p_is_whole boolean) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  read constant private.text_words := p_part.read;
  size constant integer := coalesce(cardinality(read.words), 0);
  is_phrase constant boolean := p_part.kind = 'phrase';
  reaches constant integer[] := case when p_part.kind = 'none' then array(select least(reach, 1) from unnest(p_reaches) as reach) else p_reaches end;
  word text;
  forms text;
  is_function_word boolean;
  -- For each reach what stands for each word.
  choices text[] := array_fill(null::text, array[cardinality(reaches), size]);
  given text[];
  clauses text[] := array_fill(null::text, array[cardinality(reaches)]);
  sections jsonb;
  joined record;
begin
  for place in 1..size loop
    word := read.words[place];
    continue when word = '' or not is_phrase and array_position(read.words, word) < place;
    -- Typed without accents it is a function word all the same, as are those that PostgreSQL knows besides.
    is_function_word := not p_is_whole and ((p_facts -> 'plainFunctionWords') ? word
      or ts_lexize(coalesce(p_facts ->> 'stemmer', 'simple')::regdictionary, read.written[place]) = '{}');
    continue when is_function_word and not (char_length(read.typed[place]) > 1 and read.typed[place] = upper(read.typed[place])
      and exists (select from private.search_words as known where known.language = p_language and known.word = read.words[place]));
    forms := (
      select string_agg(distinct quote_literal(form), ' | ')
      from unnest(word || private.search_forms(p_language, p_facts, read.written[place], word,
        reaches[cardinality(reaches)] > 1 and place <= 8, p_part.is_last and place = size)) as form);
    for n in 1..cardinality(reaches) loop
      continue when is_function_word and reaches[n] = 3;
      choices[n][place] := case reaches[n] when 0 then quote_literal(word) else forms end
        || case when reaches[n] = 3 and p_part.is_last and place = size then ' | ' || quote_literal(word) || ':*' else '' end;
    end loop;
  end loop;
  if not is_phrase and (size > 1 or read.joined <> '{}') then
    given := choices;
    sections := case when size > 1 then private.sections_by_word(p_language, p_facts, read.words) end;
    for joined in
      select name, first, last, -- Up to which reach it is one name.
        case when left(name, 1) = '/' then -1
        when name ~ '[^[:alnum:].]' or left(name, 1) = '.' then 2
        when name ~ '[0-9]' and strpos(p_part.text, read.typed[first] || '-' || read.typed[last]) > 0 then 1 end as named_until
      from generate_series(1, size) as first
      cross join generate_series(first, least(first + 5, size)) as last
      cross join lateral (select array_to_string(read.words[first:last], '') as together) as run
      cross join lateral (
        select name from unnest(read.joined) as name where replace(translate(name, '+#&', ''), '.', '') in (replace(together, '.', ''), together || 's')
        union
        select '/' || address
        from jsonb_array_elements_text(coalesce(
          sections -> together,
          case when sections is not null and first = last then sections -> private.search_root(p_facts, read.written[first]) end)) as address
        union
        select together where last = first + 1 and (
          together ~ '[[:alpha:]][0-9.]+$'
          or exists (select from private.search_words as known where known.language = p_language and known.word = together))
      ) as named
    loop
      for n in 1..cardinality(reaches) loop
        -- A section, when there is another word to find in its articles.
        continue when left(joined.name, 1) = '/' and (reaches[n] = 0 or not exists (
          select from unnest(given[n:n]) with ordinality as other (choice, place)
          where choice <> '' and place not between joined.first and joined.last));
        if reaches[n] <= joined.named_until then
          clauses[n] := concat_ws(' & ', clauses[n], quote_literal(joined.name));
        end if;
        for place in joined.first..joined.last loop
          choices[n][place] := case when reaches[n] <= joined.named_until then null else choices[n][place] || ' | ' || quote_literal(joined.name) end;
        end loop;
      end loop;
    end loop;
  end if;
  for n in 1..cardinality(reaches) loop
    clauses[n] := nullif(concat_ws(' & ', clauses[n], case when is_phrase then (
      select string_agg(concat('<' || place - before || '>', '(' || choice || ')'), '' order by place)
      from (
        select choice, place, lag(place) over (order by place) as before
        from unnest(choices[n:n]) with ordinality as each (choice, place) where choice <> ''
      ) as needed) else (select string_agg('(' || choice || ')', ' & ') from unnest(choices[n:n]) as choice) end), '');
  end loop;
  return clauses;
end
$$;

/* The parts of a query in the syntax of web searches. */
create function private.read_query(p_language text, p_words text) returns private.query_part[]
language sql stable security definer set search_path = ''
as $$
  select array(
    -- Words that follow each other are read together.
    select (kind, string_agg(text, ' ' order by place), bool_or(is_last),
      private.read_words(facts, string_agg(text, ' ' order by place)))::private.query_part
    from (
      select *, place - row_number() over (partition by kind order by place) as run, place = max(place) over () as is_last
      from (
        select place, coalesce(m[2], ltrim(m[3], '-')) as text, case
          when m[1] = '-' or m[3] like '-%' then 'none'
          when m[2] is not null then 'phrase'
          when m[3] = 'OR' or m[3] = facts ->> 'or' then 'or'
          else 'words' end as kind
        -- Several minus signs in a row are a dash or a line.
        from regexp_matches(regexp_replace(p_words, '-[-\s]*-', ' ', 'g'), '(-?)"([^"]*)"?|([^\s"]+)', 'g') with ordinality as matched (m, place)
      ) as pieces
    ) as runs
    group by kind, run, case when kind <> 'words' then place end order by min(place))
  from private.search_facts(p_language) as facts
$$;

/* The queries for what was read, with each of the reaches as in search_clauses, the widest of which is the last. Null when there is nothing to
   find. */
create function private.search_queries(p_language text, p_parts private.query_part[], p_reaches integer[]) returns tsquery[]
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
as $$
declare
  facts constant jsonb := private.search_facts(p_language);
  part private.query_part;
  clauses text[];
  -- For each reach what follows the last "or", and all before it.
  found text[];
  choices text[];
  is_whole boolean;
  asked tsquery;
  queries tsquery[] := array_fill(null::tsquery, array[cardinality(p_reaches)]);
begin
  foreach is_whole in array array[false, true] loop
    found := '{}';
    choices := '{}';
    foreach part in array p_parts loop
      if part.kind <> 'or' then
        clauses := private.search_clauses(p_language, facts, part, p_reaches, is_whole);
      end if;
      for n in 1..cardinality(p_reaches) loop
        if part.kind = 'or' then
          choices[n] := nullif(concat_ws(' | ', choices[n], '(' || found[n] || ')'), '');
          found[n] := null;
        else
          found[n] := nullif(concat_ws(' & ', found[n], case when part.kind = 'none' then '!' else '' end || '(' || clauses[n] || ')'), '');
        end if;
      end loop;
    end loop;
    for n in 1..cardinality(p_reaches) loop
      asked := nullif(concat_ws(' | ', choices[n], '(' || found[n] || ')'), '')::tsquery;
      if queries[n] is null and querytree(asked) not in ('', 'T') then
        queries[n] := asked;
      end if;
    end loop;
    exit when array_position(queries, null) is null;
  end loop;
  return queries;
end
$$;

/* A pattern for the first letters of words that a query has only as names, such as AI in Italian, where a text has them as function words; null
   without any. */
create function private.unnamed_words(p_language text, p_words tsquery) returns text
language sql stable security definer set search_path = ''
return (
  select '(?<![[:alnum:]])(' || string_agg(
    '[' || upper(left(word, 1)) || left(word, 1) || '](?=' || substr(word, 2) || '(?![[:alnum:]]))', '|') || ')'
  from private.search_facts(p_language) as facts
  cross join lateral (select array_agg(m[1]) as words from regexp_matches(p_words::text, '''([^'']+)''', 'g') as m) as query
  cross join lateral jsonb_object_keys(case when (facts -> 'plainFunctionWords') ?| words then facts -> 'functionWords' else '{}' end) as word
  where char_length(word) > 1 and private.fold(word) = any (words));

grant execute on function
  private.read_query(text, text),
  private.search_queries(text, private.query_part[], integer[]),
  private.unnamed_words(text, tsquery)
to anon, authenticated, service_role;
