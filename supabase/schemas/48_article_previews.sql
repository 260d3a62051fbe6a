-- Anyone with the link sees a draft as readers will, without an account, until the link expires or is revoked.
create table public.article_previews (
  id uuid primary key default gen_random_uuid(),
  article_id uuid not null references public.articles (id) on delete cascade,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  expires_at timestamptz not null
);
comment on table public.article_previews is $${"purge": "expires_at < now() - interval '30 days'"}$$;
create index article_previews_of_article on public.article_previews (article_id, created_at);
create index article_previews_expiry on public.article_previews (expires_at);
-- A link is revoked by deleting its row.
grant select, delete on public.article_previews to authenticated;
grant all on public.article_previews to service_role;
create policy "editors read previews" on public.article_previews
  for select to authenticated using ((select private.is_editor()));
create policy "editors revoke previews" on public.article_previews
  for delete to authenticated using ((select private.is_editor()));

-- A table of its own, because no client may read the hashes.
create table private.article_preview_tokens (
  token_hash text primary key,
  preview_id uuid not null unique references public.article_previews (id) on delete cascade
);

/* Makes a link that shows every language version of a story. Returns {status: 'created', id, token, expires_at}; the token, 256
   random bits, is told only here. Other statuses: gone, too_many (a hundred that are still good). */
create function public.create_article_preview(p_article_id uuid, p_days integer default 7) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  -- Three random UUIDs have 366 random bits.
  token text := encode(sha256(
    uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex');
  preview public.article_previews;
begin
  if not private.is_editor() then
    raise exception using errcode = '42501', message = 'Only editors can share a preview.';
  end if;
  if p_days is null or p_days not between 1 and 30 then
    raise exception using errcode = '22023', message = 'A preview expires after 1 to 30 days.';
  end if;
  perform from public.articles where id = p_article_id for update;
  if not found then
    return jsonb_build_object('status', 'gone');
  elsif (select count(*) from public.article_previews where article_id = p_article_id and expires_at > now()) >= 100 then
    return jsonb_build_object('status', 'too_many');
  end if;
  insert into public.article_previews (article_id, created_by, expires_at)
  values (p_article_id, auth.uid(), now() + make_interval(days => p_days)) returning * into preview;
  insert into private.article_preview_tokens (token_hash, preview_id) values (private.sha256_hex(token), preview.id);
  return jsonb_build_object('status', 'created', 'id', preview.id, 'token', token, 'expires_at', preview.expires_at);
end
$$;

/* The article of a preview link, in the language asked for or else in the one that the link was made for; null when the link is unknown,
   expired, or was made by somebody who is no editor any more. Returns {article, versions, expires_at, translation, told}, where translation
   says how the version was translated, and is null for an original or when that is not recorded, and told what readers will be told of its
   sources. The token is found by its hash, so that the time taken reveals nothing about it. */
create function public.find_article_preview(p_token text, p_language text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with preview as (
      select shared.id, coalesce(shared.original_article_id, shared.id) as story_id, preview.expires_at
      from private.article_preview_tokens as token
      join public.article_previews as preview on preview.id = token.preview_id
      join public.articles as shared on shared.id = preview.article_id
      where token.token_hash = private.sha256_hex(left(p_token, 100)) and preview.expires_at > now()
        and private.can_edit(preview.created_by)
    ), version as (
      select articles.* from public.articles join preview on preview.story_id in (articles.id, articles.original_article_id)
    ), shown as (
      select version.* from version, preview
      order by (version.language = p_language) desc nulls last, (version.id = preview.id) desc limit 1
    )
    select jsonb_build_object(
      'article', (select to_jsonb(shown) - 'revision_note' from shown),
      'translation', (
        select jsonb_build_object('origin', origin, 'translated_at', translated_at, 'reviewed_at', reviewed_at,
          'corrected_at', corrected_at)
        from public.article_translations where translation_id = (select id from shown)),
      'told', private.tell_sources((select id from shown)),
      'versions', (
        select jsonb_agg(jsonb_build_object('language', version.language, 'slug', version.slug) order by version.language)
        from version),
      'expires_at', preview.expires_at)
    from preview);
end
$$;

grant execute on function
  public.find_article_preview(text, text)
to anon, authenticated;
grant execute on function
  public.create_article_preview(uuid, integer)
to authenticated;
