-- The addresses that articles had on the site from which they were imported. A page of this site takes precedence: only an address under which there
-- would be nothing is looked up here.
create table private.old_addresses (
  -- A path with its query, in the normal form of core/domain/old-address.ts.
  address text primary key constraint old_addresses_address_check
    check (address ~ '^/[!-~]+$' and char_length(address) <= 500),
  article_id uuid not null references public.articles (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index old_addresses_article on private.old_addresses (article_id);

/* Returns where the first of these addresses leads that a published article had: {slug, language, kept}. An article in a language that is switched
   off leads to its English original, and kept is false, because the language may come back. Null when there is none. */
create function public.find_old_address(p_addresses text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'slug', coalesce(original.slug, article.slug), 'language', coalesce(original.language, article.language),
    'kept', original.id is null)
  from unnest(p_addresses[1:10]) with ordinality as asked (address, place)
  join private.old_addresses as old on old.address = asked.address
  join public.articles as article on article.id = old.article_id and article.published
  left join public.articles as original
    on original.id = article.original_article_id and original.published and not article.language = any(private.offered_languages())
  where article.language = any(private.offered_languages()) or original.id is not null
  order by asked.place limit 1
$$;
grant execute on function
  public.find_old_address(text[])
to anon, authenticated;
