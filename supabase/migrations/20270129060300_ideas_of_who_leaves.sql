-- The ideas of somebody who leaves go to whoever takes over.

/* Gives what a member owns and is not published, what waits for the member, and the member's ideas to another one. Without an heir it raises
   23503 when there are such articles, of which the detail is the number; ideas become anybody's. Raises P0001 for an heir who cannot have it. */
create or replace function private.hand_on_work(p_user_id uuid, p_heir uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  articles_left bigint;
begin
  select count(*) into articles_left from public.article_workflow as workflow
    join public.articles as article on article.id = workflow.article_id
    where workflow.next_person = p_user_id or workflow.owner = p_user_id and not article.published;
  if p_heir is null and articles_left > 0 then
    raise exception using errcode = '23503', detail = articles_left::text,
      message = case when articles_left = 1 then 'This person has an article that is not published.'
        else 'This person has ' || articles_left || ' articles that are not published.' end || ' Name who takes over.';
  end if;
  if p_heir is not null and (p_heir = p_user_id or not exists (
      select from public.user_roles where user_id = p_heir and role in ('admin', 'author', 'editor'))) then
    raise exception using errcode = 'P0001', message = 'Only an author, an editor or an administrator can take over articles.';
  end if;
  perform private.pass_on_ideas(p_user_id, p_heir);
  if p_heir is null then
    return;
  end if;
  -- Also what is in the trash, because it may come back.
  update public.article_workflow set owner = p_heir, updated_at = now()
    where owner = p_user_id and not exists (select from public.articles where id = article_id and published);
  -- What the heir cannot have waits for the editors, as private.release_work has it.
  update public.article_workflow set next_person = p_heir, updated_at = now()
    where next_person = p_user_id and private.can_have_article(p_heir, state);
  if articles_left > 0 then
    perform private.record_act('administrators', 'hand_on_work', 'gave the unpublished articles of %s to somebody else',
      private.name_of_person(p_user_id), p_user_id,
      jsonb_build_object('articles', articles_left, 'to', private.name_of_person(p_heir)));
  end if;
end
$$;
