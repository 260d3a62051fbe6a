-- The languages that texts can have. At its start the program adds those of core/i18n/languages.ts that are missing.
create table private.languages (
  code text primary key check (code ~ '^[a-z]{2,3}$'),
  -- In English, for the audit log.
  name text not null check (char_length(name) between 1 and 60)
);
revoke all on private.languages from public, anon, authenticated, service_role;
insert into private.languages (code, name) values
  ('en', 'English'), ('es', 'Spanish'), ('fr', 'French'), ('de', 'German'), ('it', 'Italian'), ('pt', 'Portuguese');

/* Tells whether texts can have this language, for values that no foreign key can check. While a backup is restored in parallel, other tables
   may be filled first, so everything counts until there are languages. */
create function private.is_language(p_code text) returns boolean
language sql stable security definer set search_path = ''
return exists (select from private.languages where code = p_code) or not exists (select from private.languages);

/* Tells whether it is a list of languages, each once. */
create function private.is_list_of_languages(value jsonb) returns boolean
language sql stable set search_path = ''
return case when jsonb_typeof(value) = 'array' then
  jsonb_array_length(value) = (select count(distinct item) from jsonb_array_elements(value) as item)
  and not exists (
    select from jsonb_array_elements(value) as item
    where jsonb_typeof(item) <> 'string' or not private.is_language(item #>> '{}'))
else false end;

/* Tells whether it is an object of which every key is a language. */
create function private.is_by_language(value jsonb) returns boolean
language sql stable set search_path = ''
return case when jsonb_typeof(value) = 'object' then
  not exists (select from jsonb_object_keys(value) as code where not private.is_language(code))
else false end;

create function private.language_in_words(p_language text) returns text
language sql stable security definer set search_path = ''
return coalesce((select name from private.languages where code = p_language), p_language);

grant execute on function
  private.is_by_language(jsonb),
  private.is_language(text),
  private.is_list_of_languages(jsonb)
to authenticated, service_role;
