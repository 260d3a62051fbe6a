/* Whether a text has a letter or digit, at most 12 words, and at most 100 UTF-16 code units, as programs count them.
   Every term is compared with every segment, so a term that cannot be compared would block all translations into its
   language. */
create function private.is_phrase(p_text text) returns boolean
language sql immutable set search_path = ''
return regexp_count(p_text, '[[:alnum:]]+') between 1 and 12
  and char_length(p_text) + regexp_count(p_text, '[\U00010000-\U0010FFFF]') <= 100;

-- How terms are translated in every translation.
create table public.glossary_terms (
  id uuid primary key default gen_random_uuid(),
  -- Of the translations for which it holds.
  language text not null check (language in ('es', 'fr', 'de', 'it', 'pt')),
  -- In English for `keep` and `translate-as`, in the language of the translation for `never`.
  term text not null constraint glossary_terms_term_check check (private.is_line(to_jsonb(term), 100)),
  rule text not null check (rule in ('keep', 'translate-as', 'never')),
  translation text constraint glossary_terms_translation_check check (translation is null or private.is_line(to_jsonb(translation), 100)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint glossary_terms_translation_goes_with_rule check ((rule = 'translate-as') = (translation is not null)),
  constraint glossary_terms_words_check
    check (private.is_phrase(term) and (translation is null or private.is_phrase(translation)))
);
create unique index glossary_terms_once on public.glossary_terms (language, lower(term));
alter table public.glossary_terms enable row level security;
grant select, delete on public.glossary_terms to authenticated;
grant insert (id, language, term, rule, translation), update (term, rule, translation) on public.glossary_terms to authenticated;
grant all on public.glossary_terms to service_role;
create policy "administrators read the glossary" on public.glossary_terms
  for select to authenticated using ((select private.is_admin()));
create policy "administrators add terms" on public.glossary_terms
  for insert to authenticated with check ((select private.is_admin()));
create policy "administrators change terms" on public.glossary_terms
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "administrators delete terms" on public.glossary_terms
  for delete to authenticated using ((select private.is_admin()));
create trigger announce_row_change after insert or update or delete on public.glossary_terms
  for each row execute function private.announce_row_change('id');
create trigger announce_reload after truncate on public.glossary_terms
  for each statement execute function private.announce_reload();

/* Dates a change of a term. */
create function private.date_glossary_term() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;
create trigger date_glossary_term before update on public.glossary_terms
  for each row execute function private.date_glossary_term();

/* The bound of glossary_terms, counted once for all terms that a statement adds. */
create function private.bound_glossaries() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed text;
begin
  -- In the same order for all callers, which prevents deadlocks.
  for changed in select distinct language from added order by 1 loop
    perform pg_advisory_xact_lock(hashtext('glossary_terms ' || changed));
    if (select count(*) from public.glossary_terms where language = changed) > 2000 then
      raise exception using errcode = '23514', constraint = 'glossary_terms_count_check',
        message = 'A glossary has at most 2,000 terms of a language (glossary_terms_count_check).';
    end if;
  end loop;
  return null;
end
$$;
create trigger bound_glossary after insert on public.glossary_terms
  referencing new table as added for each statement execute function private.bound_glossaries();

/* Adds these terms, [{language, term, rule, translation}], and changes those that are there already, all or none of them. Returns
   how many were added and changed; the others said the same before. */
create function public.import_glossary(p_terms jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  answer jsonb;
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can change the glossary.';
  end if;
  if jsonb_typeof(p_terms) is distinct from 'array' or jsonb_array_length(p_terms) not between 1 and 10000 then
    raise exception using errcode = '22023', message = 'A list of 1 to 10,000 terms is expected.';
  end if;
  if exists (
    select from jsonb_array_elements(p_terms) as item
    where case when jsonb_typeof(item) = 'object'
      then item - array['language', 'term', 'rule', 'translation'] <> '{}' else true end) then
    raise exception using errcode = '22023', message = 'A term has language, term, rule and translation, and nothing else.';
  end if;
  if exists (
    select from jsonb_to_recordset(p_terms) as given (language text, term text)
    group by given.language, lower(given.term) having count(*) > 1) then
    raise exception using errcode = '22023', message = 'The list has a term twice.';
  end if;
  with stored as (
    insert into public.glossary_terms as known (language, term, rule, translation)
    select given.language, given.term, given.rule, given.translation
    from jsonb_to_recordset(p_terms) as given (language text, term text, rule text, translation text)
    order by given.language, lower(given.term)
    on conflict (language, lower(term)) do update
      set term = excluded.term, rule = excluded.rule, translation = excluded.translation
      where (known.term, known.rule, known.translation) is distinct from (excluded.term, excluded.rule, excluded.translation)
    returning xmax = 0 as is_new)
  select jsonb_build_object('added', count(*) filter (where is_new), 'changed', count(*) filter (where not is_new))
  into answer from stored;
  return answer;
end
$$;

grant execute on function
  public.import_glossary(jsonb)
to authenticated;
grant execute on function
  private.is_phrase(text)
to authenticated, service_role;
