-- A list of what translators read before it is published has nothing that is published, however long there have been colleagues.
/* The originals that somebody with a role reads before they are published: theirs, for a translator also what is ready. An editor reads
   everything without this list. */
create or replace function private.drafts_read_by(p_user_id uuid, p_role text) returns setof uuid
language sql stable security definer set search_path = ''
begin atomic
  select article_id from private.articles_of(p_user_id) as theirs (article_id)
  union
  -- What is published stays ready.
  select draft.id from public.articles as draft join public.article_workflow as workflow on workflow.article_id = draft.id
  where p_role = 'translator' and not draft.published and draft.original_article_id is null and workflow.state = 'ready';
end;
