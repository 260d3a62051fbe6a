-- A glossary is kept in spreadsheets too, and comes from there as a whole or not at all.

/* The bound of glossary_terms, counted once for all terms that a statement adds. */
create function private.bound_glossaries() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed text;
begin
  -- In the same order for everybody, so that nobody waits for each other.
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

drop trigger bound_glossary on public.glossary_terms;
drop function private.bound_glossary();
create trigger bound_glossary after insert on public.glossary_terms
  referencing new table as added for each statement execute function private.bound_glossaries();

/* Adds these terms, [{language, term, rule, translation}], and changes those that are there already, all or none of them. Answers
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

revoke all on function public.import_glossary(jsonb) from public, anon;
grant execute on function public.import_glossary(jsonb) to authenticated, service_role;
