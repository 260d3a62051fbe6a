-- Why somebody gets no newsletter any more decides who may bring them back: only they themselves, unless an administrator had removed them.

alter table public.newsletter_subscribers
  add column left_at timestamptz,
  add column left_reason text check (left_reason in ('unsubscribed', 'administrator', 'bounced', 'complained'));

update public.newsletter_subscribers set left_at = now(), left_reason = 'administrator' where not is_active;

alter table public.newsletter_subscribers
  add constraint newsletter_subscribers_left_check
    check ((left_at is null) = is_active and (left_reason is null) = is_active);

/* Writes down when and why somebody leaves; whoever sets no reason is an administrator. Administrators cannot bring back who left
   by themselves, or whose mail was refused. */
create function private.note_leaving() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.is_active then
    if tg_op = 'UPDATE' and old.left_reason <> 'administrator' and current_user = 'authenticated' then
      raise exception using errcode = '23514', constraint = 'newsletter_subscribers_return_check',
        message = 'Only they themselves can subscribe again (newsletter_subscribers_return_check).';
    end if;
    new.left_at := null;
    new.left_reason := null;
  else
    new.left_at := coalesce(new.left_at, now());
    new.left_reason := coalesce(new.left_reason, 'administrator');
  end if;
  return new;
end
$$;

create trigger note_leaving before insert or update on public.newsletter_subscribers
  for each row execute function private.note_leaving();

create index newsletter_subscribers_audience on public.newsletter_subscribers (language) where confirmed and is_active;

-- Addresses that are not to be mailed or imported again, also when nothing else is known of them any more.
create table private.suppressed_addresses (
  -- SHA-256 of the address in lower case.
  address_hash text primary key,
  reason text not null check (reason in ('bounced', 'complained', 'erased')),
  suppressed_at timestamptz not null default now()
);

alter table private.suppressed_addresses enable row level security;
