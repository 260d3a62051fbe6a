-- Administrators set up on the desk how mail leaves; until now only the environment of the server could.

/* One row. Only the server reads it, and gives administrators what they may see of it; the password or key is encrypted by the
   server, bound to the account that it was entered for. */
create table private.mail_settings (
  only_row boolean primary key default true check (only_row),
  -- Counts the changes, so that no change is overwritten unseen.
  version integer not null default 0,
  -- Null while mail stays in the outbox.
  kind text check (kind in ('smtp', 'resend')),
  host text check (char_length(host) between 1 and 253),
  port integer check (port between 1 and 65535),
  security text check (security in ('tls', 'starttls', 'none')),
  username text check (char_length(username) <= 255),
  sealed_secret text,
  secret_end text not null default '' check (char_length(secret_end) <= 4),
  -- Null for the default.
  sender_address text check (char_length(sender_address) between 3 and 255),
  sender_name text check (char_length(sender_name) <= 100),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint a_whole_mail_server check (
    (kind is not distinct from 'smtp') = (host is not null)
    and (host is null) = (port is null) and (host is null) = (security is null) and (host is null) = (username is null)
    and (kind is not null or sealed_secret is null) and (kind is distinct from 'resend' or sealed_secret is not null)),
  constraint an_end_of_a_secret check (sealed_secret is not null or secret_end = ''),
  constraint a_whole_sender check ((sender_address is null) = (sender_name is null))
);
alter table private.mail_settings enable row level security;

insert into private.mail_settings default values;

/* Saves how mail leaves in the name of the administrator of the request. Only the server calls it. Returns false, and changes nothing,
   when it was changed since p_version. Raises 42501 for other callers. */
create function private.save_mail_settings(p_version integer, p_settings jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can change settings.';
  end if;
  update private.mail_settings set
    version = version + 1,
    kind = p_settings ->> 'kind',
    host = p_settings ->> 'host',
    port = (p_settings ->> 'port')::integer,
    security = p_settings ->> 'security',
    username = p_settings ->> 'username',
    sealed_secret = p_settings ->> 'sealed_secret',
    secret_end = coalesce(p_settings ->> 'secret_end', ''),
    sender_address = p_settings ->> 'sender_address',
    sender_name = p_settings ->> 'sender_name',
    updated_at = now(),
    updated_by = auth.uid()
  where version = p_version;
  return found;
end
$$;

/* Announced as a change of the settings, because desks may know that it has changed, and nothing else of this table. */
create function private.announce_mail_settings() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('realtime', jsonb_build_object('kind', 'reload', 'table', 'settings')::text);
  return null;
end
$$;
create trigger announce_mail_settings after update on private.mail_settings
  for each statement execute function private.announce_mail_settings();

/* The password or key itself is in no entry, nor its end. */
create function private.record_mail_settings() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changes constant jsonb := jsonb_strip_nulls(jsonb_build_object(
    'mail_leaves_by', private.change_in_words(old.kind, new.kind, 'the outbox'),
    'server', private.change_in_words(old.host || ':' || old.port, new.host || ':' || new.port),
    'encryption', private.change_in_words(old.security, new.security),
    'user', private.change_in_words(nullif(old.username, ''), nullif(new.username, '')),
    'secret', case when old.sealed_secret is distinct from new.sealed_secret then
      case when new.sealed_secret is null then 'removed' when old.sealed_secret is null then 'set' else 'replaced' end end,
    'sender', private.change_in_words(old.sender_address, new.sender_address, 'the default'),
    'name_of_the_sender', private.change_in_words(nullif(old.sender_name, ''), nullif(new.sender_name, ''), 'that of the publication')));
begin
  if changes <> '{}' then
    perform private.record_act('settings', 'change_mail',
      case when old.kind is not null and new.kind is null then 'let mail stay in the outbox' else 'changed how mail leaves' end,
      p_details => changes);
  end if;
  return null;
end
$$;
create trigger record_mail_settings after update on private.mail_settings
  for each row execute function private.record_mail_settings();
