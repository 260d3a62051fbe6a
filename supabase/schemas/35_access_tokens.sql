-- Access tokens, with which programs read and change what their scopes allow, in the name of the administrator who made them. A token
-- that is revoked is deleted: what it did is in the audit log.
create table public.access_tokens (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint access_tokens_name check (private.is_line(to_jsonb(name), 60)),
  -- The beginning and the end of the token itself, so that it can be recognised.
  hint text not null check (hint ~ '^aiw_[0-9A-Za-z]{4}…[0-9A-Za-z]{4}$'),
  -- SHA-256, in hexadecimal. The token itself is stored nowhere.
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  scopes text[] not null,
  made_by uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  ends_at timestamptz not null,
  -- To the minute.
  last_used_at timestamptz,
  -- A token that writes also reads, and one that publishes also writes drafts.
  constraint access_tokens_scopes check (
    cardinality(scopes) between 1 and 5 and scopes <@ array['read', 'drafts', 'publish', 'translate', 'subscribers']
    and (not scopes && array['drafts', 'publish', 'translate'] or 'read' = any (scopes))
    and (not 'publish' = any (scopes) or 'drafts' = any (scopes))),
  constraint access_tokens_ends_at check (ends_at > created_at and ends_at <= created_at + interval '366 days')
);
comment on table public.access_tokens is '{"live": true, "backup": false}';
create index access_tokens_made_by on public.access_tokens (made_by);
-- No role of a request reads a hash, and no request makes or changes a token.
revoke all on public.access_tokens from anon, authenticated, service_role;
grant select (id, name, hint, scopes, made_by, created_at, ends_at, last_used_at), delete on public.access_tokens
  to authenticated, service_role;
create policy "administrators see access tokens" on public.access_tokens
  for select to authenticated using ((select private.is_admin()));
create policy "administrators revoke access tokens" on public.access_tokens
  for delete to authenticated using ((select private.is_admin()));

/* Tells whether the request came with an access token that has a scope. The token is looked up each time, so that one that was revoked, or whose
   maker is no longer an administrator, may do nothing more. Its end counts from the beginning of the request, which may be a long upload.
   A request may ask for fewer scopes (claim "only"), as those of assistants do. Security definer, because tokens cannot read tokens. */
create function private.has_scope(p_scope text) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.access_tokens as token
  where (select auth.role()) = 'access_token' and token.id = (select (auth.jwt() ->> 'token_id')::uuid)
    and p_scope = any (token.scopes) and coalesce((select auth.jwt() -> 'only') ? p_scope, true)
    and token.ends_at > (select to_timestamp((auth.jwt() ->> 'began')::double precision))
    and private.can_administrate(token.made_by)
);

/* Tells whether the caller is a person who may do what a scope allows, or an access token with that scope. */
create function private.may(p_scope text) returns boolean
language sql stable set search_path = ''
return case when p_scope = 'subscribers' then private.is_allowed('addresses') else private.is_editor() end or private.has_scope(p_scope);

/* The name of the token of the request, and who made it; null when the request has none. */
create function private.token_in_words() returns text
language sql stable security definer set search_path = ''
return (
  select private.audited_name(token.name) || ' (access token of ' || users.email || ')'
  from public.access_tokens as token join auth.users on users.id = token.made_by
  where (select auth.role()) = 'access_token' and token.id = (select (auth.jwt() ->> 'token_id')::uuid)
);

/* Stores a token in the name of the administrator of the request, and returns its id. Only the server calls it.
   Raises 42501 for other callers, and 54000 when there are 50 tokens. */
create function private.make_access_token(p_name text, p_hint text, p_hash text, p_scopes text[], p_ends_at timestamptz) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  made uuid;
begin
  -- Locked: a concurrent removal of the caller either waits and then deletes the token, or came first.
  perform from public.user_roles where user_id = auth.uid() and role = 'admin' for share;
  if not found or not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can make access tokens.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('access tokens', 0));
  if (select count(*) from public.access_tokens) >= 50 then
    raise exception using errcode = '54000', message = 'There are 50 access tokens already.';
  end if;
  insert into public.access_tokens (name, hint, hash, scopes, made_by, ends_at)
    values (p_name, p_hint, p_hash, p_scopes, auth.uid(), p_ends_at) returning id into made;
  return made;
end
$$;

/* Tokens end when who made them is an administrator no longer, for good: another invitation does not bring them back. */
create function private.end_access_tokens() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.access_tokens where made_by in (
    select removed.user_id from removed where removed.role = 'admin' and not exists (
      select from public.user_roles as kept where kept.user_id = removed.user_id and kept.role = 'admin'));
  return null;
end
$$;
create trigger end_access_tokens_on_delete after delete on public.user_roles
  referencing old table as removed for each statement execute function private.end_access_tokens();
create trigger end_access_tokens_on_update after update on public.user_roles
  referencing old table as removed for each statement execute function private.end_access_tokens();

create trigger record_access_token after insert or delete on public.access_tokens
  for each row execute function private.audit_row();
