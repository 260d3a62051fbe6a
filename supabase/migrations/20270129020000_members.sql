-- Invitations, changes and ends of every role; who must show a second factor; pictures of people; acts about roles in words.

/* Whether a user has a role and may sign in with it. */
create function private.may_sign_in(p_user_id uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.user_roles join auth.users on users.id = user_roles.user_id
  where user_roles.user_id = p_user_id and (users.banned_until is null or users.banned_until <= now())
);

/* A role with what belongs to it, as the audit log and messages name it: "a translator (French, German) who may publish". */
create function private.role_in_words(p_role text, p_languages text[], p_permissions text[]) returns text
language sql stable security definer set search_path = ''
return case p_role
    when 'admin' then 'an administrator'
    when 'newsletter' then 'somebody for the newsletter'
    when 'translator' then 'a translator (' || coalesce((
      select string_agg(private.language_in_words(code), ', ' order by code) from unnest(p_languages) as code), '') || ')'
    else 'an ' || p_role end
  || coalesce(' who may ' || (
    select string_agg(case permission when 'send' then 'send' when 'publish' then 'publish' else 'see addresses' end, ' and '
      order by permission desc) from unnest(p_permissions) as permission), '');

/* Raises P0001, in a sentence, for a role that nobody can have, or languages or permissions that do not belong to it. */
create function private.demand_membership(p_role text, p_languages text[], p_permissions text[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  wrong text;
begin
  if p_role is null or p_role not in ('admin', 'author', 'editor', 'newsletter', 'translator') then
    wrong := 'There is no such role. Roles are admin, editor, author, translator and newsletter.';
  elsif p_languages is null or p_permissions is null or array_ndims(p_languages) > 1 or array_ndims(p_permissions) > 1
      or array_position(p_languages, null) is not null or array_position(p_permissions, null) is not null then
    wrong := 'Languages and permissions are lists.';
  elsif p_role <> 'translator' and cardinality(p_languages) > 0 then
    wrong := 'Only translators have languages.';
  elsif p_role = 'translator' and cardinality(p_languages) = 0 then
    wrong := 'A translator needs at least one language.';
  elsif 'en' = any (p_languages) then
    wrong := 'Originals are in English, so nobody translates into it.';
  elsif cardinality(p_languages) > 100 or cardinality(p_permissions) > 10 then
    wrong := 'There are not so many languages or permissions.';
  else
    select coalesce(
        (select 'This publication has no language “' || private.audited_name(left(code, 50)) || '”.' from unnest(p_languages) as code
          where not private.is_language(code) limit 1),
        (select 'A language is named twice.' from unnest(p_languages) as code group by code having count(*) > 1 limit 1),
        (select case when p_role = 'admin' then 'Administrators may do everything, so nothing has to be allowed to them.'
            else 'This cannot be allowed to ' || private.role_in_words(p_role, '{}', '{}') || '.' end
          from unnest(p_permissions) as permission
          where not permission = any (case p_role
            when 'editor' then array['addresses', 'send']
            when 'newsletter' then array['addresses', 'send']
            when 'translator' then array['publish']
            else '{}' end) limit 1),
        (select 'A permission is named twice.' from unnest(p_permissions) as permission group by permission having count(*) > 1 limit 1))
      into wrong;
  end if;
  if wrong is not null then
    raise exception using errcode = 'P0001', message = wrong;
  end if;
end
$$;

drop trigger record_invitation on private.administrator_invitations;
drop function private.invite_administrator(text);
drop function public.list_administrators();
drop function public.remove_administrator(uuid);
alter table private.administrator_invitations rename to invitations;
alter index private.administrator_invitations_invited_by rename to invitations_invited_by;
do $$
declare
  name text;
begin
  for name in select conname from pg_catalog.pg_constraint where conrelid = 'private.invitations'::regclass and starts_with(conname, 'administrator_')
  loop
    execute format('alter table private.invitations rename constraint %I to %I', name, substring(name from '^administrator_(.*)'));
  end loop;
end
$$;
-- Those that were sent before make administrators.
alter table private.invitations
  add column role text not null default 'admin' check (role in ('admin', 'author', 'editor', 'newsletter', 'translator')),
  add column languages text[] not null default '{}',
  add column permissions text[] not null default '{}';
alter table private.invitations alter column role drop default;

/* Invites an address, or invites it again, in the name of the administrator of the request. Only the server calls it.
   Returns the id of the invitation.
   Raises 42501 for other callers, P0001 for a role that nobody can have, and 23505 when the address has a role already. */
create function private.invite_member(p_email text, p_role text, p_languages text[], p_permissions text[]) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  invitation uuid;
begin
  -- Locked: a concurrent removal of the caller either waits and then deletes the invitation, or came first.
  perform from public.user_roles where user_id = auth.uid() and role = 'admin' for share;
  if not found or not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can invite.';
  end if;
  perform private.demand_membership(p_role, p_languages, p_permissions);
  if exists (select from public.user_roles join auth.users on users.id = user_roles.user_id where lower(users.email) = p_email) then
    raise exception using errcode = '23505', message = 'This person has a role already.';
  end if;
  delete from private.invitations where expires_at <= now();
  insert into private.invitations (email, invited_by, role, languages, permissions)
    values (p_email, auth.uid(), p_role, p_languages, p_permissions)
    on conflict (email) do update set id = excluded.id, invited_by = excluded.invited_by, token_hash = null,
      created_at = excluded.created_at, expires_at = excluded.expires_at,
      role = excluded.role, languages = excluded.languages, permissions = excluded.permissions
    returning id into invitation;
  return invitation;
end
$$;

/* The invitations of a user end when the user is an administrator no longer. */
create or replace function private.end_invitations() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.invitations where invited_by in (
    select removed.user_id from removed where removed.role = 'admin' and not exists (
      select from public.user_roles as kept where kept.user_id = removed.user_id and kept.role = 'admin'));
  return null;
end
$$;

/* Tokens end when who made them is an administrator no longer, for good: another invitation does not bring them back. */
create or replace function private.end_access_tokens() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.access_tokens where made_by in (
    select removed.user_id from removed where removed.role = 'admin' and not exists (
      select from public.user_roles as kept where kept.user_id = removed.user_id and kept.role = 'admin'));
  return null;
end
$$;

/* Stores a token in the name of the administrator of the request, and returns its id. Only the server calls it.
   Raises 42501 for other callers, and 54000 when there are 50 tokens. */
create or replace function private.make_access_token(p_name text, p_hint text, p_hash text, p_scopes text[], p_ends_at timestamptz) returns uuid
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

/* Everybody who has a role or is invited. Raises 42501 unless the caller is an administrator. */
create function public.list_members()
returns table (
  user_id uuid, email text, name text, role text, languages text[], permissions text[], status text, created_at timestamptz,
  last_sign_in_at timestamptz, has_factor boolean)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can see who has which role.';
  end if;
  return query
    select users.id, users.email::text, private.name_of_person(users.id), roles.role, roles.languages, roles.permissions, 'active',
      roles.created_at, users.last_sign_in_at,
      exists (select from auth.mfa_factors factors where factors.user_id = users.id and factors.status = 'verified')
    from public.user_roles roles join auth.users on users.id = roles.user_id
    union all
    select null, invitations.email, invitations.email, invitations.role, invitations.languages, invitations.permissions, 'invited',
      invitations.created_at, null, false
    from private.invitations invitations where invitations.expires_at > now()
    order by 7, 3, 2;
end
$$;

/* Has changes of roles happen one after the other, so that nobody who has just lost the role of an administrator changes one. Raises
   42501 unless the caller is an administrator. */
create function private.begin_role_change() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_admin() then
    perform pg_advisory_xact_lock(hashtextextended('roles of administrators', 0));
    if private.is_admin() then
      return;
    end if;
  end if;
  raise exception using errcode = '42501', message = 'Only administrators can change who has which role.';
end
$$;

/* Gives what a member owns and is not published, what waits for the member, and their ideas to another one. Without an heir it raises
   23503 when there are articles, of which the detail is the number, and leaves the ideas to anybody. Raises P0001 for an heir who cannot have it. */
create function private.hand_on_work(p_user_id uuid, p_heir uuid) returns void
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
  update public.ideas set person = p_heir where person = p_user_id and article_id is null;
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

/* Gives a user a role, or another one; whether something was different. An heir takes over the articles of somebody who becomes a
   translator or somebody for the newsletter. Raises P0001 for a role that nobody can have or an heir who cannot take over, 23503 when an
   heir is missing, and 23001 for the last administrator. */
create function private.give_role(p_user_id uuid, p_role text, p_languages text[], p_permissions text[], p_heir uuid default null)
returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  member public.user_roles;
begin
  perform private.demand_membership(p_role, p_languages, p_permissions);
  perform pg_advisory_xact_lock(hashtextextended('roles of administrators', 0));
  select * into member from public.user_roles where user_id = p_user_id for update;
  if not found then
    insert into public.user_roles (user_id, role, languages, permissions) values (p_user_id, p_role, p_languages, p_permissions);
    return true;
  end if;
  if (member.role, member.languages, member.permissions) = (p_role, p_languages, p_permissions) then
    return false;
  end if;
  if member.role in ('admin', 'author', 'editor') and p_role in ('newsletter', 'translator') then
    perform private.hand_on_work(p_user_id, p_heir);
  end if;
  update public.user_roles set role = p_role, languages = p_languages, permissions = p_permissions where user_id = p_user_id;
  return true;
end
$$;

/* Removes the role of a user, ends the sessions and invalidates the links that were mailed; whether there was a role. An heir takes over
   the articles. Raises P0001 for an heir who cannot, 23503 when one is missing (the detail is how many articles there are), and 23001 for
   the last administrator. */
create function private.end_role(p_user_id uuid, p_heir uuid default null) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('roles of administrators', 0));
  perform from public.user_roles where user_id = p_user_id for update;
  if not found then
    return false;
  end if;
  perform private.hand_on_work(p_user_id, p_heir);
  delete from public.article_people where user_id = p_user_id;
  delete from public.user_roles where user_id = p_user_id;
  delete from auth.one_time_tokens where user_id = p_user_id;
  delete from auth.sessions where user_id = p_user_id;
  return true;
end
$$;

/* Gives a member another role, languages or permissions, as private.give_role does. Returns {changed}: whether there is such a member, and
   something was different. Raises 42501 unless the caller is an administrator. */
create function public.change_member(
  p_user_id uuid, p_role text, p_languages text[] default '{}', p_permissions text[] default '{}', p_heir uuid default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.begin_role_change();
  return jsonb_build_object('changed', exists (select from public.user_roles where user_id = p_user_id)
    and private.give_role(p_user_id, p_role, p_languages, p_permissions, p_heir));
end
$$;

/* Removes the role of a member, as private.end_role does. Returns {removed}: whether there was such a member. Raises 42501 unless the
   caller is an administrator. */
create function public.remove_member(p_user_id uuid, p_heir uuid default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.begin_role_change();
  return jsonb_build_object('removed', private.end_role(p_user_id, p_heir));
end
$$;

/* Changes what an invited person becomes; the mailed link stays. Returns {changed}: whether there is such an invitation, and something
   was different. Raises 42501 unless the caller is an administrator, and P0001 for a role that nobody can have. */
create function public.change_invitation(
  p_email text, p_role text, p_languages text[] default '{}', p_permissions text[] default '{}') returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.begin_role_change();
  perform private.demand_membership(p_role, p_languages, p_permissions);
  update private.invitations set role = p_role, languages = p_languages, permissions = p_permissions
    where email = lower(p_email) and expires_at > now() and (role, languages, permissions) <> (p_role, p_languages, p_permissions);
  return jsonb_build_object('changed', found);
end
$$;

/* Withdraws the invitation of an address, which ends the mailed link. Returns {withdrawn}: whether there was one.
   Raises 42501 unless the caller is an administrator. */
create or replace function public.withdraw_invitation(p_email text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can withdraw an invitation.';
  end if;
  delete from private.invitations where email = lower(p_email);
  return jsonb_build_object('withdrawn', found);
end
$$;

/* The roles whose people must show a second factor. Raises 42501 unless the caller is an administrator. */
create function public.list_second_factor_roles() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can see who needs a second factor.';
  end if;
  return to_jsonb(array(select role from private.roles_with_second_factor order by role));
end
$$;

/* Demands a second factor of these roles and of no others. Returns {changed}. Raises 42501 unless the caller is an administrator, and
   P0001 for a role that does not exist, or when administrators shall need one and the caller has not shown any: nobody could come back. */
create function public.set_second_factor_roles(p_roles text[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  before text[];
  wanted constant text[] := array(select distinct role from unnest(p_roles) as role order by role);
begin
  perform private.begin_role_change();
  if p_roles is null or cardinality(p_roles) > 100
      or not wanted <@ array['admin', 'author', 'editor', 'newsletter', 'translator'] then
    raise exception using errcode = 'P0001',
      message = 'There is no such role. Roles are admin, editor, author, translator and newsletter.';
  end if;
  if 'admin' = any (wanted) and not exists (
      select from auth.sessions where user_id = auth.uid() and id::text = auth.jwt() ->> 'session_id'
        and aal = 'aal2' and auth.jwt() ->> 'aal' = 'aal2') then
    raise exception using errcode = 'P0001',
      message = 'Sign in with a second factor of your own first; otherwise you could not come back.';
  end if;
  before := array(select role from private.roles_with_second_factor order by role);
  if before = wanted then
    return jsonb_build_object('changed', false);
  end if;
  delete from private.roles_with_second_factor where not role = any (wanted);
  insert into private.roles_with_second_factor (role) select unnest(wanted) on conflict do nothing;
  perform private.record_act('administrators', 'demand_second_factor', 'changed who needs a second factor', p_details =>
    jsonb_build_object('roles', private.change_in_words(
      nullif(array_to_string(before, ', '), ''), nullif(array_to_string(wanted, ', '), ''))));
  return jsonb_build_object('changed', true);
end
$$;

/* Has open connections of everybody with the role checked again. */
create function private.announce_second_factor() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('realtime', jsonb_build_object('kind', 'access', 'user', user_id)::text)
    from public.user_roles where role = coalesce(new.role, old.role);
  return null;
end
$$;

create trigger announce_second_factor after insert or delete on private.roles_with_second_factor
  for each row execute function private.announce_second_factor();

/* What the caller is, also before a second factor was shown: {user_id, role, languages, permissions, name, needs_factor}, the last of
   which says that the role demands a second factor and the caller has none. Null for who has no role or whose session has ended. */
create function public.find_my_membership() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.session_is_alive() then
    return null;
  end if;
  return (
    select jsonb_build_object('user_id', members.user_id, 'role', members.role, 'languages', members.languages,
      'permissions', members.permissions, 'name', private.name_of_person(members.user_id),
      'needs_factor', exists (select from private.roles_with_second_factor as demanded where demanded.role = members.role)
        and not exists (
          select from auth.mfa_factors as factors where factors.user_id = members.user_id and factors.status = 'verified'))
    from public.user_roles as members where members.user_id = auth.uid());
end
$$;

/* What the dashboard shows beside that: numbers of originals, those published from p_from until before p_until, the newest
   originals, and how far a new publication has come. */
create or replace function private.read_dashboard(p_from timestamptz, p_until timestamptz) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  reads_all constant boolean := private.is_editor();
  readable constant uuid[] := array(select private.readable_drafts());
begin
  return jsonb_build_object(
    'counts', (
      select jsonb_build_object(
        'total', count(*),
        'featured', count(*) filter (where featured),
        'publishedToday', count(*) filter (where published and publish_date >= p_from and publish_date < p_until),
        'drafts', count(*) filter (where not published))
      from public.articles where original_article_id is null and (reads_all or published or id = any(readable))),
    'recent', (
      select coalesce(jsonb_agg(to_jsonb(newest) order by publish_date desc, id), '[]')
      from (
        select id, slug, language, title, category, publish_date, reading_time, published, featured,
          exists (select from public.article_schedules where article_id = articles.id and status = 'waiting') as scheduled
        from public.articles where original_article_id is null and (reads_all or published or id = any(readable))
        order by publish_date desc, id limit 5) as newest),
    'firstSteps', case when private.is_admin() then jsonb_build_object(
      'isNamed', exists (select from public.settings where key = 'site_name'),
      'isDismissed', exists (select from public.settings where key = 'welcome'),
      'hasCompany', exists (select from public.newsletter_subscribers where confirmed)
        or (select count(*) from public.user_roles) > 1
        or exists (select from private.invitations where expires_at > now()))
      else '{"isNamed": true, "isDismissed": true, "hasCompany": true}' end);
end
$$;

/* An invitation that has ended by itself or with its inviter, or was accepted, was not taken back. */
create or replace function private.record_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if old.expires_at > now() and auth.uid() is not null and pg_trigger_depth() = 1 then
      perform private.record_act('administrators', 'withdraw_invitation', 'took back the invitation of %s', old.email);
    end if;
  elsif tg_op = 'INSERT' or new.id <> old.id then
    perform private.record_act('administrators', 'invite_member',
      'invited %s as ' || private.role_in_words(new.role, new.languages, new.permissions), new.email, p_actor => new.invited_by);
  elsif (old.role, old.languages, old.permissions) <> (new.role, new.languages, new.permissions) then
    perform private.record_act('administrators', 'change_invitation',
      'changed the invitation of %s to that of ' || private.role_in_words(new.role, new.languages, new.permissions), new.email);
  end if;
  return null;
end
$$;

create trigger record_invitation after insert or update or delete on private.invitations
  for each row execute function private.record_invitation();

create or replace function private.record_role() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  account text := (select email from auth.users where id = coalesce(new.user_id, old.user_id));
  is_now text;
  was text;
begin
  if tg_op <> 'DELETE' then
    is_now := private.role_in_words(new.role, new.languages, new.permissions);
  end if;
  if tg_op <> 'INSERT' then
    was := private.role_in_words(old.role, old.languages, old.permissions);
  end if;
  if tg_op = 'INSERT' and current_setting('audit.actor', true) = new.user_id::text then
    perform private.record_act('administrators', 'accept_invitation', 'accepted an invitation, and is ' || is_now || ' now',
      p_subject_id => new.user_id);
  elsif tg_op = 'INSERT' then
    perform private.record_act('administrators', 'add_member', 'made %s ' || is_now, account, new.user_id);
  elsif tg_op = 'DELETE' then
    perform private.record_act('administrators', 'remove_member', 'removed %s, who was ' || was,
      coalesce(account, 'a deleted account'), old.user_id);
  elsif new.user_id <> old.user_id or is_now <> was then
    perform private.record_act('administrators', 'change_role', 'made %s ' || is_now, account, new.user_id,
      jsonb_build_object('role', private.change_in_words(was, is_now)));
  end if;
  return null;
end
$$;

-- The pictures of people: anyone who knows the name of one may load it. A name is the id of the person, a slash, and the name of a file.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('profile-pictures', 'profile-pictures', true, 1024 * 1024, array['image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

/* Whether the caller may have a picture of this name: their own, and not more than ten. Security definer, because a policy that counted
   through itself would recurse. */
create function private.may_store_profile_picture(p_name text) returns boolean
language sql stable security definer set search_path = ''
return private.is_member() and p_name ~ ('^' || (select auth.uid()) || '/[^/]+$') and (
  select count(*) from storage.objects
  where bucket_id = 'profile-pictures' and starts_with(name, (select auth.uid()) || '/') and name <> p_name) < 10;
grant execute on function private.may_store_profile_picture(text) to authenticated;

create policy "members see the pictures of people" on storage.objects
  for select to authenticated using (bucket_id = 'profile-pictures' and (select private.is_member()));
create policy "members store pictures of themselves" on storage.objects
  for insert to authenticated with check (bucket_id = 'profile-pictures' and private.may_store_profile_picture(name));
create policy "members replace pictures of themselves" on storage.objects
  for update to authenticated
  using (bucket_id = 'profile-pictures' and starts_with(name, (select auth.uid()) || '/') and (select private.is_member()))
  with check (bucket_id = 'profile-pictures' and private.may_store_profile_picture(name));
create policy "members remove pictures of themselves, administrators those of anybody" on storage.objects
  for delete to authenticated using (bucket_id = 'profile-pictures' and (
    (select private.is_admin()) or starts_with(name, (select auth.uid()) || '/') and (select private.is_member())));

/* Whether what a user has translated into a language may be published at once. A user without a role publishes nothing. */
create function private.publishes_translations(p_user_id uuid, p_language text) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.user_roles
  where user_id = p_user_id and (
    role in ('admin', 'editor') or role = 'translator' and p_language = any (languages) and 'publish' = any (permissions)));

grant execute on function
  public.change_invitation(text, text, text[], text[]),
  public.change_member(uuid, text, text[], text[], uuid),
  public.find_my_membership(),
  public.list_members(),
  public.list_second_factor_roles(),
  public.remove_member(uuid, uuid),
  public.set_second_factor_roles(text[]),
  public.withdraw_invitation(text)
to authenticated;

select private.admit_access_tokens();
