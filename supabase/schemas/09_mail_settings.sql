-- The way in which mail leaves a publication is decided by administrators, unless the environment of the server does, and used by every process at once.

/* One row. Only the server reads it, and gives administrators what they may see of it; the password or key is encrypted by the
   server, bound to the account that it was entered for. */
create table private.mail_settings (
  only_row boolean primary key default true check (only_row),
  -- Counts the changes, so that no change is overwritten unseen.
  version integer not null default 0,
  -- The provider or server by which mail leaves, with its fields (core/domain/mail-providers.ts). Null while mail stays in the outbox.
  kind text check (kind ~ '^[a-z][a-z0-9-]{0,29}$'),
  fields jsonb not null default '{}' check (jsonb_typeof(fields) = 'object' and pg_column_size(fields) <= 4000),
  sealed_secret text,
  secret_end text not null default '' check (char_length(secret_end) <= 4),
  -- Null for the default.
  sender_address text check (char_length(sender_address) between 3 and 255),
  sender_name text check (char_length(sender_name) <= 100),
  -- The address to which mail servers report; null for the address of the sender.
  return_path text check (char_length(return_path) between 3 and 255),
  -- The program that reads these reports. Null for the pipe, which needs no settings, or nothing.
  reports_kind text check (reports_kind ~ '^[a-z][a-z0-9-]{0,29}$'),
  reports_fields jsonb not null default '{}' check (jsonb_typeof(reports_fields) = 'object' and pg_column_size(reports_fields) <= 4000),
  sealed_reports_secret text,
  -- The last test of the way of reports: the id of its mail.
  test_id uuid,
  test_sent_at timestamptz,
  test_arrived_at timestamptz,
  -- The faults of its signatures, where it came back as a mail.
  test_signature text check (test_signature in ('missing', 'partial')),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint an_account_of_a_kind check (kind is not null or (fields = '{}' and sealed_secret is null)),
  constraint reports_of_a_kind check (reports_kind is not null or (reports_fields = '{}' and sealed_reports_secret is null)),
  constraint an_end_of_a_secret check (sealed_secret is not null or secret_end = ''),
  constraint a_whole_sender check ((sender_address is null) = (sender_name is null)),
  constraint a_whole_test check ((test_id is null) = (test_sent_at is null))
);

insert into private.mail_settings default values;

-- All that has been heard by each way for reports: the pipe, the mailbox, the webhook of a provider. Only the server uses it.
create table private.report_ways (
  way text primary key check (way ~ '^[a-z][a-z0-9-]{0,29}$'),
  heard_at timestamptz,
  -- Of the mailbox: when it was read, why it could not be, and how far. What was read counts for this account and folder only.
  read_at timestamptz,
  trouble text check (char_length(trouble) <= 300),
  account text,
  uid_validity numeric,
  last_uid bigint not null default 0
);
revoke all on private.report_ways from public, anon, authenticated, service_role;

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
    fields = coalesce(p_settings -> 'fields', '{}'),
    sealed_secret = p_settings ->> 'sealed_secret',
    secret_end = coalesce(p_settings ->> 'secret_end', ''),
    sender_address = p_settings ->> 'sender_address',
    sender_name = p_settings ->> 'sender_name',
    return_path = p_settings ->> 'return_path',
    reports_kind = p_settings ->> 'reports_kind',
    reports_fields = coalesce(p_settings -> 'reports_fields', '{}'),
    sealed_reports_secret = p_settings ->> 'sealed_reports_secret',
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
