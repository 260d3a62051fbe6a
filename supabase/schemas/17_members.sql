-- The people of the desk, as an administrator decides: invitations, changes of a role, and its end. user_roles is written by these
-- functions and by the server only.

/* A role with what belongs to it, as the audit log and messages name it: "a translator (French, German) who may publish". */
create function private.role_in_words(p_role text, p_languages text[], p_permissions text[]) returns text
language sql stable security definer set search_path = ''
return case p_role
    when 'admin' then 'an administrator'
    when 'newsletter' then 'somebody for the newsletter'
    when 'translator' then 'a translator (' || coalesce((
      select string_agg(private.language_in_words(code), ', ' order by code) from unnest(p_languages) as code), '') || ')'
    else case when p_role ~ '^[aeiou]' then 'an ' else 'a ' end || p_role end
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
  perform private.demand_roles(array[p_role]);
  if p_languages is null or p_permissions is null or array_ndims(p_languages) > 1 or array_ndims(p_permissions) > 1
      or array_position(p_languages, null) is not null or array_position(p_permissions, null) is not null then
    wrong := 'Languages and permissions are lists.';
  elsif not private.role_has(p_role, 'own_languages') and cardinality(p_languages) > 0 then
    wrong := 'Only translators have languages.';
  elsif private.role_has(p_role, 'own_languages') and cardinality(p_languages) = 0 then
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
          where not permission = any (private.permissions_of(p_role)) limit 1),
        (select 'A permission is named twice.' from unnest(p_permissions) as permission group by permission having count(*) > 1 limit 1))
      into wrong;
  end if;
  if wrong is not null then
    raise exception using errcode = 'P0001', message = wrong;
  end if;
end
$$;

-- An invitation gives no role before it is accepted: the owner of a mistyped address could otherwise take over the role
-- with 'Forgot password?'.
create table private.invitations (
  -- Of the latest invitation of the address: a mail that is still queued for an earlier one is not sent.
  id uuid not null default gen_random_uuid() unique,
  email text primary key check (email = lower(email)),
  invited_by uuid not null references auth.users (id) on delete cascade,
  -- None until the mail is about to leave.
  token_hash text unique check (token_hash <> ''),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '72 hours',
  -- The role of the person, as it stands when the invitation is accepted. private.demand_membership has checked it.
  role text not null check (role = any (private.roles())),
  languages text[] not null default '{}',
  permissions text[] not null default '{}',
  -- The language of the mail, and of those that the person gets once they are here.
  language text not null default 'en' references private.languages (code)
);
comment on table private.invitations is $${"purge": "expires_at < now() - interval '1 day'"}$$;
create index invitations_invited_by on private.invitations (invited_by);

/* Invites an address, or invites it again, in the name of the administrator of the request. Only the server calls it. Without a language
   the mail has that of an earlier invitation, the first of the translator, or that of mails to the caller. Returns the id of the
   invitation.
   Raises 42501 for other callers, P0001 for a role that nobody can have or an unknown language, and 23505 when the address has a role
   already. */
create function private.invite_member(
  p_email text, p_role text, p_languages text[], p_permissions text[], p_mail_language text default null) returns uuid
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
  if not private.is_language(coalesce(p_mail_language, 'en')) then
    raise exception using errcode = 'P0001', message = 'There is no such language for mails.';
  end if;
  if exists (select from public.user_roles join auth.users on users.id = user_roles.user_id where lower(users.email) = p_email) then
    raise exception using errcode = '23505', message = 'This person has a role already.';
  end if;
  delete from private.invitations where expires_at <= now();
  insert into private.invitations as earlier (email, invited_by, role, languages, permissions, language)
    values (p_email, auth.uid(), p_role, p_languages, p_permissions,
      coalesce(p_mail_language, p_languages[1], private.mail_language(auth.uid())))
    on conflict (email) do update set id = excluded.id, invited_by = excluded.invited_by, token_hash = null,
      created_at = excluded.created_at, expires_at = excluded.expires_at,
      role = excluded.role, languages = excluded.languages, permissions = excluded.permissions,
      language = coalesce(p_mail_language, earlier.language)
    returning id into invitation;
  return invitation;
end
$$;

/* The invitations of a user end when the user is an administrator no longer. */
create function private.end_invitations() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.invitations where invited_by in (
    select removed.user_id from removed where removed.role = 'admin' and not exists (
      select from public.user_roles as kept where kept.user_id = removed.user_id and kept.role = 'admin'));
  return null;
end
$$;
create trigger end_invitations_on_delete after delete on public.user_roles
  referencing old table as removed for each statement execute function private.end_invitations();
create trigger end_invitations_on_update after update on public.user_roles
  referencing old table as removed for each statement execute function private.end_invitations();

/* An invitation ends when its address gets a role in another way, or loses one: who was removed must not come back with an older mail. */
create function private.end_invitation_of_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from private.invitations where email = (select lower(users.email) from auth.users where users.id = old.user_id);
  else
    -- Whoever accepts it at this moment has locked it, and waits for this role.
    delete from private.invitations where id in (
      select invitations.id from private.invitations
      where invitations.email = (select lower(users.email) from auth.users where users.id = new.user_id) for update skip locked);
  end if;
  return null;
end
$$;
create trigger end_invitation_of_member after insert or delete on public.user_roles
  for each row execute function private.end_invitation_of_member();

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

/* Gives what a member owns and is not published, what waits for the member, and their ideas to another one. Without an heir it raises 23503
   when there are articles, of which the detail is the number, and leaves the ideas to anybody. Raises P0001 for an heir who cannot have it. */
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
      select from public.user_roles where user_id = p_heir and private.role_has(role, 'have_articles'))) then
    raise exception using errcode = 'P0001', message = 'Only an author, an editor or an administrator can take over articles.';
  end if;
  perform private.pass_on_ideas(p_user_id, p_heir);
  if p_heir is null then
    return;
  end if;
  -- Also what is in the trash, because it may come back.
  update public.article_workflow set owner = p_heir, updated_at = now()
    where owner = p_user_id and not exists (select from public.articles where id = article_id and published);
  -- All that the heir cannot have waits for the editors, as private.release_work has it.
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
  if private.role_has(member.role, 'have_articles') and not private.role_has(p_role, 'have_articles') then
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

/* Withdraws the invitation of an address, which ends the mailed link. Returns {withdrawn}: whether there was one. Raises 42501 unless the
   caller is an administrator. */
create function public.withdraw_invitation(p_email text) returns jsonb
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

/* Returns what the caller is, also before a second factor was shown: {user_id, role, languages, permissions, name, needs_factor}, the last of
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

/* Tells whether what a user has translated into a language may be published at once. A user without a role publishes nothing. */
create function private.publishes_translations(p_user_id uuid, p_language text) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.user_roles
  where user_id = p_user_id and (
    private.role_has(role, 'edit') or private.role_has(role, 'own_languages') and p_language = any (languages) and 'publish' = any (permissions)));

/* Members whose password the server has made and printed, until they choose one of their own. What was printed may stand in a
   terminal or a log. */
create table private.printed_passwords (
  user_id uuid primary key references auth.users (id) on delete cascade,
  printed_at timestamptz not null default now()
);

grant execute on function
  public.change_invitation(text, text, text[], text[]),
  public.change_member(uuid, text, text[], text[], uuid),
  public.find_my_membership(),
  public.list_members(),
  public.remove_member(uuid, uuid),
  public.withdraw_invitation(text)
to authenticated;
