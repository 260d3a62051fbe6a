-- Messages of an issue that was sent can be tried again when they failed, so that it is sending once more until each of them has an outcome.

create or replace function private.is_move_of_issue(p_from text, p_to text) returns boolean
language sql immutable set search_path = ''
return (p_from, p_to) in (
  ('draft', 'approved'), ('draft', 'cancelled'),
  ('approved', 'draft'), ('approved', 'scheduled'), ('approved', 'sending'), ('approved', 'cancelled'),
  ('scheduled', 'draft'), ('scheduled', 'approved'), ('scheduled', 'sending'), ('scheduled', 'cancelled'),
  ('sending', 'paused'), ('sending', 'sent'),
  ('paused', 'sending'), ('paused', 'sent'), ('paused', 'cancelled'),
  ('sent', 'sending'));
