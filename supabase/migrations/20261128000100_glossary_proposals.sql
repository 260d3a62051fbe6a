-- What editors change again and again in what a model wrote is proposed as a term of the glossary, once.

-- Words of a machine's text that a person replaced, in which article.
create table public.translation_edits (
  id bigint generated always as identity primary key,
  language text not null check (language in ('es', 'fr', 'de', 'it', 'pt')),
  before text not null check (char_length(before) between 1 and 100),
  after text not null check (char_length(after) between 1 and 100),
  -- The original, without a reference, as with the rest of what is known of a translation.
  article_id uuid not null,
  -- The person's text with its source, and the machine's that it replaced.
  segment_id bigint not null references public.translation_segments (id) on delete cascade,
  replaced_id bigint not null references public.translation_segments (id) on delete cascade,
  made_at timestamptz not null default now(),
  unique (language, before, after, article_id)
);

create index translation_edits_of_segment on public.translation_edits (segment_id);
create index translation_edits_of_replaced on public.translation_edits (replaced_id);
alter table public.translation_edits enable row level security;
grant select on public.translation_edits to authenticated;
grant all on public.translation_edits to service_role;
create policy "administrators read edits of translations" on public.translation_edits
  for select to authenticated using ((select private.is_admin()));

-- Decided ones stay, so that none is made twice.
create table public.glossary_proposals (
  id uuid primary key default gen_random_uuid(),
  language text not null check (language in ('es', 'fr', 'de', 'it', 'pt')),
  before text not null check (char_length(before) between 1 and 100),
  after text not null check (char_length(after) between 1 and 100),
  -- What the sources of all examples have in common; null when that is nothing.
  term text check (term is null or private.is_line(to_jsonb(term), 100)),
  status text not null default 'open' check (status in ('open', 'accepted', 'rejected')),
  created_at timestamptz not null default now(),
  unique (language, before, after)
);

create index glossary_proposals_open on public.glossary_proposals (created_at) where status = 'open';
alter table public.glossary_proposals enable row level security;
grant select, update (status) on public.glossary_proposals to authenticated;
grant all on public.glossary_proposals to service_role;
create policy "administrators read proposals" on public.glossary_proposals
  for select to authenticated using ((select private.is_admin()));
create policy "administrators decide on proposals" on public.glossary_proposals
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));

create trigger announce_row_change after insert or update or delete on public.glossary_proposals
  for each row execute function private.announce_row_change('id');
create trigger announce_reload after truncate on public.glossary_proposals
  for each statement execute function private.announce_reload();
