-- The publication can be made somebody's own: settings for its look, languages, words, links and front page.

/* Whether it is an address for a link: a path of this site, or an address elsewhere. */
create function private.is_link_address(value jsonb) returns boolean
language sql immutable set search_path = ''
return case when jsonb_typeof(value) = 'string' then
  char_length(value #>> '{}') <= 500
  and value #>> '{}' ~ '^(/(?![/\\])[^\s<>"\\]*|https?://[^\s<>"\\]+|mailto:[^\s<>"\\]+)$'
else false end;

/* An object of lines by language, of which English must be one. */
create function private.is_localized_line(value jsonb, longest integer) returns boolean
language sql immutable set search_path = ''
return case when private.is_localized(value) then
  not exists (select from jsonb_each(value) as text (language, line) where not private.is_line(line, longest))
else false end;

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
      key !~ '^[a-z][A-Za-z]*(\.[A-Za-z0-9]+){1,6}$' or char_length(key) > 80
      or texts = '{}' or not private.is_localized_line(texts || case when texts ? 'en' then '{}'::jsonb else '{"en": "-"}' end, 600)
    else true end)
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
  when 'languages' then case when jsonb_typeof(value) = 'array' then
    value -> 0 = '"en"' and private.is_localized((select jsonb_object_agg(code, '') from jsonb_array_elements_text(value) as code))
    and jsonb_array_length(value) = (select count(distinct code) from jsonb_array_elements(value) as code) end
  when 'subject' then value in ('"ai"', '"any"')
  when 'words' then private.is_words(value)
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

create or replace function private.is_setting(key text, value jsonb) returns boolean
language sql immutable set search_path = ''
return coalesce(case key
  when 'site_name' then private.is_line(value, 60)
  when 'tagline' then case when private.is_localized(value) then
    not exists (select from jsonb_each(value) as text (language, line) where not private.is_line(line, 100)) end
  when 'welcome' then value = '"dismissed"'
  when 'default_author' then private.is_line(value, 80)
  when 'default_reading_time' then private.is_line(value, 40)
  when 'ai_crawlers' then value in ('"welcome"', '"refused"')
  when 'newsletter_time' then private.is_line(value, 5) and value #>> '{}' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
  when 'newsletter_zone' then private.is_line(value, 64)
  when 'newsletter_automatic' then jsonb_typeof(value) = 'boolean'
  when 'newsletter_counts_clicks' then jsonb_typeof(value) = 'boolean'
  when 'newsletter_rate' then case when jsonb_typeof(value) = 'object' then
    value - array['per_second', 'per_hour'] = '{}'
    and coalesce(value -> 'per_second', '1') #>> '{}' ~ '^[1-9][0-9]{0,3}$' and jsonb_typeof(coalesce(value -> 'per_second', '1')) = 'number'
    and coalesce(value -> 'per_hour', '1') #>> '{}' ~ '^[1-9][0-9]{0,6}$' and jsonb_typeof(coalesce(value -> 'per_hour', '1')) = 'number'
    and value <> '{}' end
  when 'postal_address' then jsonb_typeof(value) = 'string' and not private.is_blank(value #>> '{}') and char_length(value #>> '{}') <= 300
  when 'newsletter_reply_to' then private.is_line(value, 255)
    and value #>> '{}' ~ '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$'
  when 'contact_address' then private.is_line(value, 255)
    and value #>> '{}' ~ '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$'
  when 'editorial_responsibility' then private.is_record(value, '{"kind": 12, "name": 200}')
    and value ->> 'kind' in ('person', 'organization')
  when 'landing_subscribers' then jsonb_typeof(value) = 'number' and value #>> '{}' ~ '^[1-9][0-9]{0,8}$'
  when 'landing_figures' then case when private.is_localized(value) then not exists (
    select from jsonb_each(value) as text (language, figures)
    where not private.is_list_of_records(figures, 4, '{"value": 20, "label": 60}')) end
  when 'banned_words' then case when private.is_localized(value) then not exists (
    select from jsonb_each(value) as words (language, list)
    where case when jsonb_typeof(list) = 'array' then
      jsonb_array_length(list) > 200
      or exists (select from jsonb_array_elements(list) as word where not private.is_line(word, 60))
    else true end) end
  when 'translation_review' then case when jsonb_typeof(value) = 'array' then
    value <@ '["es", "fr", "de", "it", "pt"]' and jsonb_array_length(value) = (select count(distinct language) from jsonb_array_elements(value) as language)
    end
  when 'translation_style' then case when jsonb_typeof(value) = 'object' then
    value - array['es', 'fr', 'de', 'it', 'pt'] = '{}' and not exists (
      select from jsonb_each(value) as note (language, text)
      where jsonb_typeof(text) <> 'string' or private.is_blank(text #>> '{}') or char_length(text #>> '{}') > 2000) end
  when 'landing_testimonials' then case
    when jsonb_typeof(value) = 'object' and value - array['samples', 'texts'] = '{}' and private.is_localized(value -> 'texts')
    then jsonb_typeof(value -> 'samples') = 'boolean' and not exists (
      select from jsonb_each(value -> 'texts') as text (language, quotes)
      where not private.is_list_of_records(quotes, 6, '{"quote": 400, "author": 80, "role": 80}')) end
end, private.is_publication_setting(key, value), false);

grant execute on function
  private.is_footer(jsonb),
  private.is_front_page(jsonb),
  private.is_link_address(jsonb),
  private.is_list_of_links(jsonb, integer),
  private.is_localized_line(jsonb, integer),
  private.is_logo(jsonb),
  private.is_look_file(jsonb),
  private.is_minute(jsonb),
  private.is_notice(jsonb),
  private.is_publication_setting(text, jsonb),
  private.is_words(jsonb)
to authenticated, service_role;

-- Publications that have a name of their own keep the words that they have: about artificial intelligence.
insert into public.settings (key, value) select 'subject', '"ai"' from public.settings where key = 'site_name'
on conflict (key) do nothing;
