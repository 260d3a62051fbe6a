-- Readers are told of authors: a picture, a line, languages and links; and the page of a renamed author is found at its old address.

create function private.is_author_address(p_slug text) returns boolean
language sql immutable set search_path = ''
return coalesce(p_slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(p_slug) <= 80, false);

create function private.are_author_addresses(p_slugs text[]) returns boolean
language sql immutable set search_path = ''
return cardinality(p_slugs) <= 20 and not exists (select from unnest(p_slugs) as slug where not private.is_author_address(slug));

/* Whether these are addresses of other sites, each once. */
create function private.are_author_links(value jsonb) returns boolean
language sql immutable set search_path = ''
return case when jsonb_typeof(value) = 'array' then
  jsonb_array_length(value) <= 10
  and jsonb_array_length(value) = (select count(distinct link) from jsonb_array_elements(value) as link)
  and not exists (
    select from jsonb_array_elements(value) as link
    where not (private.is_link_address(link) and link #>> '{}' ~ '^https://'))
  else false end;

-- What readers are told of an author beside the name, by the address of the author's page.
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
  -- Where the page was while the author had another name.
  former_slugs text[] not null default '{}' constraint authors_former_slugs_check
    check (private.are_author_addresses(former_slugs) and slug <> all (former_slugs)),
  -- The version that a form began with is named by it.
  updated_at timestamptz not null default now()
);
create index authors_former_slugs on public.authors using gin (former_slugs);
alter table public.authors enable row level security;
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

/* Writes into the audit log that somebody changed what readers are told of an author. */
create function private.record_author() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_act_covered() then
    perform private.record_act('pages', case tg_op when 'DELETE' then 'delete_author' else 'change_author' end,
      case tg_op when 'DELETE' then 'deleted what is said of the author %s' else 'changed what is said of the author %s' end,
      coalesce(new.slug, old.slug));
  end if;
  return null;
end
$$;
create trigger record_author after insert or update or delete on public.authors
  for each row execute function private.record_author();

grant execute on function
  private.are_author_addresses(text[]),
  private.are_author_links(jsonb),
  private.is_author_address(text),
  private.is_lines_by_language(jsonb, integer)
to authenticated, service_role;

-- It returns another column.
drop function public.find_author(text);
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
grant execute on function public.find_author(text) to anon, authenticated, service_role;

/* Maintains the use of a picture of an author, whose page counts as one about the publication. */
create function private.note_author_uses() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    delete from public.media_uses where source_id = md5('author ' || old.slug)::uuid and kind = 'page';
  end if;
  if tg_op <> 'DELETE' then
    perform private.note_uses('page', md5('author ' || new.slug)::uuid, md5('author ' || new.slug)::uuid, new.picture);
  end if;
  return null;
end
$$;
create trigger note_author_uses after insert or update of slug, picture or delete on public.authors
  for each row execute function private.note_author_uses();

grant select on public.authors to access_token;
create policy "tokens read" on public.authors for select to access_token using ((select private.has_scope('read')));
grant execute on function
  private.are_author_addresses(text[]),
  private.are_author_links(jsonb),
  private.is_author_address(text),
  private.is_lines_by_language(jsonb, integer)
to access_token;
select private.admit_service_role();
