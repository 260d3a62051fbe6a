-- All that the lists of drafts and of versions tell besides the articles.

/* Notes with the version of an article that it was scheduled. */
create function private.note_schedule() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_event(new.article_id,
    jsonb_build_object('what', 'scheduled', 'by', new.created_by, 'for', new.publish_at));
  return null;
end
$$;
create trigger note_schedule after insert on public.article_schedules
  for each row when (new.status = 'waiting') execute function private.note_schedule();
create trigger note_changed_schedule after update on public.article_schedules
  for each row when (new.status = 'waiting' and (old.publish_at, old.status) is distinct from (new.publish_at, new.status))
  execute function private.note_schedule();

/* Notes with the version of a translation that it was translated, and that a person has reviewed it. What is recorded of an old
   translation later is no event. */
create function private.note_translation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.translated_at = now() and (tg_op = 'INSERT' or new.translated_at is distinct from old.translated_at) then
    perform private.note_event(new.translation_id, jsonb_build_object('what', 'translated'));
  end if;
  if new.reviewed_at is not null and (tg_op = 'INSERT' or new.reviewed_at is distinct from old.reviewed_at) then
    perform private.note_event(new.translation_id, jsonb_build_object('what', 'reviewed', 'by',
      coalesce(auth.uid()::text, nullif(current_setting('audit.actor', true), ''), nullif(current_setting('revision.by', true), ''))));
  end if;
  return null;
end
$$;
create trigger note_translation after insert or update of translated_at, reviewed_at on public.article_translations
  for each row execute function private.note_translation();

/* Of these articles, a JSON array of at most 200 ids: who made the last version, how many words it has, and when the caller has last typed
   something that is not saved. */
create function public.describe_drafts(p_ids jsonb)
returns table (article_id uuid, changed_by uuid, words integer, unsaved_at timestamptz)
language sql stable set search_path = ''
as $$
  select draft.id, latest.made_by, latest.words,
    (select max(updated_at) from public.working_copies as copy where copy.article_id = draft.id and owner = auth.uid())
  from (select id::uuid as id from jsonb_array_elements_text(p_ids) as id limit 200) as draft
  left join lateral (
    select made_by, words from public.article_revisions as revision where revision.article_id = draft.id
    order by id desc limit 1) as latest on true
$$;

/* The texts that the caller has typed and that nobody else sees, because they were never saved as a draft. The latest form counts. */
create function public.list_own_drafts()
returns table (
  copy_id uuid, article_id uuid, title text, category text, reading_time text, words integer, created_at timestamptz,
  updated_at timestamptz)
language sql stable set search_path = ''
as $$
  select id, copy.article_id, title, form ->> 'category', form ->> 'reading_time', private.count_words(form ->> 'content'),
    created_at, updated_at
  from public.working_copies as copy
  where owner = auth.uid() and since is null
    and not exists (select from public.articles where articles.id = copy.article_id)
    and not exists (
      select from public.working_copies as later
      where later.owner = copy.owner and later.article_id = copy.article_id and later.since is null
        and (later.updated_at, later.id) > (copy.updated_at, copy.id))
  order by updated_at desc, id limit 25
$$;

grant execute on function
  public.describe_drafts(jsonb),
  public.list_own_drafts()
to authenticated;
grant execute on function
  private.words_of(text),
  private.count_words(text)
to authenticated, service_role;
