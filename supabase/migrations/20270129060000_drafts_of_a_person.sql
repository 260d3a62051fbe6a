-- What somebody reads is also asked without their session, for the calendar that their programs fetch.

/* The originals that a person owns, was added to, or has now. */
create function private.articles_of(p_user_id uuid) returns setof uuid
language sql stable security definer set search_path = ''
begin atomic
  select article_id from public.article_workflow where p_user_id in (owner, next_person)
  union
  select article_id from public.article_people where user_id = p_user_id;
end;

/* The originals that somebody with a role reads before they are published: theirs, for a translator also what is ready. An editor reads
   everything without this list. */
create function private.drafts_read_by(p_user_id uuid, p_role text) returns setof uuid
language sql stable security definer set search_path = ''
begin atomic
  select article_id from private.articles_of(p_user_id) as theirs (article_id)
  union
  select article_id from public.article_workflow where state = 'ready' and p_role = 'translator';
end;

/* The originals that the caller owns, was added to, or has now; none for who has no role. */
create or replace function private.my_articles() returns setof uuid
language sql stable security definer set search_path = ''
begin atomic
  select mine.article_id from private.desk_member() as me cross join lateral private.articles_of(me.user_id) as mine (article_id);
end;

/* The originals that the caller reads before they are published; none for who has no role. */
create or replace function private.readable_drafts() returns setof uuid
language sql stable security definer set search_path = ''
begin atomic
  select draft.article_id
  from private.desk_member() as me cross join lateral private.drafts_read_by(me.user_id, me.role) as draft (article_id);
end;
