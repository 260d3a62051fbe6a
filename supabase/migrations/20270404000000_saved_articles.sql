-- Readers save articles on /saved and read them without a network, unless the publication switches that off.

create or replace function private.is_reserved_address(slug text) returns boolean
language sql immutable set search_path = ''
return slug in (
  'about', 'activitypub', 'admin', 'article', 'assets', 'auth', 'author', 'calendar', 'confirm-subscription', 'contact', 'corrections', 'demo',
  'disclaimer', 'feeds', 'functions', 'graphql', 'healthz', 'images', 'mcp', 'newsletter', 'pg', 'preview', 'privacy', 'readyz',
  'realtime', 'rest', 'saved', 'search', 'share', 'sitemaps', 'storage', 'subscribe', 'terms', 'unsubscribe', 'websub');

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
  when 'counts_page_views' then jsonb_typeof(value) = 'boolean'
  when 'social_web' then jsonb_typeof(value) = 'boolean'
  when 'offline_reading' then jsonb_typeof(value) = 'boolean'
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
  when 'translation_review' then private.is_list_of_languages(value) and not value ? 'en'
  when 'translation_style' then case when private.is_by_language(value) then
    not value ? 'en' and not exists (
      select from jsonb_each(value) as note (language, text)
      where jsonb_typeof(text) <> 'string' or private.is_blank(text #>> '{}') or char_length(text #>> '{}') > 2000) end
  when 'landing_testimonials' then case
    when jsonb_typeof(value) = 'object' and value - array['samples', 'texts'] = '{}' and private.is_localized(value -> 'texts')
    then jsonb_typeof(value -> 'samples') = 'boolean' and not exists (
      select from jsonb_each(value -> 'texts') as text (language, quotes)
      where not private.is_list_of_records(quotes, 6, '{"quote": 400, "author": 80, "role": 80}')) end
end, private.is_publication_setting(key, value), false);
