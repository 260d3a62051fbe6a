-- Five confirmation mails in a day could go to each spelling of an address, of which one mailbox has any number.

/* The mailbox behind an address: without a tag after a plus, and without the dots that Gmail does not see. Only for counting: mail goes to the
   address as it was given, and some servers have a mailbox for each spelling. */
create function private.mailbox_of(p_address text) returns text
language sql immutable strict set search_path = ''
return (
  select case when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com' else name || '@' || domain end
  from (
    select coalesce(nullif(split_part(local, '+', 1), ''), local) as name, domain
    from (select split_part(lower(p_address), '@', 1) as local, split_part(lower(p_address), '@', 2) as domain) as parts
  ) as mailbox);

revoke all on function private.mailbox_of(text) from public;

create index mail_deliveries_mailbox on public.mail_deliveries (private.mailbox_of(recipient), kind, created_at);
