-- Who makes newsletters and may not see addresses has read some in what mail servers said of messages.
/* What a mail server has said, without what looks like an address: who makes newsletters sees why messages fail, and need not be allowed to
   see whom they were for. */
create function private.without_addresses(p_text text) returns text
language sql immutable set search_path = ''
return regexp_replace(p_text, '[^\s<>;]*(@|%40)[^\s<>;]*', '…', 'g');

update public.newsletter_issue_events set reason = private.without_addresses(reason) where reason <> private.without_addresses(reason);
update public.newsletter_issues set held_reason = private.without_addresses(held_reason)
  where held_reason <> private.without_addresses(held_reason);
