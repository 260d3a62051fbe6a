-- Editors are told of sources that were corrected or withdrawn until one of them has looked.
alter table public.article_sources add column seen_at timestamptz, add column seen_by uuid;
create index article_sources_to_look_at on public.article_sources (article_id) where state in ('corrected', 'withdrawn') and seen_at is null;

/* Dates the change of a source, in its turn with judgements: one that has not seen it is older. */
create or replace function private.date_source_state() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.sourced_articles where article_id = new.article_id for update;
  new.state_since := clock_timestamp();
  new.seen_at := null;
  new.seen_by := null;
  return new;
end
$$;

/* Says that an editor has looked at a source that was corrected or withdrawn, so that its article waits for nobody any more. Raises 42501
   unless the caller is an editor. */
create function public.mark_source_seen(p_article_id uuid, p_number integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_editor() then
    raise exception using errcode = '42501', message = 'Only editors say that a changed source was looked at.';
  end if;
  update public.article_sources set seen_at = now(), seen_by = auth.uid()
    where article_id = p_article_id and number = p_number and state in ('corrected', 'withdrawn') and seen_at is null;
  return jsonb_build_object('changed', found);
end
$$;

/* The articles of which an editor has to look at changed sources, the latest first: [{since, outlets, is_withdrawn, article}]; none for others. */
create function private.list_changed_sources() returns jsonb
language sql stable security definer set search_path = ''
begin atomic
  select coalesce(jsonb_agg(to_jsonb(changed) order by since desc), '[]') from (
    select max(source.state_since) as since, array_agg(distinct source.outlet) as outlets,
      bool_or(source.state = 'withdrawn') as is_withdrawn,
      jsonb_build_object('id', articles.id, 'slug', articles.slug, 'language', articles.language, 'title', articles.title) as article
    from public.article_sources as source join public.articles on articles.id = source.article_id
    where source.state in ('corrected', 'withdrawn') and source.seen_at is null and (select private.is_editor())
    group by articles.id order by max(source.state_since) desc limit 100) as changed;
end;

/* The desk of the caller: {waiting, backups}, and with p_from the dashboard as well. Of backups, only administrators learn anything. Raises
   42501 for who has no role. */
create or replace function private.read_desk(p_sunday date, p_sunday_at timestamptz, p_from timestamptz, p_until timestamptz) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_member() then
    raise exception using errcode = '42501', message = 'Only people of the desk have one.';
  end if;
  return jsonb_build_object(
      'waiting', private.list_waiting(p_sunday, p_sunday_at, p_from is not null)
        || jsonb_build_object('changedSources', private.list_changed_sources()),
      'backups', case when private.is_admin() then private.backup_state() else jsonb_build_object('decided', true, 'daily_at', null,
        'since', null, 'last_good', null, 'under_way', false, 'trouble', null) end)
    || case when p_from is null then '{}' else private.read_dashboard(p_from, p_until) end;
end
$$;

/* How an article came to rest on sources, for its record: {model, drafted_at, begun_by, question, length, sources, sentences, signatures}; null
   for one without sources. The words of sources are not in it, because they are not ours to pass on. */
create or replace function private.sourcing_record(p_article_id uuid) returns jsonb
language sql stable security definer set search_path = ''
begin atomic
  select jsonb_build_object(
    'model', sourced.model, 'drafted_at', sourced.drafted_at, 'begun_at', sourced.begun_at,
    'begun_by', private.recorded_person(sourced.begun_by), 'question', sourced.question, 'length', sourced.length,
    'questioned_at', sourced.questioned_at, 'questioned_model', sourced.questioned_model,
    'sources', coalesce((
      select jsonb_agg(to_jsonb(source) - '{article_id,item_id,added_by,seen_by}'::text[] order by number)
      from public.article_sources as source where source.article_id = p_article_id), '[]'),
    'sentences', coalesce((
      select jsonb_agg(jsonb_build_object(
        'field', sentence.field, 'text', sentence.text, 'kind', sentence.kind, 'verdict', sentence.verdict,
        'cites', (select coalesce(jsonb_agg(cited - 'text'), '[]') from jsonb_array_elements(sentence.cites) as cited),
        'findings', (select coalesce(jsonb_agg(finding -> 'code'), '[]') from jsonb_array_elements(sentence.findings) as finding))
        order by sentence.position)
      from public.article_sentences as sentence join public.articles on articles.id = p_article_id
      where sentence.article_id = p_article_id and sentence.text_hash = private.text_hash(articles)), '[]'),
    'signatures', coalesce((
      select jsonb_agg(jsonb_build_object(
        'text', text, 'reason', reason, 'at', signed_at, 'by', private.recorded_person(signed_by), 'name', signed_by_name) order by signed_at)
      from public.sentence_signatures where article_id = p_article_id), '[]'))
  from public.sourced_articles as sourced where sourced.article_id = p_article_id;
end;

grant execute on function
  public.mark_source_seen(uuid, integer)
to authenticated;
select private.admit_service_role();
