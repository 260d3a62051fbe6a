-- Assistants propose drafts at /mcp: with fewer rights than their access token has, and never over unsaved work.
create or replace function private.is_reserved_address(slug text) returns boolean
language sql immutable set search_path = ''
return slug in (
  'about', 'admin', 'article', 'assets', 'auth', 'author', 'confirm-subscription', 'contact', 'corrections', 'demo', 'disclaimer',
  'feeds', 'functions', 'graphql', 'healthz', 'images', 'mcp', 'newsletter', 'pg', 'preview', 'privacy', 'readyz', 'realtime', 'rest',
  'search', 'share', 'sitemaps', 'storage', 'subscribe', 'terms', 'unsubscribe');

create or replace function private.has_scope(p_scope text) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.access_tokens as token
  where (select auth.role()) = 'access_token' and token.id = (select (auth.jwt() ->> 'token_id')::uuid)
    and p_scope = any (token.scopes) and coalesce((select auth.jwt() -> 'only') ? p_scope, true)
    and token.ends_at > (select to_timestamp((auth.jwt() ->> 'began')::double precision))
    and private.can_administrate(token.made_by)
);

/* An assistant never writes over what somebody is typing: the form of an article that is not saved yet. Security definer, because a working
   copy is readable by its editor only. */
create function private.check_unsaved_work() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.jwt() -> 'only' is not null and exists (select from public.working_copies where article_id = new.id) then
    raise exception using errcode = 'PT409',
      message = 'Somebody is working on this draft and has not saved yet, so nothing was changed. Propose the change to that person, or try again when it is saved or discarded.';
  end if;
  return new;
end
$$;
create trigger check_unsaved_work before update on public.articles
  for each row when (current_user = 'access_token') execute function private.check_unsaved_work();
