/* Returns what two names have in common that are read as one: see private.plain_name. Security definer, because only the server may use the
   dictionary. */
create function private.read_name(p_name text) returns text
language sql immutable strict security definer set search_path = ''
return private.plain_name(p_name);

/* Tells whether this can be the name of a person: with a letter or number, not like an address, not what the site calls itself or people without
   a name, without invisible letters, and no word of letters of several alphabets that look alike. */
create function private.is_name_of_person(p_name text) returns boolean
language sql immutable strict set search_path = ''
return private.is_line(to_jsonb(p_name), 60)
  and position('@' in normalize(p_name, NFKC)) = 0
  and p_name !~ ('[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200E\u200F\u2060-\u206F\u2800\u3164\uFEFF\uFFA0'
    || '\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]')
  and normalize(p_name, NFKC) !~ '[A-Za-z\u00C0-\u024F][\u0370-\u058F\u13A0-\u13FF]|[\u0370-\u058F\u13A0-\u13FF][A-Za-z\u00C0-\u024F]'
  and private.read_name(p_name) <> all (array[
    '', 'a deleted account', 'a former access token', 'a former administrator', 'a program with the secret key', 'a reader',
    'administrator', 'an administrator', 'nobody', 'somebody', 'the editors', 'the operator of the server', 'the site']);

-- All that colleagues know of each other, and how each wants to be told. A row for everybody who has or had a role, so that names stay in
-- histories after somebody has left.
create table public.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- Without one, the address stands for the person.
  display_name text constraint profiles_display_name check (private.is_name_of_person(display_name)),
  -- The name of a file in the bucket profile-pictures: one of the person's own.
  picture text constraint profiles_picture check (
    starts_with(picture, user_id || '/') and picture ~ '^[^/]+/[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$'),
  -- The language of mails to the person.
  language text not null default 'en' references private.languages (code),
  -- True if the person gets mails about work: digests of hand-overs and what is due.
  wants_mails boolean not null default true,
  -- The name under which readers know the person: that of articles.author.
  byline text constraint profiles_byline check (byline is null or private.is_line(to_jsonb(byline), 100)),
  updated_at timestamptz not null default now(),
  -- The address of the person in the fediverse, such as @ana@example.social: pages of articles say it, so that who shares them names their author.
  fediverse text constraint profiles_fediverse check (
    char_length(fediverse) <= 60
    and fediverse ~ '^@[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])$')
);
comment on table public.profiles is '{"live": true}';
-- Nobody can take the name of a colleague.
create unique index profiles_names on public.profiles (private.read_name(display_name));
create unique index profiles_bylines on public.profiles (lower(byline));
grant select, update (display_name, picture, language, wants_mails, byline, fediverse) on public.profiles to authenticated;
grant all on public.profiles to service_role;
create policy "members see colleagues" on public.profiles
  for select to authenticated using ((select private.is_member()));
create policy "members change their own profile" on public.profiles
  for update to authenticated using (user_id = (select auth.uid()) and (select private.is_member()))
  with check (user_id = (select auth.uid()) and (select private.is_member()));
create trigger announce_fediverse_creator after update of byline, fediverse on public.profiles
  for each row when ((old.byline, old.fediverse) is distinct from (new.byline, new.fediverse)
    and coalesce(old.fediverse, new.fediverse) is not null)
  execute function private.announce_any_change();

/* A person's name as colleagues see it: the address without one, null for nobody. */
create function private.name_of_person(p_user_id uuid) returns text
language sql stable security definer set search_path = ''
return (
  select coalesce(profiles.display_name, users.email)
  from auth.users left join public.profiles on profiles.user_id = users.id where users.id = p_user_id);

/* The language of mails to a person. */
create function private.mail_language(p_user_id uuid) returns text
language sql stable security definer set search_path = ''
return coalesce((select language from public.profiles where user_id = p_user_id), 'en');

create function private.add_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (user_id) values (new.user_id) on conflict (user_id) do nothing;
  return null;
end
$$;
create trigger add_profile after insert or update of user_id on public.user_roles
  for each row execute function private.add_profile();

/* Everybody who has a role, the caller among them. Raises 42501 unless the caller has one. */
create function public.list_colleagues()
returns table (user_id uuid, name text, picture text, role text, languages text[], byline text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  if not private.is_member() then
    raise exception using errcode = '42501', message = 'Only people of the desk can see who else is there.';
  end if;
  return query
    select members.user_id, private.name_of_person(members.user_id), profiles.picture, members.role, members.languages, profiles.byline
    from public.user_roles as members left join public.profiles on profiles.user_id = members.user_id
    order by 2, 1;
end
$$;

/* The names and pictures of everybody who has or had a role, for histories. Raises 42501 unless the caller has one. */
create function public.list_people()
returns table (user_id uuid, name text, picture text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  if not private.is_member() then
    raise exception using errcode = '42501', message = 'Only people of the desk can see who else is there.';
  end if;
  return query
    select profiles.user_id, private.name_of_person(profiles.user_id), profiles.picture from public.profiles order by 2, 1;
end
$$;

grant execute on function
  public.list_colleagues(),
  public.list_people()
to authenticated;
grant execute on function
  private.is_name_of_person(text),
  private.name_of_person(uuid),
  private.read_name(text)
to authenticated, service_role;

-- The pictures of people: anyone who knows the name of one may load it. A name is the id of the person, a slash, and the name of a file.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('profile-pictures', 'profile-pictures', true, 1024 * 1024, array['image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

/* Tells whether the caller may have a picture of this name: their own, and not more than ten. Security definer, because a policy that counted
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
