-- The values that settings can have.

/* Text on one line that can be part of any other text: no control characters, none that change the direction of the
   following text, and no noncharacters, with which messages mark the places of personal links. */
create function private.is_line(value jsonb, longest integer) returns boolean
language sql immutable set search_path = ''
return case when jsonb_typeof(value) = 'string' then
  char_length(value #>> '{}') between 1 and longest
  and btrim(value #>> '{}') = value #>> '{}'
  -- Something in it is seen.
  and (value #>> '{}') ~ '[^[:space:]\u00A0\u00AD\u034F\u061C\u200B-\u200F\u2060-\u206F\uFE00-\uFE0F\uFEFF]'
  and (value #>> '{}') !~ '[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069\uFDD0-\uFDEF\uFFFE\uFFFF]'
else false end;

/* Tells whether it is an address for a link: a path of this site, or an address elsewhere. */
create function private.is_link_address(value jsonb) returns boolean
language sql immutable set search_path = ''
return case when jsonb_typeof(value) = 'string' then
  char_length(value #>> '{}') <= 500
  and value #>> '{}' ~ '^(/(?![/\\])(?![^?#]*//)[^\s<>"\\]*|https?://[^\s<>"\\]+|mailto:[^\s<>"\\]+)$'
  and value #>> '{}' !~ '[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069\uFDD0-\uFDEF\uFFFE\uFFFF]'
else false end;

/* An object of lines by language, of which none must be one. */
create function private.is_lines_by_language(value jsonb, longest integer) returns boolean
language sql immutable set search_path = ''
return case when private.is_by_language(value) then
  not exists (select from jsonb_each(value) as text (language, line) where not private.is_line(line, longest))
else false end;

/* The sections of a new publication, in the order of the header. Their names, descriptions and colours are shipped. */
create function private.shipped_categories() returns text[]
language sql immutable set search_path = ''
return array['business', 'tech', 'opinion', 'hack', 'news'];

/* The colour of a shipped section in the light theme, as in core/look/section-colors.ts; null for any other. */
create function private.shipped_color(slug text) returns text
language sql immutable set search_path = ''
return '{"business": "#1d4fd7", "tech": "#08734a", "opinion": "#7527c4", "hack": "#c01a30", "news": "#b04300"}'::jsonb ->> slug;

create function private.is_category_slug(slug text) returns boolean
language sql immutable set search_path = ''
return slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 40;

/* Tells whether an address such as /search is one of ours: the first parts of all paths that the server answers. No section and no page can
   have it. */
create function private.is_reserved_address(slug text) returns boolean
language sql immutable set search_path = ''
return slug in (
  'about', 'activitypub', 'admin', 'article', 'assets', 'auth', 'author', 'calendar', 'confirm-subscription', 'contact', 'corrections', 'demo',
  'disclaimer', 'feeds', 'functions', 'graphql', 'healthz', 'images', 'mcp', 'newsletter', 'pg', 'preview', 'privacy', 'readyz',
  'realtime', 'rest', 'saved', 'search', 'share', 'sitemaps', 'storage', 'subscribe', 'terms', 'unsubscribe', 'websub');

/* Checks a text against a named format; null for an unknown one. */
create function private.has_format(value jsonb, format text, longest integer) returns boolean
language sql immutable set search_path = ''
return case format
  when 'line' then private.is_line(value, longest)
  when 'note' then not private.is_blank(value #>> '{}') and char_length(value #>> '{}') <= longest
    and value #>> '{}' !~ '[\u0001-\u0008\u000B-\u001F\u007F-\u009F]'
  when 'email' then private.is_line(value, longest)
    and value #>> '{}' ~ '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$'
  when 'link' then private.is_link_address(value)
  when 'https' then private.is_link_address(value) and value #>> '{}' ~ '^https://'
  when 'color' then value #>> '{}' ~ '^#[0-9a-f]{6}$'
  when 'time' then value #>> '{}' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
  -- In UTC.
  when 'minute' then value #>> '{}' ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:00Z$'
  -- An uploaded file of the look.
  when 'look_file' then value #>> '{}' ~ '^[a-z0-9][a-z0-9/_-]{0,149}\.(svg|png|webp)$'
  -- The key of a message, and the name of a statement with the hash of its text.
  when 'word' then char_length(value #>> '{}') <= longest
    and value #>> '{}' ~ '^[a-z][A-Za-z]*(\.[A-Za-z0-9]+){1,6}(_(zero|one|two|few|many|other))?$'
  when 'statement' then value #>> '{}' ~ '^[a-z][A-Za-z]{0,39}$'
  when 'hash' then value #>> '{}' ~ '^[0-9a-z]{1,14}$'
end;

/* Checks a value against a rule: JSON Schema with formats of our own (server/platform/database/setting-rules.ts). Nothing fits a rule that has
   unknown words or is deeper than those of the program. */
create function private.fits(p_value jsonb, rule jsonb, depth integer default 10) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return coalesce(depth > 0 and jsonb_typeof(rule) = 'object' and case
    when rule ? 'anyOf' then
      rule - 'anyOf' = '{}'
      and exists (select from jsonb_array_elements(rule -> 'anyOf') as one where private.fits(p_value, one, depth - 1))
    when rule ->> 'type' is distinct from case jsonb_typeof(p_value) when 'number' then 'integer' else jsonb_typeof(p_value) end then false
    else case rule ->> 'type'
      when 'null' then rule - 'type' = '{}'
      when 'boolean' then rule - 'type' = '{}'
      when 'integer' then
        rule - array['type', 'minimum', 'maximum'] = '{}' and p_value #>> '{}' ~ '^-?[0-9]{1,15}$'
        and p_value::numeric between (rule -> 'minimum')::numeric and (rule -> 'maximum')::numeric
      when 'string' then
        case
          when rule ? 'const' then rule - array['type', 'const'] = '{}' and p_value = rule -> 'const'
          when rule ? 'enum' then rule - array['type', 'enum'] = '{}' and rule -> 'enum' ? (p_value #>> '{}')
          else rule - array['type', 'format', 'maxLength'] = '{}'
            and private.has_format(p_value, rule ->> 'format', (rule ->> 'maxLength')::integer)
        end
      when 'array' then
        rule - array['type', 'items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'] = '{}'
        and jsonb_array_length(p_value) between coalesce((rule ->> 'minItems')::integer, 0) and coalesce((rule ->> 'maxItems')::integer, 1000)
        and (not rule ? 'prefixItems' or private.fits(p_value -> 0, rule #> '{prefixItems,0}', depth - 1))
        and (not rule ? 'uniqueItems'
          or jsonb_array_length(p_value) = (select count(distinct item) from jsonb_array_elements(p_value) as item))
        and not exists (
          select from jsonb_array_elements(p_value) as item where not private.fits(item, rule -> 'items', depth - 1))
      when 'object' then
        rule - array['type', 'properties', 'required', 'additionalProperties', 'propertyNames', 'minProperties', 'maxProperties',
          'ascending'] = '{}'
        and (select count(*) from jsonb_object_keys(p_value))
          between coalesce((rule ->> 'minProperties')::integer, 0) and coalesce((rule ->> 'maxProperties')::integer, 1000)
        and p_value ?& array(select jsonb_array_elements_text(rule -> 'required'))
        and coalesce(
          (p_value ->> (rule #>> '{ascending,0}')) collate "C" < (p_value ->> (rule #>> '{ascending,1}')) collate "C", true)
        and not exists (
          select from jsonb_each(p_value) as field (name, content)
          where not case when rule -> 'properties' ? name then private.fits(content, rule #> array['properties', name], depth - 1)
          else private.fits(to_jsonb(name), rule -> 'propertyNames', depth - 1)
            and private.fits(content, rule -> 'additionalProperties', depth - 1) end)
    end
  end, false);
end
$$;

grant execute on function
  private.is_line(jsonb, integer),
  private.is_link_address(jsonb),
  private.is_reserved_address(text)
to authenticated, service_role;
