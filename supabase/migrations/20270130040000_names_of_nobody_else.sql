-- A name that is read like that of a colleague, or like what the site calls itself, is no name of a person; nor is the picture of somebody
-- else one's own.
/* What two names have in common that are read as one: see private.plain_name. Security definer, because only the server may use the
   dictionary. */
create function private.read_name(p_name text) returns text
language sql immutable strict security definer set search_path = ''
return private.plain_name(p_name);

/* Whether this can be the name of a person: with a letter or number, not like an address, not what the site calls itself or people without
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

grant execute on function
  private.is_name_of_person(text),
  private.read_name(text)
to access_token, authenticated, service_role;

-- Whoever had such a name goes by the address until they choose another one.
update public.profiles set display_name = null where not private.is_name_of_person(display_name);
update public.profiles set display_name = null where exists (
  select from public.profiles as other
  where private.read_name(other.display_name) = private.read_name(profiles.display_name) and other.user_id < profiles.user_id);
update public.profiles set picture = null
  where not (starts_with(picture, user_id || '/') and picture ~ '^[^/]+/[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$');
drop index public.profiles_names;
create unique index profiles_names on public.profiles (private.read_name(display_name));
alter table public.profiles
  drop constraint profiles_display_name,
  drop constraint profiles_picture,
  add constraint profiles_display_name check (private.is_name_of_person(display_name)),
  add constraint profiles_picture check (
    starts_with(picture, user_id || '/') and picture ~ '^[^/]+/[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$');
