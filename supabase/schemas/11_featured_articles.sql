-- One article is featured in each language: the first of its front page. Its translations are in theirs.

/* Serialises statements that feature an article: two of them would otherwise fail on the unique index. A statement
   trigger, because a statement that waits must not have locked a row that the other one needs. */
create function private.take_turns_featuring() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- Two editors featuring at once wait for each other here instead of failing on the unique index. Before the
  -- statement, because one that waited with its row already locked could be the row that the other waits for.
  -- The lock is for those who may feature alone, because a statement may search slowly for its rows while it has it.
  if current_user not in ('authenticated', 'access_token') or private.may('publish') then
    perform pg_advisory_xact_lock(hashtext('articles.featured'));
  end if;
  return null;
end
$$;
create trigger take_turns_featuring before insert or update of featured, language on public.articles
  for each statement execute function private.take_turns_featuring();

/* Featuring an article ends that of the other article in the same language. */
create function private.take_over_featured() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.articles set featured = false
    where language = new.language and featured and id <> new.id
      -- An upsert is about to write this one.
      and (tg_op = 'UPDATE' or slug <> new.slug);
  return new;
end
$$;
create trigger take_over_featured before insert or update of featured, language on public.articles
  for each row when (new.featured) execute function private.take_over_featured();

/* The translations of an article are featured with it, and no longer with it, unless it is featured alone (articles.featured_alone). One that
   is unpublished meanwhile loses the mark; one that is published later follows where nothing is featured, or a translation of what is not
   featured any more. What only loses its place to another article leaves its translations theirs, until others take them. */
create function private.follow_featured() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.original_article_id is null then
    update public.articles set featured = new.featured
      where original_article_id = new.id and featured <> new.featured and (published or not new.featured)
        and coalesce(current_setting('articles.featured_alone', true), '') <> 'on';
  elsif (tg_op = 'INSERT' or old.published <> new.published) and exists (
      select from public.articles where id = new.original_article_id and featured) then
    update public.articles set featured = new.published
      where id = new.id and featured <> new.published and (not new.published or not exists (
        select from public.articles as other left join public.articles as original on original.id = other.original_article_id
        where other.language = new.language and other.featured and coalesce(original.featured, true)));
  end if;
  return null;
end
$$;
create trigger follow_featured after update of featured on public.articles
  for each row when (new.featured <> old.featured and new.original_article_id is null and pg_trigger_depth() = 0)
  execute function private.follow_featured();
create trigger follow_featured_original after insert or update of published on public.articles
  for each row when (new.original_article_id is not null and not private.is_importing() and not private.is_restoring())
  execute function private.follow_featured();

/* Features a published article in its language, and its translations in theirs unless p_along is false; or ends that, with p_featured false.
   p_version is the updated_at with which it was read; what ends needs none. Returns {status: 'featured', along}, with the versions of the
   translations that followed, gone, or changed as private.changed_since says. Raises 42501 unless the caller may publish. */
create function public.feature_article(
  p_article_id uuid, p_version text default null, p_featured boolean default true, p_along boolean default true) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  article public.articles;
  before constant uuid[] := array(select id from public.articles where original_article_id = p_article_id and featured);
  changed jsonb;
begin
  if not private.may('publish') then
    raise exception using errcode = '42501', message = 'Only editors can feature an article.',
      hint = 'An access token needs the scope publish.';
  end if;
  if p_featured is null or p_along is null then
    raise exception using errcode = '22004', message = 'Say whether it is featured, and its translations with it: p_featured and p_along.';
  end if;
  -- The lock of take_turns_featuring, taken before any row is.
  perform pg_advisory_xact_lock(hashtext('articles.featured'));
  select * into article from public.articles where id = p_article_id and published for update;
  if not found then
    return jsonb_build_object('status', 'gone');
  end if;
  changed := private.changed_since(article, p_version);
  if p_featured and changed is not null then
    return changed;
  end if;
  perform set_config('articles.versions_are_checked', 'on', true);
  perform set_config('articles.featured_alone', case when p_along then '' else 'on' end, true);
  update public.articles set featured = p_featured where id = p_article_id;
  return jsonb_build_object('status', 'featured', 'along', (
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'language', language, 'updated_at', updated_at) order by language), '[]')
    from public.articles where original_article_id = p_article_id and featured = p_featured and (id = any (before)) <> p_featured));
end
$$;

grant execute on function public.feature_article(uuid, text, boolean, boolean) to authenticated;
