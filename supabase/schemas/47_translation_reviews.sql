-- Translations that wait for a review. Where the desk reviews first, a renewed translation waits while readers get the previous one.

-- Replaces the text of a published translation once it is reviewed. It can be made again from the translation memory at no cost, so
-- it is deleted with the article.
create table public.pending_translations (
  translation_id uuid primary key references public.articles (id) on delete cascade,
  original_id uuid not null,
  language text not null check (language <> 'en') references private.languages,
  -- The revision of the original whose text this is, and the version of the translation that it replaces.
  source_revision bigint,
  replaces timestamptz not null,
  title text not null,
  subtitle text,
  excerpt text not null,
  content text not null,
  origin text not null check (origin in ('machine', 'person')),
  model text,
  -- The future rows of translation_parts: [{segment_id, proposed_id, approved_at, approved_by}], in the order of positions.
  parts jsonb not null,
  -- Of the corrections that it contains.
  corrected_at timestamptz,
  made_at timestamptz not null default now()
);
comment on table public.pending_translations is '{"live": true}';
create index pending_translations_of_original on public.pending_translations (original_id, language);
grant select, delete on public.pending_translations to authenticated;
grant all on public.pending_translations to service_role;
create policy "editors read pending translations" on public.pending_translations
  for select to authenticated using ((select private.is_editor()));
create policy "editors discard pending translations" on public.pending_translations
  for delete to authenticated using ((select private.is_editor()));

-- Suggestions of a model for one text. One that an editor saves still counts as the model's.
create table private.suggested_wordings (
  -- SHA-256 of the language, the source and the text, in hexadecimal.
  wording_hash text primary key check (wording_hash ~ '^[0-9a-f]{64}$'),
  model text not null,
  made_at timestamptz not null default now()
);
-- Purged: Suggestions that were not accepted, or that are remembered since.
comment on table private.suggested_wordings is $${"purge": "made_at < now() - interval '90 days'"}$$;
create index suggested_wordings_age on private.suggested_wordings (made_at);

-- Answers of a model that the checks have refused. They stand in the review at their blocks, where an editor mends them; readers never
-- get them. At most 200 of an article in a language.
create table private.refused_translations (
  article_id uuid not null references public.articles (id) on delete cascade,
  language text not null check (language <> 'en') references private.languages,
  -- The same as in public.translation_segments.
  context text not null check (char_length(context) between 1 and 40),
  source_hash text not null check (source_hash ~ '^[0-9a-f]{64}$'),
  -- Empty when no answer could be used.
  text text not null check (octet_length(text) <= 131072),
  model text,
  -- The reason why it was refused, as sentences.
  reasons text[] not null check (cardinality(reasons) between 1 and 20),
  refused_at timestamptz not null default now(),
  -- The time when its source was found in the original last.
  checked_at timestamptz not null default now(),
  primary key (article_id, language, context, source_hash)
);

/* Returns what readers have of a model, and no person: published translations of which, since their words last changed, nobody has approved a block
   and nobody has written or changed a word, unless they wait for a person anyway: as out of date, renewed, in conflict or reported. */
create view private.unread_translations with (security_invoker = true) as
  select made.translation_id, made.original_id, made.language, made.translated_at as since
  from public.article_translations as made
    join public.articles as article
      on article.id = made.translation_id and article.published and article.original_article_id is not null
  where made.origin = 'machine' and made.stale_since is null and (made.reviewed_at is null or made.reviewed_at < made.translated_at)
    and not exists (
      select from public.translation_parts as part
      where part.translation_id = made.translation_id and part.approved_at >= made.translated_at)
    and not exists (
      select from public.article_revisions as version
      where version.article_id = made.translation_id and version.made_at >= made.translated_at
        and version.made_by is not null and not version.by_program
        -- Whoever only publishes or restores a text has not read it.
        and (version.words_added + version.words_removed > 0 or version.events @> '[{"what": "created"}]'))
    and not exists (select from public.pending_translations as pending where pending.translation_id = made.translation_id)
    and not exists (
      select from public.translation_parts as part
      where part.translation_id = made.translation_id and part.proposed_id is not null)
    and not exists (
      select from public.translation_reports as report
      where report.translation_id = made.translation_id and report.status = 'open');

create function private.is_unread(p_translation_id uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select from private.unread_translations where translation_id = p_translation_id);
grant execute on function private.is_unread(uuid) to authenticated, service_role;

/* For who may publish translations: those that somebody who may not has finished, while readers have their originals already. */
create function private.finished_translations() returns table (translation_id uuid, since timestamptz)
language plpgsql stable
as $$
begin
  if (private.is_editor() or private.is_allowed('publish'))
    -- Without such a translator nothing has to be looked for.
    and exists (select from public.user_roles where private.role_has(role, 'own_languages') and not 'publish' = any (permissions)) then
    return query
      select article.id, greatest(made.translated_at, made.reviewed_at)
      from public.articles as article
        join public.article_translations as made on made.translation_id = article.id and made.stale_since is null
        join public.articles as original on original.id = article.original_article_id and original.published
      where not article.published and article.original_article_id is not null
        and (made.reviewed_at >= made.translated_at or article.language <> all ((select private.reviewed_languages())::text[]))
        and not exists (
          select from public.article_schedules as schedule where schedule.article_id = article.id and schedule.status = 'waiting')
        -- All that an editor has unpublished stays so.
        and not exists (
          select from public.article_revisions as version where version.article_id = article.id and version.published)
        and private.missing_for_publishing(article) = '{}' and (private.is_by_translator_alone(article.id) or exists (
          -- A model has written it, so the review alone is by a person.
          select from jsonb_array_elements((
            select version.events from public.article_revisions as version
            where version.article_id = article.id order by version.id desc limit 1)) as event
          where event ->> 'what' = 'reviewed' and event ? 'by' and not private.publishes_translations((event ->> 'by')::uuid, article.language)));
  end if;
end
$$;

/* A page of the translations that wait for a person, the longest waiting first and then what is unread, the newest first, and how many
   there are; for a translator, those into their
   languages of what they read. With p_mine only what the caller has or is asked about. Whatever is null
   means any. Raises 42501 unless the caller is an editor or a translator. */
create function public.list_translations_to_review(
  p_language text default null, p_except_original uuid default null, p_mine boolean default false, p_offset integer default 0,
  p_limit integer default 25) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  reads_all constant boolean := private.is_editor();
  mine constant text[] := private.translated_languages();
  drafts constant uuid[] := array(select private.readable_drafts());
  answer jsonb;
begin
  if not (reads_all or private.is_translator()) then
    raise exception using errcode = '42501', message = 'Only editors and translators can list what is to be reviewed.';
  end if;
  with waiting as materialized (
    select * from private.waiting_translations(private.offered_languages(), '{unread}')
    where (p_language is null or language = p_language) and (p_except_original is null or original_id <> p_except_original)
      and (reads_all or language = any (mine) and (original_id = any (drafts) or exists (
        select from public.articles as original where original.id = original_id and original.published)))
      and (not coalesce(p_mine, false) or private.person_of_translation(translation_id, original_id, language) = me)
  ), page as (
    select *, private.person_of_translation(translation_id, original_id, language) as person,
      row_number() over (order by is_unread, case when not is_unread then since end, since desc, translation_id) as place
    from waiting order by place
    offset greatest(coalesce(p_offset, 0), 0) limit least(greatest(coalesce(p_limit, 0), 0), 100)
  )
  select jsonb_build_object('total', (select count(*) from waiting), 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'translation_id', page.translation_id, 'original_id', page.original_id, 'language', page.language, 'title', page.title,
      'published', page.published, 'original_title', original.title, 'since', page.since, 'is_renewed', page.is_renewed,
      'is_unpublished', page.is_unpublished, 'is_finished', page.is_finished, 'is_unread', page.is_unread, 'conflicts', page.conflicts,
      'reports', page.reports, 'person', page.person, 'person_name', private.name_of_person(page.person)) order by page.place), '[]')
    from page join public.articles as original on original.id = page.original_id))
  into answer;
  return answer;
end
$$;

/* Of each of these originals and each language that readers are offered: whether there is a translation, and in which state. A run that is under way comes
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
      when unread.translation_id is not null then 'unread'
      when made.reviewed_at >= made.translated_at then 'reviewed'
      else 'up-to-date'
    end,
    translation.id, coalesce(translation.published, false), case when made.stale_since is not null then made.changed_segments end,
    case when made.reviewed_at >= made.translated_at then made.reviewed_at end,
    pending.translation_id is not null or first.is_unpublished, coalesce(conflict.parts, 0), coalesce(report.sentences, 0),
    active.status, coalesce(active.reason, failed.reason), active.segments, active.segments_done,
    coalesce(refusal.blocks, 0)
  from unnest(p_originals) as original (id)
  join unnest(private.offered_languages()) as language (code) on language.code <> 'en'
  left join public.articles as translation on translation.original_article_id = original.id and translation.language = language.code
  left join public.article_translations as made on made.translation_id = translation.id
  left join public.pending_translations as pending on pending.translation_id = translation.id
  -- The same as in private.waiting, which would be computed for all articles here.
  cross join lateral (
    select coalesce(not translation.published and made.translation_id is not null
      and (made.reviewed_at is null or made.reviewed_at < made.translated_at)
      and language.code = any ((select private.reviewed_languages())::text[]), false) as is_unpublished
  ) as first
  left join private.unread_translations as unread on unread.translation_id = translation.id
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

/*
 * A page of the English originals with the state of each translation, and how many originals there are. They are published since
 * p_since, or at any time, or drafts; have p_search in the title, slug or author; and of their cells, in p_language or in any, at least
 * one is in one of p_states, a JSON array. A translator gets the originals that they read, and the cells of their languages. Whatever is
 * null means any. Raises 42501 unless the caller is an editor or a translator.
 */
create function public.list_translation_coverage(
  p_search text default null, p_category text default null, p_published boolean default true, p_since timestamptz default null,
  p_states jsonb default null, p_language text default null, p_descending boolean default true,
  p_offset integer default 0, p_limit integer default 25) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  pattern constant text := private.containing(p_search);
  found_ids uuid[];
  page_ids uuid[];
  total integer;
  first integer := least(greatest(coalesce(p_offset, 0), 0), 10000000);
  most integer := least(greatest(coalesce(p_limit, 0), 0), 1000);
  rows jsonb;
  reads_all constant boolean := private.is_editor();
  mine constant text[] := private.translated_languages();
  drafts constant uuid[] := array(select private.readable_drafts());
begin
  if not (reads_all or private.is_translator()) then
    raise exception using errcode = '42501', message = 'Only editors and translators can see which translations there are.';
  end if;
  -- Planned for these values, because a rare word is looked up and a frequent one is not.
  execute format($query$
    select array_agg(id order by publish_date %s, id) from public.articles
    where language = 'en' and original_article_id is null and ($1 is null or category = $1) and ($2 is null or published = $2)
      and ($3 is null or publish_date >= $3) and ($5 or published or id = any ($6))
      %s
  $query$, case when p_descending then 'desc' else 'asc' end,
    case when p_search <> '' then 'and id in (select article_id from private.desk_words where words like $4)' else '' end)
  into found_ids using p_category, p_published, p_since, pattern, reads_all, drafts;
  if p_states <@ '["failed", "stale", "unread", "waiting"]' then
    -- Everything else has none of these states. A state is called as its kind, but for those that wait for a review.
    execute $query$
      select array_agg(found.id order by found.place) from unnest($1) with ordinality as found (id, place)
      where found.id in (
        select coalesce(article.original_article_id, article.id)
        from private.waiting join public.articles as article on article.id = waiting.article_id
        where waiting.kind = any ($2) and waiting.language = any ($3))
    $query$ into found_ids using found_ids, array(select jsonb_array_elements_text(p_states))
      || case when p_states ? 'waiting' then '{renewed,unreviewed,conflict,report}' end::text[],
      case when p_language is null then mine else array[p_language] end;
  end if;
  if p_states is not null then
    execute $query$
      select array_agg(original.id order by original.place)
      from unnest($1) with ordinality as original (id, place)
      where original.id in (
        select original_id from private.translation_cells($1) as cell
        where $2 ? cell.state and ($3 is null or cell.language = $3) and cell.language = any ($4))
    $query$ into found_ids using found_ids, p_states, p_language, mine;
  end if;
  total := coalesce(cardinality(found_ids), 0);
  page_ids := coalesce(found_ids[first + 1 : first + most], '{}');
  execute $query$
    with cells as (
      select original_id, jsonb_agg(to_jsonb(cell) - 'original_id' order by language) as cells
      from private.translation_cells($1) as cell where ($2 is null or language = $2) and language = any ($3) group by original_id)
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', article.id, 'slug', article.slug, 'title', article.title, 'category', article.category, 'published', article.published,
      'publish_date', article.publish_date, 'cells', cells.cells) order by page.place), '[]')
    from unnest($1) with ordinality as page (id, place)
    join public.articles as article on article.id = page.id join cells on cells.original_id = page.id
  $query$ into rows using page_ids, p_language, mine;
  return jsonb_build_object('total', total, 'rows', rows);
end
$$;

grant execute on function
  public.list_translation_coverage(text, text, boolean, timestamptz, jsonb, text, boolean, integer, integer),
  public.list_translations_to_review(text, uuid, boolean, integer, integer)
to authenticated;
