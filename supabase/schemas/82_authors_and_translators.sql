-- All that authors and translators do with articles, and that every member of the desk reads. The policies of editors are beside the tables.

/* Of the articles that are not published, those that the caller reads without being an editor: the originals of private.readable_drafts()
   with their translations, for a translator those into their languages, which are read also of what is published. */
create function private.readable_articles() returns setof uuid
language sql stable security definer set search_path = ''
begin atomic
  with draft as materialized (select id from private.readable_drafts() as readable (id)),
    me as materialized (select role, languages from private.desk_member())
  select id from draft
  union all
  select translation.id from me cross join draft join public.articles as translation on translation.original_article_id = draft.id
  where not private.role_has(me.role, 'own_languages') or translation.language = any (me.languages)
  union all
  select translation.id from me
    join public.articles as translation on not translation.published and translation.original_article_id is not null
      and translation.language = any (me.languages)
    join public.articles as original on original.id = translation.original_article_id and original.published
  where private.role_has(me.role, 'own_languages');
end;

/* Tells whether this transaction has inserted the article. A request that asks for the row that it inserts reads it before it has an owner. */
create function private.is_just_written(p_id uuid) returns boolean
language sql stable
return position(p_id::text in coalesce(current_setting('articles.written', true), '')) > 0;

/* The originals of which the caller is the owner. */
create function private.owned_articles() returns setof uuid
language sql stable security definer set search_path = ''
begin atomic
  select workflow.article_id from private.desk_member() as me
    join public.article_workflow as workflow on workflow.owner = me.user_id;
end;

grant execute on function
  private.can_edit(uuid), private.is_just_written(uuid), private.owned_articles(), private.readable_articles()
to authenticated;

-- PostgreSQL asks policies from the last name to the first, so that this one is asked of rows that no other one has allowed.
create policy "colleagues read what is published and what they work on" on public.articles
  for select to authenticated using (
    published and (select private.is_member())
    or id in (select private.readable_articles())
    or private.is_just_written(id));

-- private.check_desk_write refuses with a sentence what a policy would only find no rows for.
create policy "authors write originals" on public.articles
  for insert to authenticated with check ((select private.is_author()) and original_article_id is null and not published and not featured);
create policy "authors edit their drafts" on public.articles
  for update to authenticated using ((select private.is_author()))
  with check (
    (select private.is_author()) and original_article_id is null and not published and not featured
    and id in (select private.writable_drafts()));
create policy "authors delete their drafts" on public.articles
  for delete to authenticated using ((select private.is_author()));
create policy "translators write translations" on public.articles
  for insert to authenticated
  with check (
    (select private.is_translator()) and original_article_id is not null and not featured
    and language = any ((select private.translated_languages())::text[])
    and (not published or (select private.is_allowed('publish'))));
create policy "translators edit translations" on public.articles
  for update to authenticated using ((select private.is_translator()))
  with check (
    (select private.is_translator()) and original_article_id is not null and not featured
    and language = any ((select private.translated_languages())::text[])
    and (not published or (select private.is_allowed('publish'))));

/* Refuses a write, with a sentence for the person. */
create function private.refuse_write(p_message text, p_hint text default null) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_hint is null then
    raise exception using errcode = '42501', message = p_message;
  end if;
  raise exception using errcode = '42501', message = p_message, hint = p_hint;
end
$$;

/* Tells whether an address leads to another article, which would lose it when one with this slug is published. */
create function private.is_former_address(p_slug text, p_language text, p_article_id uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.slug_redirects where slug = p_slug and language = p_language and article_id <> p_article_id)
  -- One in the trash has it again when it comes back.
  or exists (
    select from public.article_trash where article_id <> p_article_id and language = p_language and (
      published and slug = p_slug or redirects @> jsonb_build_array(jsonb_build_object('slug', p_slug, 'language', p_language))));

/* Holds for everybody who is no editor: an article keeps its id and its times, and takes nothing that belongs to another one. */
create function private.check_identity(p_was public.articles, p_now public.articles) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_was.id is null and not exists (select from public.articles where id = p_now.id) and (
    exists (select from public.article_trash where article_id = p_now.id)
    or exists (select from public.article_revisions where article_id = p_now.id)
    or exists (select from public.article_workflow where article_id = p_now.id)) then
    raise exception using errcode = '23505', message = 'Another article has this id, or had it.', hint = 'Send another id, or none.';
  elsif p_was.id <> p_now.id then
    perform private.refuse_write('An article keeps its id.');
  elsif p_now.created_at <> coalesce(p_was.created_at, now()) or p_was.id is null and p_now.updated_at <> now() then
    perform private.refuse_write('The site dates articles itself.', 'Leave out created_at and updated_at.');
  elsif p_now.featured then
    perform private.refuse_write('Only editors choose what is featured.');
  elsif (p_now.slug, p_now.language) is distinct from (p_was.slug, p_was.language)
    and private.is_former_address(p_now.slug, p_now.language, p_now.id) then
    perform private.refuse_write('This address leads to another article.', 'Choose another one, or ask an editor.');
  end if;
end
$$;

/* Refuses what an author may not write. */
create function private.check_author_write(p_was public.articles, p_now public.articles) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_was.original_article_id is not null or p_now.original_article_id is not null then
    perform private.refuse_write('Authors write originals. Translations are for translators and editors.');
  elsif p_was.published then
    perform private.refuse_write('This article is published, so only editors can change it.');
  elsif p_now.published then
    perform private.refuse_write('Authors do not publish.', 'Hand the article in, and an editor publishes it.');
  elsif p_now.publish_date <> coalesce(p_was.publish_date, now()) then
    perform private.refuse_write('Editors decide when an article is published.', 'Leave the date as it is.');
  elsif p_was.id is not null and p_was.id not in (select private.writable_drafts()) then
    perform private.refuse_write('You cannot change this draft now: it is somebody else''s, was handed on, or is scheduled.');
  elsif p_was.language <> p_now.language and exists (select from public.articles where original_article_id = p_was.id) then
    perform private.refuse_write('This draft has translations, so its language stays as it is.', 'Ask an editor.');
  end if;
  perform private.check_identity(p_was, p_now);
end
$$;

create function private.check_author_delete(p_was public.articles) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_was.published or p_was.original_article_id is not null
    or p_was.id not in (select private.owned_articles()) or p_was.id not in (select private.writable_drafts())
    or exists (select from public.articles where original_article_id = p_was.id and published) then
    perform private.refuse_write('Authors delete only drafts of their own that are with them.');
  end if;
end
$$;

/* Refuses what an author may not take out of the trash: anything but own drafts that were with them, and no address that leads elsewhere by now. */
create function private.check_author_restores(p_head public.article_trash, p_slug text) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_head.article_id <> p_head.story_id or p_head.article_id not in (select private.owned_articles())
    or p_head.article_id not in (select private.writable_drafts())
    or exists (select from public.article_trash where p_head.id in (id, deleted_with) and published) then
    perform private.refuse_write('Authors restore only drafts of their own.');
  elsif private.is_former_address(coalesce(p_slug, p_head.slug), p_head.language, p_head.article_id) then
    perform private.refuse_write('This address leads to another article.', 'Choose another one, or ask an editor.');
  end if;
end
$$;

/* Refuses what a translator may not write. Returns the row as it is stored: a new translation has the section, author and date of its original, and
   like it the picture, and nothing of its own for shared links, from whoever may not publish it: a review does not show them. */
create function private.check_translator_write(
  p_was public.articles, p_now public.articles, p_me public.user_roles) returns public.articles
language plpgsql set search_path = ''
as $$
declare
  stored public.articles := p_now;
  original public.articles;
  may_publish constant boolean := 'publish' = any (p_me.permissions);
begin
  if p_now.original_article_id is null or p_was.id is not null and p_was.original_article_id is null then
    perform private.refuse_write('Translators write translations, and no originals.');
  elsif not p_now.language = any (p_me.languages) or not coalesce(p_was.language, p_now.language) = any (p_me.languages) then
    perform private.refuse_write(
      format('You do not translate into %s.', private.language_in_words(coalesce(p_was.language, p_now.language))),
      'An administrator decides who translates into which languages.');
  elsif not private.writes_translation(p_now.original_article_id, p_now.language, false) then
    perform private.refuse_write('The original is neither published nor ready to be translated.');
  end if;
  select * into original from public.articles where id = p_now.original_article_id;
  if p_was.id is null then
    if p_now.category <> original.category then
      perform private.refuse_write('A translation is in the section of its original.');
    end if;
    stored.author := original.author;
    stored.publish_date := original.publish_date;
    if not may_publish then
      stored.hero_image := original.hero_image;
      stored.social_title := null;
      stored.social_description := null;
      stored.social_image := null;
    end if;
  elsif (p_was.original_article_id, p_was.language, p_was.category, p_was.author)
      is distinct from (p_now.original_article_id, p_now.language, p_now.category, p_now.author)
    -- Dates as private.publish_articles dates what was never published.
    or p_was.publish_date <> p_now.publish_date
      and not (p_now.published and not p_was.published and p_now.publish_date = now()) then
    perform private.refuse_write('Translators change texts. The original, language, section, author and date of a translation stay as they are.');
  elsif not may_publish and (p_now.hero_image is distinct from p_was.hero_image and p_now.hero_image is distinct from original.hero_image
    or (p_now.social_title, p_now.social_description, p_now.social_image)
      is distinct from (p_was.social_title, p_was.social_description, p_was.social_image)) then
    perform private.refuse_write('The picture of a translation and its shared links are for who may publish it.', 'Ask an editor.');
  end if;
  if (p_now.published or p_was.published) and not may_publish then
    perform private.refuse_write('You may neither publish translations nor change those that are published.', 'An administrator can allow it.');
  elsif p_now.published and p_was.published is not true and not original.published then
    perform private.refuse_write('The original is not published yet.', 'A translation is published with it or after it.');
  end if;
  perform private.check_identity(p_was, p_now);
  return stored;
end
$$;

/* Checks what authors and translators write, and that nobody takes the id of an article in the trash. Before other triggers, in the order of
   their names, because they make a draft with a schedule of what is published later. */
create function private.check_desk_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me constant public.user_roles := private.desk_member();
begin
  if private.role_has(me.role, 'own_drafts') and tg_op = 'DELETE' then
    perform private.check_author_delete(old);
  elsif private.role_has(me.role, 'own_drafts') then
    perform private.check_author_write(old, new);
  elsif private.role_has(me.role, 'own_languages') and tg_op <> 'DELETE' then
    new := private.check_translator_write(old, new, me);
  elsif tg_op <> 'DELETE' and new.id is distinct from old.id
    and not exists (select from public.articles where id = new.id)
    and exists (select from public.article_trash where article_id = new.id) then
    raise exception using errcode = '23505', message = 'An article in the trash has this id.', hint = 'Send another id, or none.';
  end if;
  -- An upsert may name an article that is there, of somebody else.
  if tg_op = 'INSERT' and private.rights_of(me.role) && '{own_drafts,own_languages}' and not exists (select from public.articles where id = new.id) then
    perform set_config('articles.written', concat_ws(' ', nullif(current_setting('articles.written', true), ''), new.id), true);
  end if;
  return coalesce(new, old);
end
$$;
create trigger check_desk_write before insert or update or delete on public.articles
  for each row when (current_user = 'authenticated') execute function private.check_desk_write();

/* Tells whether any of these wordings was written by somebody who may not publish it, and readers have it nowhere yet. */
create function private.has_unread_wordings(p_segments bigint[]) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.translation_segments as wording
  where wording.id = any (p_segments) and wording.made_by is not null
    and not private.publishes_translations(wording.made_by, wording.language)
    and not exists (
      select from public.translation_parts as part join public.articles as shown on shown.id = part.translation_id
      where part.segment_id = wording.id and shown.published));

-- Versions: those of what a person works on. A translator reads those of translations into their languages, and of originals the published
-- ones and those from which was translated.
create policy "colleagues read versions of what they work on" on public.article_revisions
  for select to authenticated using (article_id in (select private.my_articles()));
create policy "translators read versions of translations and of their sources" on public.article_revisions
  for select to authenticated using (
    (select private.is_translator()) and exists (
      select from public.articles as article where article.id = article_id and (
        article.language = any ((select private.translated_languages())::text[]) and article.original_article_id is not null
        or article.original_article_id is null and (article_revisions.published or exists (
          select from public.article_translations as made
          where made.original_id = article.id and made.source_revision = article_revisions.id
            and made.language = any ((select private.translated_languages())::text[]))))));

-- All that is told of an article, to those who read it.
create policy "colleagues read corrections of what they read" on public.article_corrections
  for select to authenticated using ((select private.is_member()) and exists (select from public.articles where articles.id = article_id));
create policy "colleagues read overrides of what they read" on public.article_check_overrides
  for select to authenticated using ((select private.is_member()) and exists (select from public.articles where articles.id = article_id));
create policy "authors and translators override findings of what they write" on public.article_check_overrides
  for all to authenticated using (private.writes_article(article_id)) with check (private.writes_article(article_id));
create policy "authors read their own drafts in the trash" on public.article_trash
  for select to authenticated using ((select private.is_author()) and not published and story_id in (select private.owned_articles()));
create policy "colleagues read schedules of what they read" on public.article_schedules
  for select to authenticated using ((select private.is_member()) and exists (select from public.articles where articles.id = article_id));
create policy "colleagues read when what they read is unpublished" on public.article_unpublishings
  for select to authenticated using ((select private.is_member()) and exists (select from public.articles where articles.id = article_id));
create policy "colleagues follow redirects to what they read" on public.slug_redirects
  for select to authenticated using ((select private.is_member()) and exists (select from public.articles where articles.id = article_id));

-- Pictures: authors have their own, until readers see them.
create policy "authors store pictures" on storage.objects
  for insert to authenticated with check (bucket_id = 'article-images' and owner = (select auth.uid()) and (select private.is_author()));
create policy "authors replace their own pictures" on storage.objects
  for update to authenticated
  using (bucket_id = 'article-images' and owner = (select auth.uid()) and (select private.is_author()))
  with check (bucket_id = 'article-images' and owner = (select auth.uid()) and (select private.is_author()));
create policy "authors remove their own pictures" on storage.objects
  for delete to authenticated using (bucket_id = 'article-images' and owner = (select auth.uid()) and (select private.is_author()));
create policy "authors describe their own pictures" on public.media_files
  for update to authenticated
  using ((select private.is_author()) and id in (
    select objects.id from storage.objects where bucket_id = 'article-images' and objects.owner = (select auth.uid())))
  with check ((select private.is_author()));

/* Refuses a change by an author of a picture that readers see, or that is in an article with the editors, who have seen it as it was. */
create function private.check_shown_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_author() then
    if private.is_shown_to_readers(old.name) or private.is_shown_to_readers(new.name) then
      perform private.refuse_write('Readers see this picture, so only editors can change it.');
    elsif private.is_with_editors(old.name) or private.is_with_editors(new.name) then
      perform private.refuse_write('The article with this picture is with the editors, so only they can change it.');
    end if;
  end if;
  return coalesce(new, old);
end
$$;
create trigger check_shown_picture before insert on storage.objects
  for each row when (current_user = 'authenticated' and new.bucket_id = 'article-images')
  execute function private.check_shown_picture();
create trigger check_replaced_picture before update on storage.objects
  for each row when (current_user = 'authenticated' and 'article-images' in (old.bucket_id, new.bucket_id))
  execute function private.check_shown_picture();
create trigger check_removed_picture before delete on storage.objects
  for each row when (current_user = 'authenticated' and old.bucket_id = 'article-images')
  execute function private.check_shown_picture();
create trigger check_described_picture before update on public.media_files
  for each row when (current_user = 'authenticated') execute function private.check_shown_picture();

-- All that translators read and change beside articles.
create policy "colleagues read how what they read was translated" on public.article_translations
  for select to authenticated using ((select private.is_member()) and exists (select from public.articles where articles.id = translation_id));
create policy "translators read runs into their languages" on public.translation_runs
  for select to authenticated using (
    (select private.is_translator()) and language = any ((select private.translated_languages())::text[])
    and exists (select from public.articles where articles.id = article_id));
create policy "translators read the memory of their languages" on public.translation_segments
  for select to authenticated using (
    (select private.is_translator()) and language = any ((select private.translated_languages())::text[])
    and (article_id is null or exists (select from public.articles where articles.id = article_id)));
create policy "translators read the parts of translations" on public.translation_parts
  for select to authenticated using (
    (select private.is_translator()) and exists (
      select from public.articles as translation
      where translation.id = translation_id and translation.original_article_id is not null
        and translation.language = any ((select private.translated_languages())::text[])));
create policy "translators read pending translations" on public.pending_translations
  for select to authenticated using (
    (select private.is_translator()) and language = any ((select private.translated_languages())::text[])
    and exists (select from public.articles where articles.id = translation_id));
create policy "translators who may publish discard pending translations" on public.pending_translations
  for delete to authenticated using (
    (select private.is_translator()) and (select private.is_allowed('publish'))
    and language = any ((select private.translated_languages())::text[]));
create policy "translators read reports" on public.translation_reports
  for select to authenticated using (
    (select private.is_translator()) and exists (
      select from public.articles as translation
      where translation.id = translation_id and translation.original_article_id is not null
        and translation.language = any ((select private.translated_languages())::text[])));
create policy "translators close reports" on public.translation_reports
  for update to authenticated using (
    (select private.is_translator()) and exists (
      select from public.articles as translation
      where translation.id = translation_id and translation.original_article_id is not null
        and translation.language = any ((select private.translated_languages())::text[])))
  with check ((select private.is_translator()));
create policy "translators read the glossary" on public.glossary_terms
  for select to authenticated using ((select private.is_translator()));
create policy "translators read edits of translations" on public.translation_edits
  for select to authenticated using (
    (select private.is_translator()) and language = any ((select private.translated_languages())::text[])
    and exists (select from public.articles where articles.id = article_id));
create policy "translators read proposals" on public.glossary_proposals
  for select to authenticated using (
    (select private.is_translator()) and language = any ((select private.translated_languages())::text[]));
create policy "translators propose terms" on public.glossary_proposals
  for insert to authenticated with check (language = any ((select private.translated_languages())::text[]));

select private.admit_access_tokens();
