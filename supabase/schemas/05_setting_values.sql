-- What values settings can have.

/* Text on one line that can be part of any other text: no control characters, none that change the direction of the
   following text, and no noncharacters, with which messages mark the places of personal links. */
create function private.is_line(value jsonb, longest integer) returns boolean
language sql immutable set search_path = ''
return case when jsonb_typeof(value) = 'string' then
  char_length(value #>> '{}') between 1 and longest
  and btrim(value #>> '{}') = value #>> '{}'
  and (value #>> '{}') !~ '[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069\uFDD0-\uFDEF\uFFFE\uFFFF]'
else false end;

/* An object with exactly these fields, each a line with at most that many characters. */
create function private.is_record(value jsonb, fields jsonb) returns boolean
language sql immutable set search_path = ''
return case when jsonb_typeof(value) = 'object' then
  value - array(select jsonb_object_keys(fields)) = '{}'
  and not exists (
    select from jsonb_each_text(fields) as field (name, longest)
    where not coalesce(private.is_line(value -> field.name, field.longest::integer), false))
else false end;

/* A list of at most so many such objects. */
create function private.is_list_of_records(value jsonb, most integer, fields jsonb) returns boolean
language sql immutable set search_path = ''
return case when jsonb_typeof(value) = 'array' then
  jsonb_array_length(value) <= most
  and not exists (select from jsonb_array_elements(value) as item where not private.is_record(item, fields))
else false end;

/* An object with a value for English, which is the default, and for any other language. */
create function private.is_localized(value jsonb) returns boolean
language sql immutable set search_path = ''
return case when jsonb_typeof(value) = 'object' then
  value ? 'en' and private.is_by_language(value)
else false end;

/* Whether it is an address for a link: a path of this site, or an address elsewhere. */
create function private.is_link_address(value jsonb) returns boolean
language sql immutable set search_path = ''
return case when jsonb_typeof(value) = 'string' then
  char_length(value #>> '{}') <= 500
  and value #>> '{}' ~ '^(/(?![/\\])(?![^?#]*//)[^\s<>"\\]*|https?://[^\s<>"\\]+|mailto:[^\s<>"\\]+)$'
  and value #>> '{}' !~ '[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069\uFDD0-\uFDEF\uFFFE\uFFFF]'
else false end;

/* An object of lines by language, of which English must be one. */
create function private.is_localized_line(value jsonb, longest integer) returns boolean
language sql immutable set search_path = ''
return case when private.is_localized(value) then
  not exists (select from jsonb_each(value) as text (language, line) where not private.is_line(line, longest))
else false end;

/* An object of lines by language, of which none must be one. */
create function private.is_lines_by_language(value jsonb, longest integer) returns boolean
language sql immutable set search_path = ''
return case when jsonb_typeof(value) = 'object' then private.is_localized_line('{"en": "-"}' || value, longest) else false end;

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

/* Whether an address such as /search is one of ours: the first parts of all paths that the server answers. No section and no page can
   have it. */
create function private.is_reserved_address(slug text) returns boolean
language sql immutable set search_path = ''
return slug in (
  'about', 'activitypub', 'admin', 'article', 'assets', 'auth', 'author', 'calendar', 'confirm-subscription', 'contact', 'corrections', 'demo',
  'disclaimer', 'feeds', 'functions', 'graphql', 'healthz', 'images', 'mcp', 'newsletter', 'pg', 'preview', 'privacy', 'readyz',
  'realtime', 'rest', 'saved', 'search', 'share', 'sitemaps', 'storage', 'subscribe', 'terms', 'unsubscribe', 'websub');

/* A list of at most so many links, each with a label. */
create function private.is_list_of_links(value jsonb, most integer) returns boolean
language sql immutable set search_path = ''
return case when jsonb_typeof(value) = 'array' then
  jsonb_array_length(value) <= most
  and not exists (
    select from jsonb_array_elements(value) as link
    where case when jsonb_typeof(link) = 'object' then
      link - array['label', 'to'] <> '{}' or not private.is_localized_line(link -> 'label', 40)
      or not coalesce(private.is_link_address(link -> 'to'), false)
    else true end)
else false end;

/* An uploaded file of the look. */
create function private.is_look_file(value jsonb) returns boolean
language sql immutable set search_path = ''
return coalesce(jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^[a-z0-9][a-z0-9/_-]{0,149}\.(svg|png|webp)$', false);

create function private.is_logo(value jsonb) returns boolean
language sql immutable set search_path = ''
return case when jsonb_typeof(value) = 'object' then
  value - array['light', 'dark', 'width', 'height', 'named'] = '{}' and value ?& array['light', 'dark', 'width', 'height', 'named']
  and private.is_look_file(value -> 'light') and (value -> 'dark' = 'null' or private.is_look_file(value -> 'dark'))
  and jsonb_typeof(value -> 'named') = 'boolean'
  and jsonb_typeof(value -> 'width') = 'number' and value ->> 'width' ~ '^[1-9][0-9]{0,3}$' and (value ->> 'width')::integer <= 4000
  and jsonb_typeof(value -> 'height') = 'number' and value ->> 'height' ~ '^[1-9][0-9]{0,3}$' and (value ->> 'height')::integer <= 4000
else false end;

create function private.is_front_page(value jsonb) returns boolean
language sql immutable set search_path = ''
return case when jsonb_typeof(value) = 'object' and jsonb_typeof(value -> 'blocks') = 'array' then
  value - array['layout', 'blocks'] = '{}' and coalesce(value ->> 'layout' in ('standard', 'dense', 'calm'), false)
  and value -> 'blocks' <@ '["featured", "latest", "sections", "newsletter"]' and jsonb_array_length(value -> 'blocks') > 0
  and jsonb_array_length(value -> 'blocks') = (select count(distinct block) from jsonb_array_elements(value -> 'blocks') as block)
else false end;

create function private.is_footer(value jsonb) returns boolean
language sql immutable set search_path = ''
return case when jsonb_typeof(value) = 'array' then
  jsonb_array_length(value) <= 4
  and not exists (
    select from jsonb_array_elements(value) as part
    where case when jsonb_typeof(part) = 'object' then not (
      (part - 'shipped' = '{}' and coalesce(part -> 'shipped' in ('"navigation"', '"categories"', '"pages"'), false))
      or (part - array['title', 'links'] = '{}' and private.is_localized_line(part -> 'title', 40)
        and private.is_list_of_links(part -> 'links', 10) and part -> 'links' <> '[]'))
    else true end)
else false end;

/* A minute in UTC. */
create function private.is_minute(value jsonb) returns boolean
language sql immutable set search_path = ''
return coalesce(jsonb_typeof(value) = 'string'
  and value #>> '{}' ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:00Z$', false);

create function private.is_notice(value jsonb) returns boolean
language sql immutable set search_path = ''
return case when jsonb_typeof(value) = 'object' then
  value - array['text', 'to', 'from', 'until'] = '{}' and private.is_localized_line(value -> 'text', 200)
  and (not value ? 'to' or private.is_link_address(value -> 'to'))
  and (not value ? 'from' or private.is_minute(value -> 'from'))
  and (not value ? 'until' or private.is_minute(value -> 'until'))
  and coalesce((value ->> 'from') collate "C" < (value ->> 'until') collate "C", true)
else false end;

/* Messages in other words, by key and language. */
create function private.is_words(value jsonb) returns boolean
language sql immutable set search_path = ''
return case when jsonb_typeof(value) = 'object' then
  (select count(*) from jsonb_object_keys(value)) <= 300
  and not exists (
    select from jsonb_each(value) as word (key, texts)
    where case when jsonb_typeof(texts) = 'object' then
      key !~ '^[a-z][A-Za-z]*(\.[A-Za-z0-9]+){1,6}(_(zero|one|two|few|many|other))?$' or char_length(key) > 80
      or texts = '{}' or not private.is_localized_line(texts || case when texts ? 'en' then '{}'::jsonb else '{"en": "-"}' end, 600)
    else true end)
else false end;

/* A value for some statements of the shipped texts, by their names. */
create function private.is_by_statement(value jsonb, pattern text) returns boolean
language sql immutable set search_path = ''
return case when jsonb_typeof(value) = 'object' then
  (select count(*) from jsonb_object_keys(value)) <= 100
  and not exists (
    select from jsonb_each(value) as made (statement, said)
    where statement !~ '^[a-z][A-Za-z]{0,39}$' or jsonb_typeof(said) <> 'string' or said #>> '{}' !~ pattern)
else false end;

/* Whether this is one of these settings and may have that value; null where it is none. core/domain/publication-settings.ts
   has the same rules for forms and programs. */
create function private.is_publication_setting(key text, value jsonb) returns boolean
language sql immutable set search_path = ''
return case key
  when 'accent' then private.is_line(value, 7) and value #>> '{}' ~ '^#[0-9a-f]{6}$'
  when 'type' then value in ('"editorial"', '"grotesk"', '"classic"')
  when 'logo' then private.is_logo(value)
  when 'icon' then case when jsonb_typeof(value) = 'object' then value - 'file' = '{}' and private.is_look_file(value -> 'file') end
  when 'front_page' then private.is_front_page(value)
  when 'languages' then value -> 0 = '"en"' and private.is_list_of_languages(value)
  when 'subject' then value in ('"ai"', '"any"')
  when 'words' then private.is_words(value)
  when 'statements' then private.is_by_statement(value, '^(keep|out)$')
  when 'statements_read' then private.is_by_statement(value, '^[0-9a-z]{1,14}$')
  when 'header_links' then private.is_list_of_links(value, 6)
  when 'footer_columns' then private.is_footer(value)
  when 'social_profiles' then case when jsonb_typeof(value) = 'array' then
    jsonb_array_length(value) <= 12
    and jsonb_array_length(value) = (select count(distinct profile) from jsonb_array_elements(value) as profile)
    and not exists (
      select from jsonb_array_elements(value) as profile
      where not (private.is_link_address(profile) and profile #>> '{}' ~ '^https://')) end
  when 'notice' then private.is_notice(value)
  when 'newsletter_pictures' then jsonb_typeof(value) = 'boolean'
  when 'setup' then value = '"finished"'
end;

grant execute on function
  private.is_by_statement(jsonb, text),
  private.is_footer(jsonb),
  private.is_front_page(jsonb),
  private.is_line(jsonb, integer),
  private.is_link_address(jsonb),
  private.is_list_of_links(jsonb, integer),
  private.is_list_of_records(jsonb, integer, jsonb),
  private.is_localized(jsonb),
  private.is_localized_line(jsonb, integer),
  private.is_logo(jsonb),
  private.is_look_file(jsonb),
  private.is_minute(jsonb),
  private.is_notice(jsonb),
  private.is_publication_setting(text, jsonb),
  private.is_record(jsonb, jsonb),
  private.is_reserved_address(text),
  private.is_words(jsonb)
to authenticated, service_role;
