/* Tells whether a text has a letter or digit, at most 12 words, and at most 100 UTF-16 code units, as programs count them.
   Every term is compared with every segment, so a term that cannot be compared would block all translations into its
   language. */
create function private.is_phrase(p_text text) returns boolean
language sql immutable set search_path = ''
return regexp_count(p_text, '[[:alnum:]]+') between 1 and 12
  and char_length(p_text) + regexp_count(p_text, '[\U00010000-\U0010FFFF]') <= 100;

-- The way in which terms are translated in every translation: a row for a language. The desk shows those with the same term as one entry.
create table public.glossary_terms (
  id uuid primary key default gen_random_uuid(),
  -- Of the translations for which it holds.
  language text not null check (language <> 'en') references private.languages,
  -- In English for `keep` and `translate-as`, in the language of the translation for `never`.
  term text not null constraint glossary_terms_term_check check (private.is_line(to_jsonb(term), 100)),
  rule text not null check (rule in ('keep', 'translate-as', 'never')),
  -- The translation that `translate-as` asks for; null for the other rules.
  translation text constraint glossary_terms_translation_check check (translation is null or private.is_line(to_jsonb(translation), 100)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint glossary_terms_translation_goes_with_rule check ((rule = 'translate-as') = (translation is not null)),
  constraint glossary_terms_words_check
    check (private.is_phrase(term) and (translation is null or private.is_phrase(translation))),
  -- A sentence that shows what is meant. The last one of an entry is that of all its languages.
  example text constraint glossary_terms_example_check check (example is null or private.is_line(to_jsonb(example), 300))
);
comment on table public.glossary_terms is '{"live": true}';
create unique index glossary_terms_once on public.glossary_terms (language, lower(term));
create index glossary_terms_of_entry on public.glossary_terms (lower(term));
grant select, delete on public.glossary_terms to authenticated;
grant insert (id, language, term, rule, translation, example), update (term, rule, translation, example) on public.glossary_terms to authenticated;
grant all on public.glossary_terms to service_role;
create policy "editors read the glossary" on public.glossary_terms
  for select to authenticated using ((select private.is_editor()));
create policy "editors add terms" on public.glossary_terms
  for insert to authenticated with check ((select private.is_editor()));
create policy "editors change terms" on public.glossary_terms
  for update to authenticated using ((select private.is_editor())) with check ((select private.is_editor()));
create policy "editors delete terms" on public.glossary_terms
  for delete to authenticated using ((select private.is_editor()));

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

/* Adds these terms, [{language, term, rule, translation, example}], and changes those that are there already, all or none of them. An
   example that is missing stays as it was. Returns how many were added and changed; the others said the same before. */
create function public.import_glossary(p_terms jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  if not private.is_editor() then
    raise exception using errcode = '42501', message = 'Only editors can change the glossary.';
  end if;
  if jsonb_typeof(p_terms) is distinct from 'array' or jsonb_array_length(p_terms) not between 1 and 10000 then
    raise exception using errcode = '22023', message = 'A list of 1 to 10,000 terms is expected.';
  end if;
  if exists (
    select from jsonb_array_elements(p_terms) as item
    where case when jsonb_typeof(item) = 'object'
      then item - array['language', 'term', 'rule', 'translation', 'example'] <> '{}' else true end) then
    raise exception using errcode = '22023', message = 'A term has language, term, rule, translation and example, and nothing else.';
  end if;
  if exists (
    select from jsonb_to_recordset(p_terms) as given (language text, term text)
    group by given.language, lower(given.term) having count(*) > 1) then
    raise exception using errcode = '22023', message = 'The list has a term twice.';
  end if;
  perform set_config('audit.covered', 'on', true);
  with stored as (
    insert into public.glossary_terms as known (language, term, rule, translation, example)
    select given.language, given.term, given.rule, given.translation, given.example
    from jsonb_to_recordset(p_terms) as given (language text, term text, rule text, translation text, example text)
    order by given.language, lower(given.term)
    on conflict (language, lower(term)) do update
      set term = excluded.term, rule = excluded.rule, translation = excluded.translation,
        example = coalesce(excluded.example, known.example)
      where (known.term, known.rule, known.translation, known.example)
        is distinct from (excluded.term, excluded.rule, excluded.translation, coalesce(excluded.example, known.example))
    returning xmax = 0 as is_new)
  select jsonb_build_object('added', count(*) filter (where is_new), 'changed', count(*) filter (where not is_new))
  into answer from stored;
  perform set_config('audit.covered', '', true);
  if answer <> '{"added": 0, "changed": 0}' then
    perform private.record_act('translations', 'import_glossary', 'imported terms into the glossary', p_details => answer);
  end if;
  return answer;
end
$$;

/* Everything that the glossary says of a term, whatever its case: {id, term, example, updated_at, version, languages: {de: {id, rule,
   translation}}}; null when that is nothing. */
create function private.glossary_entry(p_term text) returns jsonb
language sql stable set search_path = ''
return (
  select jsonb_build_object(
    'id', (array_agg(id order by created_at, id))[1],
    'term', (array_agg(term order by updated_at desc, id))[1],
    'example', (array_agg(example order by updated_at desc, id) filter (where example is not null))[1],
    'updated_at', max(updated_at),
    'version', md5(jsonb_agg(jsonb_build_array(id, term, rule, translation, example) order by language)::text),
    'languages', jsonb_object_agg(language, jsonb_build_object('id', id, 'rule', rule, 'translation', translation)))
  from public.glossary_terms where lower(term) = lower(p_term) having count(*) > 0);

/* A page of the entries of the glossary, and how many there are: those of which a row is of p_language and has p_rule, and with p_search
   in a term or a translation. Whatever is null means any. Raises 42501 unless the caller is an editor or a translator. */
create function public.list_glossary(
  p_search text default null, p_language text default null, p_rule text default null, p_by_date boolean default false,
  p_descending boolean default false, p_offset integer default 0, p_limit integer default 25) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  searched constant text := private.fold(left(p_search, 200));
  answer jsonb;
begin
  if not (private.is_editor() or private.is_translator()) then
    raise exception using errcode = '42501', message = 'Only editors and translators can read the glossary.';
  end if;
  with entry as materialized (
    select lower(term) as key, max(updated_at) as changed from public.glossary_terms group by lower(term)
    having bool_or((p_language is null or language = p_language) and (p_rule is null or rule = p_rule))
      and bool_or(coalesce(searched, '') = '' or strpos(private.fold(term), searched) > 0
        or strpos(private.fold(translation), searched) > 0)
  ), page as (
    select key, row_number() over () as place from (
      select key from entry order by
        case when p_by_date and not p_descending then changed end, case when p_by_date and p_descending then changed end desc,
        case when not p_by_date and p_descending then key end desc, key
      offset greatest(coalesce(p_offset, 0), 0) limit least(greatest(coalesce(p_limit, 0), 0), 1000)) as chosen
  )
  select jsonb_build_object('total', (select count(*) from entry), 'rows', (
    select coalesce(jsonb_agg(private.glossary_entry(key) order by place), '[]') from page))
  into answer;
  return answer;
end
$$;

/* The entry of which this is a row; null when there is none. Raises 42501 unless the caller is an editor or a translator. */
create function public.find_glossary_entry(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.is_editor() or private.is_translator()) then
    raise exception using errcode = '42501', message = 'Only editors and translators can read the glossary.';
  end if;
  return private.glossary_entry((select term from public.glossary_terms where id = p_id));
end
$$;

/* Stores an entry, {term, example, languages: {de: {rule, translation}}}, in place of p_before, {term, version}, which is null for a new
   one; all or nothing of it. Returns {status, entry}: `saved`; `changed`, with what another editor has stored meanwhile; or `taken`, with
   the other entry that has the term. Raises 42501 unless the caller is an editor. */
create function public.save_glossary_entry(p_before jsonb, p_entry jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  before constant jsonb := nullif(p_before, 'null');
  key_before constant text := lower(before ->> 'term');
  wanted constant jsonb := p_entry -> 'languages';
  named constant text := p_entry ->> 'term';
  known jsonb;
  other jsonb;
begin
  if not private.is_editor() then
    raise exception using errcode = '42501', message = 'Only editors can change the glossary.';
  end if;
  if jsonb_typeof(p_entry) is distinct from 'object' or p_entry - array['term', 'example', 'languages'] <> '{}' or named is null
    or jsonb_typeof(wanted) is distinct from 'object' or wanted = '{}'
    or exists (
      select from jsonb_each(wanted) as item
      where case when jsonb_typeof(item.value) = 'object' then item.value - array['rule', 'translation'] <> '{}' else true end) then
    raise exception using errcode = '22023',
      message = 'An entry has term, example, and languages: an object with rule and translation for at least one language.';
  end if;
  -- Imports and other editors wait for each other.
  lock table public.glossary_terms in share row exclusive mode;
  known := private.glossary_entry(key_before);
  other := case when lower(named) is distinct from key_before then private.glossary_entry(named) end;
  if private.is_same_entry(coalesce(other, known), p_entry) and (other is null or known is null) then
    return jsonb_build_object('status', 'saved', 'entry', coalesce(other, known));
  end if;
  if before is not null and (known ->> 'version') is distinct from (before ->> 'version') then
    return jsonb_build_object('status', 'changed', 'entry', known);
  end if;
  if other is not null then
    return jsonb_build_object('status', 'taken', 'entry', other);
  end if;
  perform set_config('audit.covered', 'on', true);
  delete from public.glossary_terms where lower(term) = key_before and not wanted ? language;
  update public.glossary_terms as row set term = named, rule = given.value ->> 'rule', translation = given.value ->> 'translation',
      example = p_entry ->> 'example'
    from jsonb_each(wanted) as given where lower(row.term) = key_before and row.language = given.key;
  insert into public.glossary_terms (language, term, rule, translation, example)
    select key, named, value ->> 'rule', value ->> 'translation', p_entry ->> 'example'
    from jsonb_each(wanted) where not coalesce(known -> 'languages', '{}') ? key order by key;
  perform set_config('audit.covered', '', true);
  other := private.glossary_entry(named);
  perform private.record_glossary_entry(known, other);
  return jsonb_build_object('status', 'saved', 'entry', other);
end
$$;

/* Tells whether an entry says what is to be stored, such as after an answer that was lost. */
create function private.is_same_entry(p_known jsonb, p_wanted jsonb) returns boolean
language sql immutable set search_path = ''
return coalesce((p_known -> 'term', coalesce(p_known -> 'example', 'null'), (
    select jsonb_object_agg(key, jsonb_build_object('rule', value -> 'rule', 'translation', value -> 'translation'))
    from jsonb_each(p_known -> 'languages')))
  = (p_wanted -> 'term', coalesce(p_wanted -> 'example', 'null'), (
    select jsonb_object_agg(key, jsonb_build_object('rule', value -> 'rule', 'translation', coalesce(value -> 'translation', 'null')))
    from jsonb_each(p_wanted -> 'languages'))), false);

grant execute on function
  public.find_glossary_entry(uuid),
  public.import_glossary(jsonb),
  public.list_glossary(text, text, text, boolean, boolean, integer, integer),
  public.save_glossary_entry(jsonb, jsonb)
to authenticated;
grant execute on function
  private.is_phrase(text)
to authenticated, service_role;
