-- The search index follows the server, the program and the glossary: its roots are made by the server's stemmers, which differ between versions.

/* The languages of which roots or articles were made with another server, other facts or another glossary than now, each with what they would be
   made with. */
create function private.outdated_search() returns table (language text, roots text, articles text)
language sql set search_path = ''
as $$
  update private.search_languages as known set names = named.words
  from (
    select code, coalesce(array_agg(distinct word order by word) filter (where known.facts -> 'functionWords' ? word), '{}') as words
    from private.languages
    join private.search_languages as known on known.language = code
    left join public.glossary_terms as term on rule <> 'never' and (code = 'en' or term.language = code)
    left join lateral (values (lower(case when code = 'en' then term else coalesce(translation, term) end))) as named (word) on true
    group by code
  ) as named
  where known.language = code and known.names <> named.words;
  select language,
    nullif(md5(current_setting('server_version_num') || facts::text), roots_made_with),
    nullif(md5((facts - '{stemmer,spellings,endings,forms,or,sections}'::text[])::text || names::text), articles_made_with)
  from private.search_languages
$$;

/* Makes the roots of up to 2,000 words after this one anew, and returns the last of them; after all words it stores with what they were made. */
create function private.renew_roots(p_language text, p_after text, p_made_with text) returns text
language plpgsql set search_path = ''
as $$
declare
  facts constant jsonb := private.search_facts(p_language);
  last constant text := (
    select max(word) from (
      select word from private.search_words where language = p_language and word > p_after order by word limit 2000) as batch);
begin
  if last is null then
    update private.search_languages set roots_made_with = p_made_with where language = p_language;
    -- The topics of articles are chosen anew by these roots.
    delete from private.word_samples where language = p_language;
    return null;
  end if;
  delete from private.search_words as twice using private.search_words as known
    where known.language = p_language and known.word > p_after and known.word <= last
      and twice.language = p_language and twice.word = known.word and twice.written = known.written and twice.ctid > known.ctid;
  update private.search_words as known set root = renewed.root
    from (
      select ctid, private.search_root(facts, written) as root from private.search_words
      where language = p_language and word > p_after and word <= last offset 0) as renewed
    where known.ctid = renewed.ctid and known.root <> renewed.root;
  return last;
end
$$;

/* Indexes up to 25 published articles after this one anew, and returns the last of them; after all it stores with what they were indexed. Those that
   are being saved are indexed by that. */
create function private.renew_articles(p_language text, p_after uuid, p_made_with text) returns uuid
language plpgsql set search_path = ''
as $$
declare
  article public.articles;
  last uuid;
begin
  for article in
    select * from public.articles where published and language = p_language and id > p_after order by id limit 25
    for no key update skip locked
  loop
    perform private.index_article(article);
    last := article.id;
  end loop;
  if last is null then
    update private.search_languages set articles_made_with = p_made_with where language = p_language;
  end if;
  return last;
end
$$;
