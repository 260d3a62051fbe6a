-- All that is written into the audit log when the glossary changes, which every translation keeps to. One change is one entry.

/* Returns what a row of the glossary asks for, as a person would say it. */
create function private.glossary_rule_in_words(p_rule text, p_translation text) returns text
language sql immutable set search_path = ''
return case p_rule when 'keep' then 'stays as it is' when 'never' then 'is never used' else p_translation end;

/* Adds an entry about rows, [{language, term, before, now}]: about their term, or how many terms they are. */
create function private.record_glossary_rows(p_action text, p_did text, p_rows jsonb, p_more jsonb default '{}') returns void
language plpgsql set search_path = ''
as $$
declare
  terms constant text[] := array(
    select min(value ->> 'term') from jsonb_array_elements(p_rows) group by lower(value ->> 'term') order by 1);
begin
  if cardinality(terms) = 1 then
    perform private.record_act('translations', p_action, format(p_did, 'the term %s'), terms[1], null, p_more || (
      select jsonb_object_agg(private.language_in_words(value ->> 'language'),
        private.change_in_words(value ->> 'before', value ->> 'now', 'no rule'))
      from jsonb_array_elements(p_rows)));
  elsif cardinality(terms) > 1 then
    perform private.record_act('translations', p_action, format(p_did, cardinality(terms) || ' terms'),
      p_details => jsonb_build_object('terms', array_to_string(terms[1:20], ', ')));
  end if;
end
$$;

/* Adds an entry about an entry of the glossary that was saved. */
create function private.record_glossary_entry(p_before jsonb, p_now jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  rows jsonb;
begin
  select jsonb_agg(jsonb_build_object('language', language, 'term', p_now ->> 'term',
      'before', private.glossary_rule_in_words(old ->> 'rule', old ->> 'translation'),
      'now', private.glossary_rule_in_words(new ->> 'rule', new ->> 'translation')))
    into rows
    from (
      select coalesce(old.key, new.key) as language, old.value as old, new.value as new
      from jsonb_each(p_before -> 'languages') as old full join jsonb_each(p_now -> 'languages') as new on new.key = old.key) as both_of;
  perform private.record_glossary_rows(
    case when p_before is null then 'add_term' else 'change_term' end,
    case when p_before is null then 'added %s to the glossary' else 'changed %s in the glossary' end, rows,
    case when p_before is null then '{}' else jsonb_build_object(
      'term', private.change_in_words(p_before ->> 'term', p_now ->> 'term'),
      'example', private.change_in_words(p_before ->> 'example', p_now ->> 'example')) end);
end
$$;

/* A change that is made row by row, such as by a program. */
create function private.record_glossary() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_act_covered() then
    return null;
  elsif tg_op = 'INSERT' then
    perform private.record_glossary_rows('add_term', 'added %s to the glossary', (
      select jsonb_agg(jsonb_build_object('language', language, 'term', term, 'now',
        private.glossary_rule_in_words(rule, translation))) from added));
  elsif tg_op = 'DELETE' then
    perform private.record_glossary_rows('delete_term', 'deleted %s from the glossary', (
      select jsonb_agg(jsonb_build_object('language', language, 'term', term, 'before',
        private.glossary_rule_in_words(rule, translation))) from removed));
  else
    perform private.record_glossary_rows('change_term', 'changed %s in the glossary', (
      select jsonb_agg(jsonb_build_object('language', now.language, 'term', now.term,
        'before', private.glossary_rule_in_words(was.rule, was.translation),
        'now', private.glossary_rule_in_words(now.rule, now.translation)))
      from removed as was join added as now using (id)
      where (was.term, was.rule, was.translation, was.example) is distinct from (now.term, now.rule, now.translation, now.example)));
  end if;
  return null;
end
$$;
create trigger record_added_terms after insert on public.glossary_terms
  referencing new table as added for each statement execute function private.record_glossary();
create trigger record_changed_terms after update on public.glossary_terms
  referencing old table as removed new table as added for each statement execute function private.record_glossary();
create trigger record_deleted_terms after delete on public.glossary_terms
  referencing old table as removed for each statement execute function private.record_glossary();
