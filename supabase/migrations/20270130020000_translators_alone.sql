-- What somebody has written who may not publish reaches readers only when somebody has seen it who may: not by the translation memory, not
-- by the approval of another one, and not by a schedule.
/* Whether any of these wordings was written by somebody who may not publish it, and readers have it nowhere yet. */
create function private.has_unread_wordings(p_segments bigint[]) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.translation_segments as wording
  where wording.id = any (p_segments) and wording.made_by is not null
    and not private.publishes_translations(wording.made_by, wording.language)
    and not exists (
      select from public.translation_parts as part join public.articles as shown on shown.id = part.translation_id
      where part.segment_id = wording.id and shown.published));

/* Whether nobody who may publish a translation has seen what it says: it was last saved by somebody who may not, or a run has made it of what
   such people wrote, and nobody who may has reviewed it since. */
create or replace function private.is_by_translator_alone(p_translation_id uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.article_revisions as version
    cross join lateral (select version.article ->> 'language' as language) as written
  where version.id = (select max(id) from public.article_revisions where article_id = p_translation_id)
    and version.article ->> 'original_article_id' is not null
    and (
      version.made_by is not null and not private.publishes_translations(version.made_by, written.language)
      or version.note ~ '^Translated (by|from) ' and version.note <> 'Translated by hand' and private.has_unread_wordings(array(
        select part.segment_id from public.translation_parts as part
        where part.translation_id = p_translation_id
          and (part.approved_by is null or not private.publishes_translations(part.approved_by, written.language)))))
    and not exists (
      select from jsonb_array_elements(version.events) as event
      where event ->> 'what' = 'reviewed' and private.publishes_translations((event ->> 'by')::uuid, written.language)));

/* Publishes an article that is due, with its finished translations, all dated with the scheduled moment. p_version is the updated_at
   of what was checked, and p_problem what the check found, or null. Returns {status, reason, left}, where left are the languages
   whose unfinished translations stay drafts. Skipped: it is not due any more, or was saved since the check. More than six hours late
   it is missed: readers would get old news as new, for example out of a backup, so an editor decides. Only the worker calls it. */
create or replace function private.publish_due(p_article_id uuid, p_version timestamptz, p_problem text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  article public.articles;
  due public.article_schedules;
  missing text[];
  outcome text := 'published';
  why text;
begin
  select * into article from public.articles where id = p_article_id for update;
  select * into due from public.article_schedules where article_id = p_article_id for update;
  if due.status is distinct from 'waiting' or due.publish_at > clock_timestamp() or article.updated_at <> p_version then
    return jsonb_build_object('status', 'skipped');
  end if;

  missing := private.missing_for_publishing(article);
  if due.publish_at < clock_timestamp() - interval '6 hours' then
    outcome := 'missed';
    why := 'overdue';
  elsif exists (
    select from public.article_unpublishings
    where article_id in (p_article_id, article.original_article_id) and unpublish_at <= clock_timestamp()) then
    outcome := 'failed';
    why := 'The time until which readers were to find it is over.';
  elsif missing <> '{}' then
    outcome := 'failed';
    why := 'incomplete: ' || array_to_string(missing, ', ');
  elsif p_problem is not null then
    outcome := 'failed';
    why := 'check: ' || p_problem;
  elsif private.is_by_translator_alone(p_article_id) and exists (
    select from public.article_revisions where article_id = p_article_id and made_at > due.created_at) then
    outcome := 'failed';
    why := 'It was changed after it was scheduled, by somebody who may not publish.';
  else
    begin
      -- Before the articles, because drop_schedule deletes what still waits.
      update public.article_schedules set status = 'published', reason = null, settled_at = now() where article_id = p_article_id;
      perform set_config('revision.by', coalesce(due.created_by::text, ''), true);
      update public.articles as version
        set published = true, publish_date = due.publish_at, revision_note = 'Published as scheduled',
          featured = version.featured or due.featured and version.id = p_article_id
        where p_article_id in (version.id, version.original_article_id) and not version.published
          and private.missing_for_publishing(version) = '{}'
          -- A translation with a later time of its own keeps that.
          and (version.id = p_article_id or private.unfinished_reason(version.id, version.language) is null and not exists (
            select from public.article_schedules as own where own.article_id = version.id and own.status = 'waiting'));
    exception when others then
      outcome := 'failed';
      why := left(sqlerrm, 500);
    end;
  end if;
  if outcome <> 'published' then
    update public.article_schedules set status = outcome, reason = why, settled_at = now() where article_id = p_article_id;
  end if;
  return jsonb_build_object('status', outcome, 'reason', why, 'left', case when outcome = 'published' then (
    select jsonb_agg(language order by language) from public.articles as version
    where original_article_id = p_article_id and not published
      and private.unfinished_reason(version.id, version.language) is not null) end);
end
$$;

-- An upsert reads no article of somebody else.
/* Checks what authors and translators write. Before other triggers, in the order of their names, because they make a draft with a schedule of
   what is published later. */
create or replace function private.check_desk_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me constant public.user_roles := private.desk_member();
begin
  if me.role = 'author' and tg_op = 'DELETE' then
    perform private.check_author_delete(old);
  elsif me.role = 'author' then
    perform private.check_author_write(old, new);
  elsif me.role = 'translator' and tg_op <> 'DELETE' then
    new := private.check_translator_write(old, new, me);
  elsif tg_op <> 'DELETE' and new.id is distinct from old.id
    and not exists (select from public.articles where id = new.id)
    and exists (select from public.article_trash where article_id = new.id) then
    raise exception using errcode = '23505', message = 'An article in the trash has this id.', hint = 'Send another id, or none.';
  end if;
  -- An upsert may name an article that is there, of somebody else.
  if tg_op = 'INSERT' and me.role in ('author', 'translator') and not exists (select from public.articles where id = new.id) then
    perform set_config('articles.written', concat_ws(' ', nullif(current_setting('articles.written', true), ''), new.id), true);
  end if;
  return coalesce(new, old);
end
$$;
