-- Every term is compared with every segment, so one that cannot be compared would keep a language from being translated.

/* Whether a text has a letter or digit, at most 12 words, and at most 100 UTF-16 code units, as programs count them. */
create function private.is_phrase(p_text text) returns boolean
language sql immutable set search_path = ''
return regexp_count(p_text, '[[:alnum:]]+') between 1 and 12
  and char_length(p_text) + regexp_count(p_text, '[\U00010000-\U0010FFFF]') <= 100;

alter table public.glossary_terms
  add constraint glossary_terms_words_check
    check (private.is_phrase(term) and (translation is null or private.is_phrase(translation)));

revoke all on function private.is_phrase(text) from public;
grant execute on function private.is_phrase(text) to authenticated, service_role;
