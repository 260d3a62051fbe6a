-- Articles: English originals and the translations that point to them.
create table public.articles (
  id uuid primary key default gen_random_uuid(),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200),
  -- The check gives the error that clients know of a value that is none.
  language text not null default 'en' references private.languages check (private.is_language(language)),
  title text not null,
  subtitle text,
  excerpt text not null,
  content text not null,
  -- The slug of a section.
  category text not null references public.categories (slug),
  author text not null default private.default_author(),
  -- private.follow_length() gives one to a row without it.
  reading_time text not null default private.no_reading_time(),
  hero_image text,
  publish_date timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  published boolean not null default false,
  featured boolean not null default false,
  original_article_id uuid references public.articles (id) on delete cascade,
  -- The reason of a save. A trigger moves it to the revision, so that it is always null in a stored row: readers may read
  -- every column of a published article.
  revision_note text,
  -- The words that a shared link says instead of title, excerpt and picture. Each language has its own.
  social_title text,
  social_description text,
  -- The address of the picture of a shared link; null for the one that the site paints.
  social_image text,
  unique (slug, language),
  unique (original_article_id, language),
  constraint english_articles_are_originals check (language <> 'en' or original_article_id is null),
  -- A draft may be incomplete; what readers need is required when it is published. core/domain/article-violation.ts says which
  -- field each of these constraints is about.
  constraint articles_title_check check (not published or not private.is_blank(title)),
  constraint articles_excerpt_check check (not published or not private.is_blank(excerpt)),
  constraint articles_content_check check (not published or not private.is_blank(content)),
  constraint articles_author_check check (not published or not private.is_blank(author)),
  constraint articles_reading_time_check check (not published or not private.is_blank(reading_time)),
  -- Every field has a limit, because lists show many of them.
  constraint articles_title_length check (char_length(title) <= 500),
  constraint articles_subtitle_length check (char_length(subtitle) <= 1000),
  constraint articles_excerpt_length check (char_length(excerpt) <= 5000),
  constraint articles_content_length check (octet_length(content) <= 1048576),
  constraint articles_author_length check (char_length(author) <= 200),
  constraint articles_reading_time_length check (char_length(reading_time) <= 100),
  constraint articles_hero_image_length check (char_length(hero_image) <= 2000),
  constraint articles_social_title_length check (char_length(social_title) <= 300),
  constraint articles_social_description_length check (char_length(social_description) <= 1000),
  constraint articles_social_image_length check (char_length(social_image) <= 2000),
  -- Dates that JavaScript has: one article dated infinity would break every list, feed and sitemap with it.
  constraint articles_dates_check check (
    least(publish_date, created_at, updated_at) >= '0001-01-01 00:00:00+00'
    and greatest(publish_date, created_at, updated_at) < '10000-01-01 00:00:00+00')
);
comment on table public.articles is '{"live": "not private.is_section_moving() and not private.is_importing()"}';
create index articles_newest on public.articles (language, publish_date desc) where published;
create index articles_newest_of_category on public.articles (language, category, publish_date desc) where published;
-- At most one featured article per language; featuring one ends that of the other in the same statement.
create unique index articles_one_featured on public.articles (language) where featured;
-- Makes "title or excerpt contains" an index scan of one language.
create index articles_title_trigrams on public.articles using gin (language, title extensions.gin_trgm_ops) where published;
create index articles_excerpt_trigrams on public.articles using gin (language, excerpt extensions.gin_trgm_ops) where published;
-- For lists of the desk with sixty thousand articles: what a list filters by and what policies ask, so that it is counted in the index
-- alone.
create index articles_desk on public.articles (published, language, category, featured) include (id);
-- Originals by date, with what is counted, so that neither reads the wide rows of the table.
create index articles_originals on public.articles (publish_date desc, id) include (published, featured)
  where original_article_id is null;
-- The orders of a list over all languages. Columns that every save changes, such as updated_at, are left out: PostgreSQL would have
-- to write to every index at each save.
create index articles_desk_order on public.articles (published, publish_date desc, id) include (language, category, featured);
create index articles_desk_titles on public.articles (published, title, id);
create index articles_desk_categories on public.articles (published, category, id);
create index articles_desk_authors on public.articles (published, author, id);
create index articles_desk_ages on public.articles (published, created_at, id);
-- The overview of translations: English originals by date, and their translations, without reading the wide rows of the table.
create index articles_english_originals on public.articles (publish_date desc, id) include (published, category)
  where language = 'en' and original_article_id is null;
create index articles_translated on public.articles (original_article_id, language) include (id, published)
  where original_article_id is not null;
-- Translations that readers do not have yet.
create index articles_unpublished_translations on public.articles (language, id, original_article_id)
  where not published and original_article_id is not null;
grant select on public.articles to anon;
grant select, insert, update, delete on public.articles to authenticated;
grant all on public.articles to service_role;
-- An article in a language that is switched off can be written and published; readers get it when the language comes back. A search of one
-- language would look up in its indexes each language for which this asked with "= any".
create policy "everyone reads published articles" on public.articles
  for select to anon, authenticated using (published and array_position((select private.offered_languages()), language) is not null);
create policy "editors read drafts" on public.articles
  for select to authenticated using ((select private.is_editor()));
create policy "editors write" on public.articles
  for insert to authenticated with check ((select private.is_editor()));
create policy "editors edit" on public.articles
  for update to authenticated using ((select private.is_editor())) with check ((select private.is_editor()));
create policy "editors delete" on public.articles
  for delete to authenticated using ((select private.is_editor()));
/* Tells whether the articles of this transaction come from another program, by the thousand. It is one entry of the audit log, and what
   follows from each article is made or announced later: pages, open desks, topics. Webhooks are not told of old articles. */
create function private.is_importing() returns boolean
language sql stable set search_path = ''
return coalesce(current_setting('articles.importing', true), '') = 'on';
grant execute on function private.is_importing() to authenticated, service_role;
create trigger follow_category before insert on public.articles
  for each row execute function private.follow_category();
create trigger follow_changed_category before update of category on public.articles
  for each row when (old.category is distinct from new.category and not private.is_section_moving())
  execute function private.follow_category();

/* The texts that each translation has of its own, and those that are compared with the sources of an article: what readers, feeds and shared
   links show of it. */
create function private.translated_fields() returns text[]
language sql immutable set search_path = ''
return array['title', 'subtitle', 'excerpt', 'content'];
create function private.judged_fields() returns text[]
language sql immutable set search_path = ''
return private.translated_fields() || array['social_title', 'social_description'];
create function private.translated_texts(article public.articles) returns text[]
language sql immutable set search_path = ''
return array[article.title, article.subtitle, article.excerpt, article.content];
create function private.judged_texts(article public.articles) returns text[]
language sql immutable set search_path = ''
return private.translated_texts(article) || array[article.social_title, article.social_description];
grant execute on function private.translated_fields(), private.judged_fields(), private.translated_texts(public.articles),
  private.judged_texts(public.articles) to authenticated, service_role;

/* Computes the reading time, as core/domain/article-reading-time.ts does, until somebody gives one: of a published row that comes without
   one, and when a text is changed or published that still has a default or the time of its length. A draft that comes without one has the
   default, which is of an empty form. */
create function private.follow_length() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  counted constant text := private.reading_time_of(new.content);
begin
  if tg_op = 'INSERT' then
    new.reading_time := coalesce(new.reading_time, case when new.published then counted else private.default_reading_time() end);
  elsif (new.content <> old.content or new.published and not old.published) and not private.is_blank(new.content)
    and new.reading_time = old.reading_time
    and old.reading_time in (private.default_reading_time(), '5 min read', private.reading_time_of(old.content)) then
    new.reading_time := counted;
  end if;
  return new;
end
$$;
create trigger follow_length before insert or update of content, published on public.articles
  for each row when (not private.is_restoring()) execute function private.follow_length();

/* Sets updated_at, which says when readers last got something new. Losing the featured mark is not that. An update of
   updated_at alone counts only when a trigger makes it, for something that readers see beside the article. No two
   versions have the same time, because a save names the version that its form began with. */
create function private.touch_article() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if private.is_section_moving() then
    new.updated_at := old.updated_at;
  elsif private.is_restoring() then
    return new;
  elsif (to_jsonb(new) - 'featured' - 'updated_at') is distinct from (to_jsonb(old) - 'featured' - 'updated_at')
    or (pg_trigger_depth() > 1 and new.updated_at is distinct from old.updated_at) then
    new.updated_at := case when now() = old.updated_at then now() + interval '1 microsecond' else now() end;
  else
    new.updated_at := old.updated_at;
  end if;
  return new;
end
$$;
create trigger touch_article before update on public.articles
  for each row execute function private.touch_article();

/* Notifies the channel page_changes, with one tag per line: article:<original id> for the article's pages in every
   language, list:<language>:<category> and list:<language> for lists of that language, with * for those of all (an original
   decides the order everywhere), slug:<slug> for pages that show one language because the slug does not exist in another.
   core/domain/page-tags.ts gives the same tags to pages. Lists in other languages use the category of the English
   original, as translated_articles does. */
create function private.announce_article_change() returns trigger
language plpgsql set search_path = ''
as $$
declare
  changed public.articles;
  listed_under text;
  list text;
begin
  for changed in select (x).* from unnest(array[old, new]) as x where (x).id is not null loop
    -- An original that is deleted together with its translations is gone by now, and has announced all lists itself.
    listed_under := coalesce(
      (select category from public.articles where id = changed.original_article_id), changed.category);
    list := 'list:' || case when changed.original_article_id is null then '*' else changed.language end;
    perform pg_notify('page_changes', concat_ws(E'\n',
      'article:' || coalesce(changed.original_article_id, changed.id), 'slug:' || changed.slug, list, list || ':' || listed_under));
  end loop;
  return null;
end
$$;
create trigger announce_article_change after insert or update or delete on public.articles
  for each row when (not private.is_section_moving() and not private.is_importing()) execute function private.announce_article_change();
create trigger announce_truncated_articles after truncate on public.articles
  for each statement execute function private.announce_any_change();

-- Translations in the order of their English originals, for the lists in other languages.
create view public.translated_articles with (security_invoker = true) as
  select translation.id, translation.slug, translation.language, translation.title, translation.subtitle,
         translation.excerpt, translation.category, translation.author, translation.reading_time,
         translation.hero_image, translation.publish_date, translation.featured,
         original.id as original_id, original.category as original_category,
         original.publish_date as original_publish_date
  from public.articles as original
  join public.articles as translation on translation.original_article_id = original.id
  where original.language = 'en' and original.published and translation.published;
revoke all on public.translated_articles from anon, authenticated;
grant select on public.translated_articles to anon, authenticated, service_role;

/* The columns that are still to be filled in before an article can be published. */
create function private.missing_for_publishing(article public.articles) returns text[]
language sql immutable set search_path = ''
return array_remove(array[
  case when private.is_blank(article.title) then 'title' end,
  case when private.is_blank(article.excerpt) then 'excerpt' end,
  case when private.is_blank(article.content) then 'content' end,
  case when private.is_blank(article.author) then 'author' end,
  case when private.is_blank(article.reading_time) then 'reading_time' end], null);

/* Returns why a translation is not finished: stale when its original says something else by now, unreviewed when it waits for a review, or was last
   saved by a translator who may not publish, unread as in private.unread_translations; null when it is. */
create function private.unfinished_reason(p_translation_id uuid, p_language text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select case
      when stale_since is not null then 'stale'
      when private.is_unread(p_translation_id) then 'unread'
      when translation_id is not null and (reviewed_at is null or reviewed_at < translated_at)
        and p_language = any (private.reviewed_languages()) then 'unreviewed'
      when private.is_by_translator_alone(p_translation_id) then 'unreviewed' end
    from (select p_translation_id as id) as asked left join public.article_translations on translation_id = asked.id);
end
$$;

/* Every language version of an article, given the id of any of them, with what each one lacks before it can be published, why a
   translation is not finished, and whether translations into its language wait for a review. */
create function public.list_story_versions(p_article_id uuid)
returns table (
  id uuid, language text, slug text, title text, published boolean, publish_date timestamptz, updated_at timestamptz,
  is_original boolean, missing jsonb, unfinished text, waits_for_review boolean)
language sql stable set search_path = ''
as $$
  select version.id, version.language, version.slug, version.title, version.published, version.publish_date,
    version.updated_at, version.original_article_id is null, to_jsonb(private.missing_for_publishing(version)),
    private.unfinished_reason(version.id, version.language), version.language = any (private.reviewed_languages())
  from public.articles as version
  join (select coalesce(original_article_id, id) as id from public.articles where id = p_article_id) as story
    on version.id = story.id or version.original_article_id = story.id
  order by version.original_article_id nulls first, version.language
$$;

/* Refuses a request that makes a text public without naming its version: the condition on updated_at with which it was sent. */
create function private.demand_version(article public.articles) returns void
language plpgsql set search_path = ''
as $$
declare
  changed constant jsonb := private.changed_since(article, nullif(current_setting('request.version', true), ''));
begin
  if changed is not null then
    raise exception using errcode = 'PT409', message = 'Another version of this article was saved since you opened it.',
      detail = changed::text, hint = 'Look at what has changed, and name the version of now.';
  end if;
end
$$;

create function private.check_version() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform private.demand_version(old);
  return new;
end
$$;
create trigger check_version before update of published, featured on public.articles
  for each row when (
    current_user in ('authenticated', 'access_token') and (new.published and not old.published or new.featured and not old.featured)
    -- A function has compared them already.
    and coalesce(current_setting('articles.versions_are_checked', true), '') <> 'on')
  execute function private.check_version();

/* Publishes up to a hundred drafts in one statement. p_versions has the version of each, in the same order: the updated_at with which it was
   read. Returns [{id, status}]: published, already_published, gone, changed as private.changed_since says, incomplete with missing, or
   uncovered, when a sentence of it is not covered by its sources. A draft that was never published before is dated now.
   Raises 42501 unless the caller may publish all of them. */
create function public.publish_articles(p_ids jsonb, p_versions jsonb default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  asked uuid[];
  answer jsonb;
begin
  if not (private.may('publish') or private.is_allowed('publish')) then
    raise exception using errcode = '42501', message = 'Only editors can publish, and translators to whom it was allowed.',
      hint = 'An access token needs the scope publish.';
  end if;
  if jsonb_typeof(p_ids) is distinct from 'array' or jsonb_array_length(p_ids) > 100
    or jsonb_path_exists(p_ids, '$[*] ? (@.type() != "string" || !(@ like_regex "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" flag "i"))') then
    raise exception using errcode = '22023', message = 'A list of at most 100 ids is expected.';
  end if;
  if p_versions is not null and (
    jsonb_typeof(p_versions) <> 'array' or jsonb_array_length(p_versions) <> jsonb_array_length(p_ids)) then
    raise exception using errcode = '22023', message = 'A list with the version of each article is expected.';
  end if;
  asked := array(select value::uuid from jsonb_array_elements_text(p_ids));
  -- Before they are read, so that what others have saved until then is seen.
  perform from public.articles where id = any (asked) order by id for update;
  perform set_config('articles.versions_are_checked', 'on', true);
  with found as (
    select article.id, article.published, private.missing_for_publishing(article) as missing,
      case when not article.published then
        private.changed_since(article, p_versions ->> array_position(asked, article.id) - 1) end as changed,
      not article.published and private.find_uncovered(article) is not null as is_uncovered
    from public.articles as article where article.id = any (asked)
  ), published as (
    update public.articles as article set published = true, publish_date = case
        when exists (select from public.article_revisions as revision
          where revision.article_id = article.id and revision.published)
        then article.publish_date else now() end
      from found where article.id = found.id and not found.published and found.changed is null and found.missing = '{}'
        and not found.is_uncovered
  )
  select jsonb_agg(jsonb_build_object('id', id, 'status', case
      when found.id is null then 'gone'
      when found.published then 'already_published'
      when found.missing <> '{}' then 'incomplete'
      when found.is_uncovered then 'uncovered'
      else 'published' end)
    || case when found.missing <> '{}' and not found.published
      then jsonb_build_object('missing', to_jsonb(found.missing)) else '{}' end
    || coalesce(found.changed, '{}')
    order by id)
  into answer
  from (select distinct unnest(asked)) as each (id) left join found using (id);
  return coalesce(answer, '[]');
end
$$;

grant execute on function
  public.list_story_versions(uuid),
  public.publish_articles(jsonb, jsonb)
to authenticated;
grant execute on function
  private.demand_version(articles),
  private.missing_for_publishing(articles),
  private.unfinished_reason(uuid, text)
to authenticated, service_role;
