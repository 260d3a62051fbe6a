-- A new section at the old address of another one in the list was retired at once, without a word. Such a list is refused.
/* Refuses what is wrong with a list of sections in itself, whatever is stored. */
create or replace function private.check_categories(p_categories jsonb, p_retired jsonb) returns void
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
