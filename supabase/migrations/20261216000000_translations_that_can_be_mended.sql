-- A refused answer of a model is kept and mended in the review, and a term of the glossary is entered once for all languages.
alter table public.translation_segments add column kept_because text check (char_length(kept_because) <= 500);

-- Answers of a model that the checks have refused. They stand in the review at their blocks, where an editor mends them; readers never
-- get them. At most 200 of an article in a language.
create table private.refused_translations (
  article_id uuid not null references public.articles (id) on delete cascade,
  language text not null check (language in ('es', 'fr', 'de', 'it', 'pt')),
  -- As in public.translation_segments.
  context text not null check (char_length(context) between 1 and 40),
  source_hash text not null check (source_hash ~ '^[0-9a-f]{64}$'),
  -- Empty when no answer could be used.
  text text not null check (octet_length(text) <= 131072),
  model text,
  -- Why it was refused, as sentences.
  reasons text[] not null check (cardinality(reasons) between 1 and 20),
  refused_at timestamptz not null default now(),
  -- When its source was found in the original last.
  checked_at timestamptz not null default now(),
  primary key (article_id, language, context, source_hash)
);
alter table private.refused_translations enable row level security;

/* A change of an original makes its translations stale. How much has changed is counted by a worker, because only the
   parser knows the segments. A save soon after a correction belongs to that correction. */
create or replace function private.mark_translations_stale() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  correction timestamptz := (
    select max(corrected_at) from public.article_corrections
    where article_id = new.id and corrected_at > now() - private.time_of_correction());
begin
  update public.article_translations
    set stale_since = coalesce(stale_since, now()), changed_segments = null, corrected_at = coalesce(corrected_at, correction)
    where original_id = new.id;
  if found and correction is not null then
    perform pg_notify('corrected_originals', new.id::text);
  end if;
  if found or exists (select from private.refused_translations where article_id = new.id) then
    perform pg_notify('stale_translations', new.id::text);
  end if;
  return null;
end
$$;
drop function private.translation_cells(uuid[]);
/* Of each of these originals and each language: whether there is a translation, and in which state. A run that is under way comes
   before a failure, a failure before what is missing, and that before what a translation itself says. */
create function private.translation_cells(p_originals uuid[])
returns table (
  original_id uuid, language text, state text, translation_id uuid, published boolean, changed_segments integer, reviewed_at timestamptz,
  waits boolean, conflicts integer, reports integer, run_status text, reason text, segments integer, segments_done integer,
  refused integer)
language sql stable
as $$
  select original.id, language.code,
    case
      when active.id is not null then 'under-way'
      when failed.ended_at > coalesce(made.translated_at, '-infinity') then 'failed'
      when translation.id is null then 'missing'
      when pending.translation_id is not null then 'waiting'
      when made.stale_since is not null then 'stale'
      when first.is_unpublished or conflict.parts > 0 or report.sentences > 0 then 'waiting'
      when made.reviewed_at >= made.translated_at then 'reviewed'
      else 'up-to-date'
    end,
    translation.id, coalesce(translation.published, false), case when made.stale_since is not null then made.changed_segments end,
    case when made.reviewed_at >= made.translated_at then made.reviewed_at end,
    pending.translation_id is not null or first.is_unpublished, coalesce(conflict.parts, 0), coalesce(report.sentences, 0),
    active.status, coalesce(active.reason, failed.reason), active.segments, active.segments_done,
    coalesce(refusal.blocks, 0)
  from unnest(p_originals) as original (id)
  cross join (values ('es'), ('fr'), ('de'), ('it'), ('pt')) as language (code)
  left join public.articles as translation on translation.original_article_id = original.id and translation.language = language.code
  left join public.article_translations as made on made.translation_id = translation.id
  left join public.pending_translations as pending on pending.translation_id = translation.id
  -- As in private.waiting_translations(), which would be computed for all articles here.
  cross join lateral (
    select coalesce(not translation.published and made.translation_id is not null
      and (made.reviewed_at is null or made.reviewed_at < made.translated_at)
      and (select value from public.settings where key = 'translation_review') ? language.code, false) as is_unpublished
  ) as first
  left join (
    select translation_id, count(*)::integer as parts from public.translation_parts
    where proposed_id is not null group by translation_id) as conflict on conflict.translation_id = translation.id
  left join (
    select translation_id, count(*)::integer as sentences from public.translation_reports
    where status = 'open' group by translation_id) as report on report.translation_id = translation.id
  left join (
    select article_id, language, count(*)::integer as blocks from private.refused_translations group by article_id, language
  ) as refusal on refusal.article_id = original.id and refusal.language = language.code
  left join public.translation_runs as active on active.article_id = original.id and active.language = language.code
    and active.status in ('queued', 'running', 'paused')
  left join (
    select run.article_id, run.language, run.ended_at, run.reason from public.translation_runs as run
    where run.status = 'failed' and not exists (
      select from public.translation_runs as later
      where later.article_id = run.article_id and later.language = run.language and later.requested_at > run.requested_at)
  ) as failed on failed.article_id = original.id and failed.language = language.code
$$;

create or replace function public.purge_article_text(p_article_id uuid, p_reason text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  versions uuid[];
  revisions integer;
  copies integer;
  trashed integer;
  purged jsonb;
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can remove a text for good.';
  end if;
  if p_reason is null or private.is_blank(p_reason) or char_length(p_reason) > 500 then
    raise exception using errcode = '23514', constraint = 'audit_log_reason_check',
      message = 'A reason of at most 500 characters is required (audit_log_reason_check).';
  end if;
  select array_agg(distinct id) into versions from (
    select p_article_id
    union all select id from public.articles where original_article_id = p_article_id
    union all select article_id from public.article_trash where story_id = p_article_id
    union all select article_id from public.article_revisions where article ->> 'original_article_id' = p_article_id::text
  ) as version (id);
  delete from public.article_revisions where article_id = any (versions);
  get diagnostics revisions = row_count;
  -- What was deleted with one of them is restored by itself from now on.
  update public.article_trash set deleted_with = null
    where article_id <> all (versions)
      and deleted_with in (select id from public.article_trash where article_id = any (versions));
  delete from public.article_trash where article_id = any (versions);
  get diagnostics trashed = row_count;
  delete from public.working_copies where article_id = any (versions) or form ->> 'original_article_id' = p_article_id::text;
  get diagnostics copies = row_count;
  delete from public.pending_translations where translation_id = any (versions) or original_id = any (versions);
  delete from private.refused_translations where article_id = any (versions)
    or (article_id, language) in (select original_article_id, articles.language from public.articles where id = any (versions));
  -- What the check has found is quoted there.
  update public.article_schedules set accepted = '[]', reason = regexp_replace(reason, '^(check: ).*', '\1…')
    where article_id = any (versions);
  delete from public.translation_edits where article_id = any (versions);
  delete from public.translation_parts where translation_id = any (versions);
  delete from public.translation_segments where article_id = any (versions);
  delete from public.translation_runs where article_id = any (versions);
  delete from public.translation_reports where translation_id = any (versions);
  purged := jsonb_build_object('revisions', revisions, 'working_copies', copies, 'trash', trashed);
  -- A title, an address or an author may be what has to go.
  update public.audit_log
    set did = replace(did, '“' || subject_name || '”', '“…”'), subject_name = '…', details = details - '{address,author,kept,why}'::text[]
    where subject_id = any (versions) and subject_name is not null;
  perform private.record_act('articles', 'purge_article_text', 'removed the text of an article for good', null, p_article_id,
    purged, p_reason);
  return purged;
end
$$;

alter table public.glossary_terms add column example text
  constraint glossary_terms_example_check check (example is null or private.is_line(to_jsonb(example), 300));
create index glossary_terms_of_entry on public.glossary_terms (lower(term));
grant insert (example), update (example) on public.glossary_terms to authenticated;

/* Adds these terms, [{language, term, rule, translation, example}], and changes those that are there already, all or none of them. An
   example that is missing stays as it was. Returns how many were added and changed; the others said the same before. */
create or replace function public.import_glossary(p_terms jsonb) returns jsonb
language plpgsql security definer set search_path = ''
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
   in a term or a translation. Whatever is null means any. Raises 42501 unless the caller is an administrator. */
create function public.list_glossary(
  p_search text default null, p_language text default null, p_rule text default null, p_by_date boolean default false,
  p_descending boolean default false, p_offset integer default 0, p_limit integer default 25) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  searched text := lower(left(p_search, 200));
  answer jsonb;
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can read the glossary.';
  end if;
  with entry as materialized (
    select lower(term) as key, max(updated_at) as changed from public.glossary_terms group by lower(term)
    having bool_or((p_language is null or language = p_language) and (p_rule is null or rule = p_rule))
      and (coalesce(searched, '') = '' or bool_or(strpos(lower(term), searched) > 0 or strpos(lower(translation), searched) > 0))
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

/* The entry of which this is a row; null when there is none. Raises 42501 unless the caller is an administrator. */
create function public.find_glossary_entry(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can read the glossary.';
  end if;
  return private.glossary_entry((select term from public.glossary_terms where id = p_id));
end
$$;

/* Stores an entry, {term, example, languages: {de: {rule, translation}}}, in place of p_before, {term, version}, which is null for a new
   one; all or nothing of it. Returns {status, entry}: `saved`; `changed`, with what another editor has stored meanwhile; or `taken`, with
   the other entry that has the term. Raises 42501 unless the caller is an administrator. */
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
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can change the glossary.';
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

/* Whether an entry says what is to be stored, such as after an answer that was lost. */
create function private.is_same_entry(p_known jsonb, p_wanted jsonb) returns boolean
language sql immutable set search_path = ''
return coalesce((p_known -> 'term', coalesce(p_known -> 'example', 'null'), (
    select jsonb_object_agg(key, jsonb_build_object('rule', value -> 'rule', 'translation', value -> 'translation'))
    from jsonb_each(p_known -> 'languages')))
  = (p_wanted -> 'term', coalesce(p_wanted -> 'example', 'null'), (
    select jsonb_object_agg(key, jsonb_build_object('rule', value -> 'rule', 'translation', coalesce(value -> 'translation', 'null')))
    from jsonb_each(p_wanted -> 'languages'))), false);

/* What a row of the glossary asks for, as a person would say it. */
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

/* What is changed row by row, such as by a program. */
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

grant execute on function
  public.find_glossary_entry(uuid),
  public.list_glossary(text, text, text, boolean, boolean, integer, integer),
  public.save_glossary_entry(jsonb, jsonb)
to authenticated;
