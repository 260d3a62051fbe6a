-- The history of an article names the access token that wrote a version, whatever reason the token gives, and no token takes the id of an
-- article in the trash.
/* What a token without the scope publish must not touch: what is published or has a published translation, what is scheduled, what is
   featured. Before other triggers, in the order of their names, because they make a draft with a schedule of what is published later. */
create or replace function private.check_token_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
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
  -- What is in the trash could not be restored while another article has its id.
  if (tg_op = 'INSERT' or new.id <> old.id) and exists (select from public.article_trash where article_id = new.id) then
    raise exception using errcode = '23505', message = 'An article in the trash has this id.',
      hint = 'Send another id, or none.';
  end if;
  -- So that the history of the article says it, whatever reason is given; one that is too long is refused by another trigger.
  if coalesce(char_length(new.revision_note), 0) <= 500 then
    new.revision_note :=
      left(concat_ws(': ', 'By ' || private.token_in_words(), nullif(btrim(new.revision_note), '')), 500);
  end if;
  return new;
end
$$;
