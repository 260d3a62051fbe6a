-- Publications can put messages into their own words: also those with plural forms, and those to which subscribers consent.
create or replace function private.is_words(value jsonb) returns boolean
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

/* Records the words of consent that are in force, {language: words}, as a new version where they are not the latest. Only the
   server calls it: it knows the messages, which publications can change. */
create function private.record_consent_texts(p_texts jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  lock table private.newsletter_consent_texts in share row exclusive mode;
  insert into private.newsletter_consent_texts (version, language, asked)
  select coalesce(latest.version, 0) + 1, text.language, text.asked
  from jsonb_each_text(p_texts) as text (language, asked)
  left join lateral (
    select version, texts.asked from private.newsletter_consent_texts as texts
    where texts.language = text.language order by version desc limit 1) as latest on true
  where latest.asked is distinct from text.asked;
end
$$;
