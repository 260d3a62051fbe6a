-- The way in which sections change: all of them at once, so that no reader and no editor sees a list that nobody made.

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
    elsif exists (
      select from jsonb_array_elements(p_categories) as list (value)
      where value ->> 'was' = item.slug and value ->> 'slug' <> item.slug) then
      perform private.refuse_categories(path || '.slug', format('“%s” is the old address of another section in the list', item.slug));
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

/* Returns where each address leads that is to be no section any more, {slug: section}: from p_was, {was: slug}, and p_retired. Refuses what
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
  -- A shipped section has its colour by its address, so it takes the colour along to another one.
  p_categories := (
    select jsonb_agg(
      case when value ->> 'was' <> value ->> 'slug'
        then value || jsonb_build_object('color', coalesce(value ->> 'color', private.shipped_color(value ->> 'was'))) else value end
      order by place)
    from jsonb_array_elements(p_categories) with ordinality as list (value, place));
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
