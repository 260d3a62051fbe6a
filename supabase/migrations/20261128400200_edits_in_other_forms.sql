-- The same change of words is one, also where it was made in another case or with other endings.

-- What such changes have in common, as the program that compares them writes it; null where none has compared them.
alter table public.translation_edits
  add column change_key text constraint translation_edits_key_check check (char_length(change_key) <= 250);
create index translation_edits_of_change on public.translation_edits (language, change_key, article_id);

alter table public.glossary_proposals
  add column change_key text constraint glossary_proposals_key_check check (char_length(change_key) <= 250);
create unique index glossary_proposals_once on public.glossary_proposals (language, change_key);
