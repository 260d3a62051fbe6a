-- Sections are rows: the publication names, orders and colours them, and their old addresses lead on.

/* An object of lines by language, of which none must be one. */
create function private.is_lines_by_language(value jsonb, longest integer) returns boolean
language sql immutable set search_path = ''
return case when jsonb_typeof(value) = 'object' then private.is_localized_line('{"en": "-"}' || value, longest) else false end;

/* The sections of a new publication, in the order of the header. Their names, descriptions and colours are shipped. */
create function private.shipped_categories() returns text[]
language sql immutable set search_path = ''
return array['business', 'tech', 'opinion', 'hack', 'news'];

create function private.is_category_slug(slug text) returns boolean
language sql immutable set search_path = ''
return slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 40;

/* Whether an address such as /search is one of ours: the first parts of all paths that the server answers. No section and no page can
   have it. */
create function private.is_reserved_address(slug text) returns boolean
language sql immutable set search_path = ''
return slug in (
  'about', 'admin', 'article', 'assets', 'auth', 'author', 'confirm-subscription', 'contact', 'corrections', 'demo', 'disclaimer',
  'feeds', 'functions', 'graphql', 'healthz', 'images', 'newsletter', 'pg', 'preview', 'privacy', 'readyz', 'realtime', 'rest',
  'search', 'share', 'sitemaps', 'storage', 'subscribe', 'terms', 'unsubscribe');

grant execute on function private.is_reserved_address(text) to authenticated, service_role;

-- The sections of the publication. Articles name their slug, which is also the address of the page of the section. A row that is
-- retired is an old address: it leads to a section in one step. Written by public.save_categories alone.
create table public.categories (
  slug text primary key,
  -- The place in the header; null for a retired one.
  position integer,
  -- Null for the shipped colour, which is grey where none is shipped.
  color text,
  -- By language. Empty for the messages that are shipped, which not every section has.
  names jsonb not null default '{}',
  descriptions jsonb not null default '{}',
  retired_to text references public.categories (slug),
  constraint categories_slug_check check (private.is_category_slug(slug)),
  constraint categories_color_check check (color ~ '^#[0-9a-f]{6}$'),
  constraint categories_names_check check (private.is_lines_by_language(names, 60)),
  constraint categories_descriptions_check check (private.is_lines_by_language(descriptions, 300)),
  constraint retired_categories_lead_elsewhere check ((position is null) = (retired_to is not null) and retired_to <> slug)
);
create index categories_retired on public.categories (retired_to) where retired_to is not null;
alter table public.categories enable row level security;
revoke all on public.categories from anon, authenticated, service_role;
grant select on public.categories to anon, authenticated, service_role;
create policy "everyone reads categories" on public.categories
  for select to anon, authenticated using (true);
create trigger announce_row_change after insert or update or delete on public.categories
  for each row execute function private.announce_row_change('slug');
create trigger announce_reload after truncate on public.categories
  for each statement execute function private.announce_reload();

insert into public.categories (slug, position)
  select slug, place from unnest(private.shipped_categories()) with ordinality as shipped (slug, place);

/* Tells every process to read the sections again; every page shows them. */
create function private.announce_category_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('page_changes', 'setting:categories');
  return null;
end
$$;
create trigger announce_category_change after insert or update or delete or truncate on public.categories
  for each statement execute function private.announce_category_change();

/* Puts an article that names a retired section into the one it leads to: its editor may not know yet. The lock makes it wait for a
   retirement under way, whose result is then read. */
create function private.follow_category() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  live text;
begin
  select coalesce(retired_to, slug) into live from public.categories where slug = new.category for key share;
  if live is null and new.category is not null then
    raise exception using errcode = '23514', schema = 'public', table = 'articles', constraint = 'articles_category_check',
      message = 'new row for relation "articles" violates check constraint "articles_category_check"',
      detail = 'There is no category "' || left(new.category, 80) || '".';
  end if;
  new.category := live;
  return new;
end
$$;

/* Whether articles follow their section to another address in this transaction. That is no change of the articles: it adds no
   version, moves no date, and is announced once for all of them. */
create function private.is_section_moving() returns boolean
language sql stable set search_path = ''
return coalesce(current_setting('articles.section_moves', true), '') = 'on';

grant execute on function
  private.is_section_moving()
to authenticated, service_role;

alter table public.articles drop constraint articles_category_check;
alter table public.articles add constraint articles_category_fkey foreign key (category) references public.categories (slug);
drop trigger announce_row_change on public.articles;
create trigger announce_row_change after insert or update or delete on public.articles
  for each row when (not private.is_section_moving()) execute function private.announce_row_change('id');
create trigger follow_category before insert on public.articles
  for each row execute function private.follow_category();
create trigger follow_changed_category before update of category on public.articles
  for each row when (old.category is distinct from new.category and not private.is_section_moving())
  execute function private.follow_category();
drop trigger announce_article_change on public.articles;
create trigger announce_article_change after insert or update or delete on public.articles
  for each row when (not private.is_section_moving()) execute function private.announce_article_change();
drop trigger index_reassigned_article on public.articles;
create trigger index_reassigned_article after update of category, original_article_id on public.articles
  for each row
  when ((old.category is distinct from new.category and not private.is_section_moving())
    or old.original_article_id is distinct from new.original_article_id)
  execute function private.index_changed_article();

create or replace function private.touch_article() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if private.is_section_moving() then
    new.updated_at := old.updated_at;
  elsif (to_jsonb(new) - 'featured' - 'updated_at') is distinct from (to_jsonb(old) - 'featured' - 'updated_at')
    or (pg_trigger_depth() > 1 and new.updated_at is distinct from old.updated_at) then
    new.updated_at := case when now() = old.updated_at then now() + interval '1 microsecond' else now() end;
  else
    new.updated_at := old.updated_at;
  end if;
  return new;
end
$$;

create or replace function private.announce_article_change() returns trigger
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

create or replace function private.announce_media_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  shown constant uuid[] := array(
    select distinct article_id from public.media_uses join public.articles on articles.id = article_id
    where name in (old.name, new.name) and kind in ('hero', 'content') and published limit 101);
  tags text;
begin
  if cardinality(shown) > 100 then
    perform pg_notify('page_changes', '*');
    return null;
  end if;
  for tags in
    select concat_ws(E'\n', 'article:' || coalesce(article.original_article_id, article.id), 'slug:' || article.slug,
      list, list || ':' || coalesce(original.category, article.category))
    from public.articles as article left join public.articles as original on original.id = article.original_article_id
    cross join lateral (
      select 'list:' || case when article.original_article_id is null then '*' else article.language end) as of_article (list)
    where article.id = any (shown)
  loop
    perform pg_notify('page_changes', tags);
  end loop;
  return null;
end
$$;

create or replace function public.search_articles(
  p_query text, p_language text default 'en', p_limit integer default 10, p_offset integer default 0,
  p_category text default null, p_from date default null, p_until date default null, p_author text default null)
returns table (
  id uuid, slug text, language text, title text, category text, publish_date timestamptz, headline text, total integer)
language plpgsql stable set search_path = ''
-- A plan made for a frequent word would read all articles instead of the index.
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  words tsquery := private.search_query(p_language, left(p_query, 200));
  loose tsquery;
  is_phrase boolean;
  candidates uuid[];
  matches integer;
  authors tsquery := private.author_query(left(p_author, 200));
  -- Of a section: the index has the address that it had when an article was saved last.
  addresses text[] := array(select slug from public.categories where p_category in (slug, retired_to));
  published_from timestamptz := private.beginning_of(p_from);
  published_before timestamptz := private.beginning_of(p_until) + interval '1 day';
begin
  -- A name without letters or digits matches no author.
  if p_author is not null and authors is null then
    return;
  end if;

  if btrim(p_query) = '' then
    if num_nonnulls(p_category, p_from, p_until, p_author) = 0 then
      return;
    end if;
    matches := (
      select count(*) from private.article_search
      where language = p_language
        and (p_category is null or category = any (addresses))
        and (published_from is null or publish_date >= published_from)
        and (published_before is null or publish_date < published_before)
        and (authors is null or author_words @@ authors));
    return query
    with page as (
      select article_id from private.article_search
      where language = p_language
        and (p_category is null or category = any (addresses))
        and (published_from is null or publish_date >= published_from)
        and (published_before is null or publish_date < published_before)
        and (authors is null or author_words @@ authors)
      order by publish_date desc, article_id
      limit least(greatest(p_limit, 1), 50) offset greatest(p_offset, 0)
    )
    select id, slug, p_language, title, category, publish_date, translate(excerpt, E'\uE000\uE001', ''), matches
    from page join public.articles on id = article_id
    order by publish_date desc, id;
    return;
  end if;

  -- Only words to leave out, or none at all.
  if querytree(words) in ('', 'T') then
    return;
  end if;
  for attempt in 1..2 loop
    is_phrase := words::text ~ '<(-|\d+)>';
    loose := regexp_replace(words::text, '<(-|\d+)>', '&', 'g')::tsquery;
    select array_agg(article_id), max(total) into candidates, matches
      from (
        select article_id, count(*) over () as total
        from private.article_search
        where language = p_language and everything @@ loose
          and (p_category is null or category = any (addresses))
          and (published_from is null or publish_date >= published_from)
          and (published_before is null or publish_date < published_before)
          and (authors is null or author_words @@ authors)
        order by title @@ words desc, publish_date desc
        limit case when is_phrase then 300 else 200 end
      ) as newest;
    exit when matches > 0;
    words := regexp_replace(words::text, '''$', ''':*')::tsquery;
  end loop;

  return query
  with page as (
    select article_id, prose, ts_rank(everything, words, 1) as rank,
      case when is_phrase then (count(*) over ())::integer else matches end as total
    from private.article_search
    where article_id = any (candidates) and (not is_phrase or everything @@ words)
    order by rank desc, publish_date desc, article_id
    limit least(greatest(p_limit, 1), 50) offset greatest(p_offset, 0)
  )
  select id, slug, p_language, title, category, publish_date,
    private.search_headline(p_language, excerpt, prose, words), total
  from page join public.articles on id = article_id
  order by rank desc, publish_date desc, id;
end
$$;

/* Refuses a list of sections, naming the part of the request that is wrong. */
create function private.refuse_categories(p_path text, p_reason text) returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = '22023', message = p_path || ': ' || p_reason, detail = p_path;
end
$$;

/* Refuses what is wrong with a list of sections in itself, whatever is stored. */
create function private.check_categories(p_categories jsonb, p_retired jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  item record;
  path text;
begin
  if jsonb_typeof(p_categories) is distinct from 'array' then
    perform private.refuse_categories('categories', 'Must be a list');
  end if;
  if jsonb_array_length(p_categories) not between 1 and 12 then
    perform private.refuse_categories('categories', 'Must be at least 1 and at most 12 sections');
  end if;
  if jsonb_typeof(p_retired) is distinct from 'object' or (select count(*) from jsonb_object_keys(p_retired)) > 200 then
    perform private.refuse_categories('retired', 'Must be an object of at most 200 addresses, each with the one that it leads to');
  end if;
  for item in
    select value, place - 1 as index, value ->> 'slug' as slug, value ->> 'was' as was
    from jsonb_array_elements(p_categories) with ordinality as list (value, place)
  loop
    path := format('categories[%s]', item.index);
    if jsonb_typeof(item.value) <> 'object' then
      perform private.refuse_categories(path, 'Must be an object');
    elsif item.value - array['slug', 'was', 'color', 'names', 'descriptions'] <> '{}' then
      perform private.refuse_categories(
        path || '.' || (select min(key) from jsonb_object_keys(item.value - array['slug', 'was', 'color', 'names', 'descriptions']) as key),
        'Is not known');
    elsif not coalesce(jsonb_typeof(item.value -> 'slug') = 'string' and private.is_category_slug(item.slug), false) then
      perform private.refuse_categories(path || '.slug', 'Must be an address of at most 40 small letters, digits and hyphens between them');
    elsif private.is_reserved_address(item.slug) then
      perform private.refuse_categories(path || '.slug', format('“%s” is an address of another page', item.slug));
    elsif exists (
      select from jsonb_array_elements(p_categories) with ordinality as list (value, place)
      where value ->> 'slug' = item.slug and place - 1 < item.index) then
      perform private.refuse_categories(path || '.slug', format('“%s” is the address of another section in the list', item.slug));
    elsif jsonb_typeof(item.value -> 'was') not in ('string', 'null') then
      perform private.refuse_categories(path || '.was', 'Must be the address that the section had');
    elsif item.was is not null and exists (
      select from jsonb_array_elements(p_categories) with ordinality as list (value, place)
      where value ->> 'was' = item.was and place - 1 < item.index) then
      perform private.refuse_categories(path || '.was', format('Another section in the list was “%s”', item.was));
    elsif not private.is_lines_by_language(coalesce(item.value -> 'names', '{}'), 60) then
      perform private.refuse_categories(path || '.names', 'Must be names by language, each on one line with at most 60 characters');
    elsif not (coalesce(item.value -> 'names', '{}') ? 'en' or item.slug = any (private.shipped_categories())) then
      perform private.refuse_categories(path || '.names.en', 'Must have a name in English');
    elsif not private.is_lines_by_language(coalesce(item.value -> 'descriptions', '{}'), 300) then
      perform private.refuse_categories(path || '.descriptions', 'Must be descriptions by language, each on one line with at most 300 characters');
    elsif jsonb_typeof(item.value -> 'color') not in ('string', 'null') or item.value ->> 'color' !~ '^#[0-9a-f]{6}$' then
      perform private.refuse_categories(path || '.color', 'Must be a colour such as #0f7b3f');
    end if;
  end loop;
  for item in select key, value, value #>> '{}' as target from jsonb_each(p_retired) loop
    path := 'retired.' || left(item.key, 60);
    if not private.is_category_slug(item.key) or private.is_reserved_address(item.key) then
      perform private.refuse_categories(path, 'Must be the address of a section');
    elsif jsonb_typeof(item.value) <> 'string' then
      perform private.refuse_categories(path, 'Must be the address of the section that it leads to');
    elsif exists (select from jsonb_array_elements(p_categories) as list (value) where item.key in (value ->> 'slug', value ->> 'was')) then
      perform private.refuse_categories(path, 'Cannot be retired and kept at once');
    end if;
  end loop;
  if not exists (
    select from jsonb_array_elements(p_categories) as list (value)
    where value ->> 'slug' = 'news' and coalesce(value ->> 'was', 'news') = 'news') then
    perform private.refuse_categories('categories', 'Must have “news”, the page of all sections, at its address');
  end if;
end
$$;

/* The live sections in order, as public.save_categories takes them. */
create function private.live_categories() returns jsonb
language sql stable set search_path = ''
return (
  select coalesce(jsonb_agg(
    jsonb_build_object('slug', slug, 'color', color, 'names', names, 'descriptions', descriptions) order by position), '[]')
  from public.categories where retired_to is null);

/* A list of sections without what only says how they came about. */
create function private.plain_categories(p_categories jsonb) returns jsonb
language sql immutable set search_path = ''
return case when jsonb_typeof(p_categories) = 'array' then (
  select coalesce(jsonb_agg(jsonb_build_object(
    'slug', value -> 'slug', 'color', coalesce(value -> 'color', 'null'), 'names', coalesce(value -> 'names', '{}'),
    'descriptions', coalesce(value -> 'descriptions', '{}')) order by place), '[]')
  from jsonb_array_elements(p_categories) with ordinality as list (value, place)) end;

/* Where each address leads that is to be no section any more, {slug: section}: from p_was, {was: slug}, and p_retired. Refuses what
   does not fit to what is stored. */
create function private.plan_categories(p_categories jsonb, p_retired jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  item record;
  known public.categories;
  former public.categories;
  moves jsonb := p_retired;
  target text;
  steps integer;
begin
  for item in
    select place - 1 as index, value ->> 'slug' as slug, coalesce(value ->> 'was', value ->> 'slug') as was
    from jsonb_array_elements(p_categories) with ordinality as list (value, place)
  loop
    select * into known from public.categories where slug = item.slug;
    select * into former from public.categories where slug = item.was;
    if item.was <> item.slug and former.slug is null then
      perform private.refuse_categories(format('categories[%s].was', item.index), format('There is no section “%s”', item.was));
    elsif item.was <> item.slug and former.retired_to is not null and former.retired_to <> item.slug then
      perform private.refuse_categories(format('categories[%s].was', item.index), format('“%s” leads to “%s”', item.was, former.retired_to));
    elsif item.was <> item.slug and former.retired_to is null and known.slug is not null and known.retired_to is null then
      perform private.refuse_categories(format('categories[%s].slug', item.index), format('“%s” is the address of another section', item.slug));
    elsif known.retired_to is not null and known.retired_to <> item.was then
      perform private.refuse_categories(
        format('categories[%s].slug', item.index), format('“%s” is an old address of “%s”', item.slug, known.retired_to));
    end if;
    if item.was <> item.slug then
      moves := moves || jsonb_build_object(item.was, item.slug);
    end if;
  end loop;
  for item in
    select slug from public.categories
    where retired_to is null and not moves ? slug
      and not exists (select from jsonb_array_elements(p_categories) as list (value) where value ->> 'slug' = slug)
  loop
    perform private.refuse_categories('retired.' || item.slug, 'The section is neither kept nor retired');
  end loop;
  for item in select key, value #>> '{}' as first from jsonb_each(moves) loop
    target := item.first;
    steps := 0;
    while not exists (select from jsonb_array_elements(p_categories) as list (value) where value ->> 'slug' = target) loop
      steps := steps + 1;
      if target = item.key or steps > 200 then
        perform private.refuse_categories('retired.' || item.key, 'Leads in a circle');
      end if;
      target := coalesce(moves ->> target, (select retired_to from public.categories where slug = target));
      if target is null then
        perform private.refuse_categories('retired.' || item.key, format('There is no section “%s”', item.first));
      end if;
    end loop;
    moves := moves || jsonb_build_object(item.key, target);
  end loop;
  -- The search knows an article by any address of its section, so that two sections that were joined cannot be parted.
  for item in
    select slug, retired_to from public.categories
    where moves ? slug and retired_to is not null and coalesce(moves ->> retired_to, retired_to) <> moves ->> slug
  loop
    perform private.refuse_categories('retired.' || item.slug, format('Leads to “%s” already', item.retired_to));
  end loop;
  return moves;
end
$$;

/* Moves the articles of sections that are to be retired, {slug: section}, and returns how many there were. They keep their versions
   and their dates: editors who have one of them open are in no conflict, no translation becomes stale, no approval is broken. */
create function private.move_categorized(p_moves jsonb) returns integer
language plpgsql set search_path = ''
as $$
declare
  moved integer;
  was_covered constant text := coalesce(current_setting('audit.covered', true), '');
begin
  perform set_config('articles.section_moves', 'on', true), set_config('audit.covered', 'on', true);
  update public.articles set category = p_moves ->> category where p_moves ? category;
  get diagnostics moved = row_count;
  perform set_config('articles.section_moves', '', true), set_config('audit.covered', was_covered, true);
  return moved;
end
$$;

/* Saves the sections, all of them in order, and retires others. p_categories: [{slug, was?, color?, names?, descriptions?}], where
   `was` is the slug that the section had: its articles and addresses follow. p_retired: {slug: the section that it leads to}.
   p_before: the list that the caller saw, or null. Returns {conflict, categories, moved}: with a conflict, because the list is
   another one by now, nothing has changed. What is wrong raises 22023 with its path in message and detail. The same call again
   changes nothing. Raises 42501 unless the caller is an administrator, the secret key, or the server itself. */
create function public.save_categories(p_categories jsonb, p_retired jsonb default '{}', p_before jsonb default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  present jsonb;
  moves jsonb;
  moved integer := 0;
begin
  if coalesce(auth.role(), 'service_role') <> 'service_role' and not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can change sections.';
  end if;
  perform private.check_categories(p_categories, p_retired);
  perform pg_advisory_xact_lock(hashtextextended('sections', 0));
  present := private.live_categories();
  -- Two people who want the same are not in conflict.
  if p_before is not null and private.plain_categories(p_before) is distinct from present
    and private.plain_categories(p_categories) <> present then
    return jsonb_build_object('conflict', true, 'categories', present, 'moved', 0);
  end if;
  moves := private.plan_categories(p_categories, p_retired);

  insert into public.categories as stored (slug, position, color, names, descriptions)
    select value ->> 'slug', place, value ->> 'color', coalesce(value -> 'names', '{}'), coalesce(value -> 'descriptions', '{}')
    from jsonb_array_elements(p_categories) with ordinality as list (value, place)
    on conflict (slug) do update set position = excluded.position, color = excluded.color, names = excluded.names,
      descriptions = excluded.descriptions, retired_to = null
    where (stored.position, stored.color, stored.names, stored.descriptions, stored.retired_to)
      is distinct from (excluded.position, excluded.color, excluded.names, excluded.descriptions, null);
  -- Articles before their sections, as their editors lock them.
  if exists (select from public.categories where moves ? slug and retired_to is null) then
    moved := private.move_categorized(moves);
  end if;
  perform from public.categories where moves ? slug for update;
  insert into public.categories as stored (slug, retired_to)
    select key, value from jsonb_each_text(moves)
    on conflict (slug) do update set position = null, color = null, names = '{}', descriptions = '{}', retired_to = excluded.retired_to
    where stored.retired_to is distinct from excluded.retired_to;
  if found then
    -- An address leads to its section in one step.
    update public.categories set retired_to = moves ->> retired_to where moves ? retired_to;
    -- Those that were saved meanwhile. No other can be: their sections are locked.
    moved := moved + private.move_categorized(moves);
    update public.article_trash set category = moves ->> category where moves ? category;
    if (select count(*) from public.categories where retired_to is not null) > 200 then
      perform private.refuse_categories('retired', 'There are 200 old addresses already');
    end if;
  end if;
  if private.live_categories() <> present or moved > 0 then
    perform private.record_act('settings', 'change_sections', 'changed the sections', p_details => jsonb_build_object(
      'sections', private.change_in_words(
        (select string_agg(value ->> 'slug', ', ' order by place) from jsonb_array_elements(present) with ordinality as list (value, place)),
        (select string_agg(value ->> 'slug', ', ' order by place) from jsonb_array_elements(p_categories) with ordinality as list (value, place))),
      'addresses', (select nullif(string_agg(key || ' → ' || value, ', ' order by key), '') from jsonb_each_text(moves)),
      'articles', nullif(moved, 0)));
  end if;
  return jsonb_build_object('conflict', false, 'categories', private.live_categories(), 'moved', moved);
end
$$;

grant execute on function
  public.save_categories(jsonb, jsonb, jsonb)
to authenticated, service_role;
