-- The pages of authors. An author is a name that articles have.

-- Letters are found in every script, whatever the locale of the database. PostgreSQL knows them since 17; before, the C library or ICU does.
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
create function private.plain_name(p_name text) returns text
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
create function private.author_slug(p_name text) returns text
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

/* The words of a name as a tsvector, whose words can be no longer than 2 kB. */
create function private.author_words(p_name text) returns tsvector
language sql immutable strict set search_path = ''
return array_to_tsvector(array(
  select distinct left(word, 100) from string_to_table(private.plain_name(p_name), ' ') as words (word) where word <> ''));

-- Published articles with the address of their author. As in every list of the site, a translation is left out while its
-- original is not published.
create view public.author_articles with (security_invoker = true) as
  select article.id, article.slug, indexed.language, article.title, article.subtitle, article.excerpt, article.category,
         article.author, article.reading_time, article.hero_image, indexed.publish_date, article.featured,
         indexed.author_slug
  from private.article_search as indexed
  join public.articles as article on article.id = indexed.article_id
  where indexed.author_slug is not null
    and (indexed.language = 'en'
      or exists (select from private.article_search as original where original.article_id = indexed.original_id));
revoke all on public.author_articles from anon, authenticated;
grant select on public.author_articles to anon, authenticated, service_role;

create function private.is_author_address(p_slug text) returns boolean
language sql immutable set search_path = ''
return coalesce(p_slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(p_slug) <= 80, false);

create function private.are_author_addresses(p_slugs text[]) returns boolean
language sql immutable set search_path = ''
return cardinality(p_slugs) <= 20 and not exists (select from unnest(p_slugs) as slug where not private.is_author_address(slug));

/* Tells whether these are addresses of other sites, each once. */
create function private.are_author_links(value jsonb) returns boolean
language sql immutable set search_path = ''
return case when jsonb_typeof(value) = 'array' then
  jsonb_array_length(value) <= 10
  and jsonb_array_length(value) = (select count(distinct link) from jsonb_array_elements(value) as link)
  and not exists (
    select from jsonb_array_elements(value) as link
    where not (private.is_link_address(link) and link #>> '{}' ~ '^https://'))
  else false end;

-- The words that readers are told of an author beside the name, by the address of the author's page.
create table public.authors (
  slug text primary key constraint authors_slug_check check (private.is_author_address(slug)),
  -- A picture of the library.
  picture text constraint authors_picture_check
    check (starts_with(picture, '/storage/v1/object/public/article-images/') and char_length(picture) <= 500),
  -- A line about the author by language.
  descriptions jsonb not null default '{}' constraint authors_descriptions_check
    check (private.is_lines_by_language(descriptions, 200)),
  -- Those that the author speaks, as codes of BCP 47.
  languages text[] not null default '{}' constraint authors_languages_check
    check (cardinality(languages) <= 12 and array_to_string(languages, ' ', '?') ~ '^([a-z]{2,3}( |$))*$'),
  -- Pages of the author elsewhere, which say the same of this one (rel="me").
  links jsonb not null default '[]' constraint authors_links_check check (private.are_author_links(links)),
  -- The address of the author's page while the author had another name.
  former_slugs text[] not null default '{}' constraint authors_former_slugs_check
    check (private.are_author_addresses(former_slugs) and slug <> all (former_slugs)),
  -- The version that a form began with is named by it.
  updated_at timestamptz not null default now()
);
create index authors_former_slugs on public.authors using gin (former_slugs);
grant select on public.authors to anon;
grant select, insert, update, delete on public.authors to authenticated;
grant all on public.authors to service_role;
create policy "everyone reads authors" on public.authors for select to anon, authenticated using (true);
-- An author changes nothing that readers see: so it is for editors, also where the byline is one's own.
create policy "editors add authors" on public.authors
  for insert to authenticated with check ((select private.is_editor()));
create policy "editors edit authors" on public.authors
  for update to authenticated using ((select private.is_editor())) with check ((select private.is_editor()));
create policy "editors delete authors" on public.authors
  for delete to authenticated using ((select private.is_editor()));

create function private.date_author() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := greatest(now(), old.updated_at + interval '1 microsecond');
  return new;
end
$$;
create trigger date_author before insert or update on public.authors
  for each row execute function private.date_author();

/* Pages that show an author have the tag author:slug (core/domain/page-tags.ts). */
create function private.announce_author() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('page_changes', 'author:' || slug) from unnest(array[old.slug, new.slug]) as slug where slug is not null;
  return null;
end
$$;
create trigger announce_author after insert or update or delete on public.authors
  for each row execute function private.announce_author();

create trigger record_author after insert or update or delete on public.authors
  for each row execute function private.audit_row();

grant execute on function
  private.are_author_addresses(text[]),
  private.are_author_links(jsonb),
  private.is_author_address(text),
  private.is_lines_by_language(jsonb, integer)
to authenticated, service_role;

/* The author with a page at this address: the name as it was spelled last, the languages with articles, and what else readers are told. Of
   an address without articles that an author had before, the author with the present address, also after several names. */
create function public.find_author(p_slug text)
returns table (slug text, name text, languages jsonb, profile jsonb)
language sql stable set search_path = ''
as $$
  with recursive chain (slug, has_articles, step) as (
    select p_slug, exists (select from public.author_articles where author_slug = p_slug), 0
    union all
    select moved.slug, exists (select from public.author_articles where author_slug = moved.slug), step + 1
    from chain cross join lateral (
      select author.slug from public.authors as author where author.former_slugs @> array[chain.slug] order by author.slug limit 1) as moved
    -- Two authors can name each other.
    where not has_articles and step < 10
  ), present as (
    select slug from chain where has_articles
  ), newest as (
    select article.* from unnest(private.offered_languages()) as language, present
    cross join lateral (
      select listed.language, listed.author, listed.publish_date, listed.id from public.author_articles as listed
      where listed.author_slug = present.slug and listed.language = language.language
      order by listed.publish_date desc, listed.id limit 1
    ) as article
  ), known as (
    select (array_agg(newest.author order by newest.publish_date desc, newest.id))[1] as name,
      jsonb_agg(newest.language order by newest.language) as languages
    from newest having count(*) > 0
  )
  select present.slug, known.name, known.languages,
    (select to_jsonb(author) - array['slug', 'former_slugs', 'updated_at'] from public.authors as author where author.slug = present.slug)
  from present, known
$$;

/* The authors of a language in the order of their addresses, from after one of them. Goes from author to author in the index. */
create function public.list_authors(p_language text default 'en', p_limit integer default 100, p_after text default '')
returns table (slug text, name text)
language sql stable set search_path = ''
as $$
  with recursive found as (
    (
      select author_slug, author from public.author_articles
      where language = p_language and author_slug > p_after
      order by author_slug, publish_date desc, id limit 1
    )
    union all
    select next.author_slug, next.author from found
    cross join lateral (
      select listed.author_slug, listed.author from public.author_articles as listed
      where listed.language = p_language and listed.author_slug > found.author_slug
      order by listed.author_slug, listed.publish_date desc, listed.id limit 1
    ) as next
  )
  select author_slug, author from found limit least(greatest(p_limit, 1), 500)
$$;

/* Finds the authors who have all these words in their name, or words that begin with them; null without a word. With the rights
   of its owner, because readers may not call unaccent. */
create function private.author_query(p_name text) returns tsquery
language sql immutable security definer set search_path = ''
return (
  select string_agg(quote_literal(left(word, 100)) || ':*', ' & ')::tsquery
  from (
    select word from string_to_table(private.plain_name(p_name), ' ') as words (word) where word <> '' limit 10
  ) as ten);

grant execute on function
  public.find_author(text),
  public.list_authors(text, integer, text)
to anon, authenticated;
grant execute on function
  private.author_query(text)
to anon, authenticated, service_role;
