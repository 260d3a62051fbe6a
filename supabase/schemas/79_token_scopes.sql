-- The acts that access tokens allow, by scope: this list and nothing else. Never administrators, settings, mail and the newsletter, the audit log,
-- unsaved forms, other tokens. Nothing is deleted with a token. tests/rls/expected-access.ts has the same list by role and verb.

/* Lets tokens call what triggers and policies call in their name. No request can name a function of the schema private. A migration that
   adds one calls it. */
create function private.admit_access_tokens() returns void
language plpgsql set search_path = ''
as $$
declare
  name text;
begin
  for name in
    select oid::regprocedure::text from pg_catalog.pg_proc
    where pronamespace = 'private'::regnamespace and prokind = 'f'
      and pg_catalog.has_function_privilege('authenticated', oid, 'execute')
      and not pg_catalog.has_function_privilege('access_token', oid, 'execute')
    order by 1
  loop
    execute format('grant execute on function %s to access_token', name);
  end loop;
end
$$;
grant usage on schema public, extensions, private to access_token;
grant execute on function
  private.has_scope(text),
  private.may(text)
to authenticated, service_role;
select private.admit_access_tokens();

-- read: the articles in every state with their versions, translations, corrections and schedules, sections, pages, pictures, glossary.
grant select on
  public.article_check_overrides,
  public.article_corrections,
  public.article_revisions,
  public.article_schedules,
  public.article_translations,
  public.article_unpublishings,
  public.articles,
  public.author_articles,
  public.authors,
  public.categories,
  public.glossary_terms,
  public.media_files,
  public.media_library,
  public.media_uses,
  public.page_revisions,
  public.pages,
  public.pending_translations,
  public.published_corrections,
  public.slug_redirects,
  public.translated_articles,
  public.translation_runs,
  public.translations_with_originals
to access_token;
create policy "tokens read" on public.article_check_overrides for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on public.article_corrections for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on public.article_revisions for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on public.article_schedules for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on public.article_translations for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on public.article_unpublishings for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on public.articles for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on public.authors for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on public.categories for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on public.glossary_terms for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on public.media_files for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on public.media_uses for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on public.page_revisions for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on public.pages for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on public.pending_translations for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on public.slug_redirects for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on public.translation_runs for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on storage.buckets for select to access_token using ((select private.has_scope('read')));
create policy "tokens read" on storage.objects
  for select to access_token using (bucket_id = 'article-images' and (select private.has_scope('read')));
-- For the view author_articles.
grant select on private.article_search to access_token;
create policy "tokens read" on private.article_search for select to access_token using ((select private.has_scope('read')));
grant execute on function public.list_story_versions(uuid) to access_token;

-- drafts: articles that are not published, and new pictures. publish: also what is published, and the descriptions of pictures.
grant insert, update on public.articles to access_token;
create policy "tokens write drafts" on public.articles
  for insert to access_token with check ((select private.has_scope('publish')) or not published and (select private.has_scope('drafts')));
-- private.check_token_write refuses what is published with a sentence, where a policy would only find no rows.
create policy "tokens change drafts" on public.articles
  for update to access_token using ((select private.has_scope('drafts')))
  with check ((select private.has_scope('publish')) or not published and (select private.has_scope('drafts')));
create policy "tokens store pictures" on storage.objects
  for insert to access_token with check (bucket_id = 'article-images' and (select private.has_scope('drafts')));
create policy "tokens replace pictures" on storage.objects
  for update to access_token using (bucket_id = 'article-images' and (select private.has_scope('publish')))
  with check (bucket_id = 'article-images' and (select private.has_scope('publish')));
grant update (alts, decorative, credit, licence, licence_url, focus_x, focus_y, captions) on public.media_files to access_token;
create policy "tokens describe pictures" on public.media_files
  for update to access_token using ((select private.has_scope('publish'))) with check ((select private.has_scope('publish')));
grant delete on public.article_schedules, public.article_unpublishings to access_token;
create policy "tokens cancel schedules" on public.article_schedules
  for delete to access_token using ((select private.has_scope('publish')));
create policy "tokens cancel unpublishing" on public.article_unpublishings
  for delete to access_token using ((select private.has_scope('publish')));
grant execute on function
  public.feature_article(uuid, text, boolean, boolean),
  public.publish_articles(jsonb, jsonb),
  public.schedule_article(uuid, timestamptz, text, jsonb, text, jsonb),
  public.schedule_unpublishing(uuid, timestamptz, text),
  public.add_correction(uuid, text),
  public.change_correction(uuid, text),
  public.delete_correction(uuid)
to access_token;

/* Returns what a token without the scope publish must not touch: what is published or has a published translation, what is scheduled, what is
   featured. Before other triggers, in the order of their names, because they make a draft with a schedule of what is published later. */
create function private.check_token_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    -- One that is being scheduled is scheduled by then.
    perform from public.articles where id = new.original_article_id for key share;
  end if;
  if not private.has_scope('publish') and (
    new.published or new.featured
    or tg_op = 'UPDATE' and (
      old.published or exists (select from public.articles where original_article_id = old.id and published))
    -- A translation is published together with its original.
    or exists (
      select from public.article_schedules
      where article_id in (new.id, new.original_article_id, old.id, old.original_article_id) and status = 'waiting')) then
    raise exception using errcode = '42501',
      message = 'This access token writes drafts: it can neither publish nor change what is published, scheduled or featured.',
      hint = 'Make a token with the scope publish, or leave that to a person.';
  end if;
  if not private.has_scope('publish') and new.created_at <> coalesce(old.created_at, now())
    -- An upsert may name that of the row that is there.
    and (tg_op = 'UPDATE' or not exists (
      select from public.articles where id = new.id and created_at = new.created_at)) then
    raise exception using errcode = '42501', message = 'The site dates articles itself.', hint = 'Leave out created_at.';
  end if;
  -- An article in the trash could not be restored while another article has its id.
  if (tg_op = 'INSERT' or new.id <> old.id) and exists (select from public.article_trash where article_id = new.id) then
    raise exception using errcode = '23505', message = 'An article in the trash has this id.',
      hint = 'Send another id, or none.';
  end if;
  -- Gives the reason that the history of the article names, whatever reason is given; one that is too long is refused by another trigger.
  if coalesce(char_length(new.revision_note), 0) <= 500 then
    new.revision_note :=
      left(concat_ws(': ', 'By ' || private.token_in_words(), nullif(btrim(new.revision_note), '')), 500);
  end if;
  return new;
end
$$;
create trigger check_token_write before insert or update on public.articles
  for each row when (current_user = 'access_token') execute function private.check_token_write();

create trigger record_token_draft after insert on public.articles
  for each row when (current_user = 'access_token') execute function private.audit_row('token_drafts');
create trigger record_changed_token_draft after update on public.articles
  for each row when (current_user = 'access_token' and not old.published and old.updated_at <> new.updated_at)
  execute function private.audit_row('token_drafts');

create trigger record_token_picture after insert on storage.objects
  for each row when (current_user = 'access_token') execute function private.audit_row('token_pictures');

-- translate: what is asked for by functions of the server, and ended here.
grant execute on function public.cancel_translation(uuid) to access_token;

-- subscribers: reading and unsubscribing. Only a person brings one back.
grant select, update (is_active) on public.newsletter_subscribers to access_token;
create policy "tokens read subscribers" on public.newsletter_subscribers
  for select to access_token using ((select private.has_scope('subscribers')));
create policy "tokens unsubscribe" on public.newsletter_subscribers
  for update to access_token using ((select private.has_scope('subscribers')))
  with check (not is_active and (select private.has_scope('subscribers')));

/* Functions of the server add subscribers with rights of their own. A token that was revoked while its file arrived adds none. */
create function private.check_token_subscribers() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.has_scope('subscribers') then
    raise exception using errcode = '42501', message = 'This access token was revoked meanwhile, so nothing was stored.';
  end if;
  return null;
end
$$;
create trigger check_token_subscribers before insert or update on public.newsletter_subscribers
  for each statement when (auth.role() = 'access_token' and current_user <> 'access_token')
  execute function private.check_token_subscribers();
