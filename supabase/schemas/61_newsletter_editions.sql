-- The content of an issue: items, which are articles in sections, with a summary in each language; an edition has the other texts of a
-- language.
create table public.newsletter_editions (
  issue_id uuid not null references public.newsletter_issues (id) on delete cascade,
  language text not null references private.languages,
  -- One line: a line break would begin another header of the mail.
  subject text not null default ''
    constraint newsletter_editions_subject_check check (char_length(subject) <= 200 and subject !~ '[[:cntrl:]\u2028\u2029]'),
  preheader text not null default ''
    constraint newsletter_editions_preheader_check check (char_length(preheader) <= 250 and preheader !~ '[[:cntrl:]\u2028\u2029]'),
  introduction text not null default ''
    constraint newsletter_editions_introduction_check check (char_length(introduction) <= 4000),
  -- The HTML that an editor made of it; null while it is derived from the items.
  content text constraint newsletter_editions_content_check check (char_length(content) <= 400000),
  origin text not null check (origin in ('model', 'rules', 'person')),
  model text,
  -- The dropped parts of a model's answer, and the reasons: sentences for the desk.
  dropped jsonb not null default '[]' check (jsonb_typeof(dropped) = 'array'),
  -- Of the English texts from which it was translated; null when it was not.
  source_hash text,
  reviewed_at timestamptz,
  reviewed_by uuid,
  made_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (issue_id, language)
);
grant select, update (subject, preheader, introduction, content) on public.newsletter_editions to authenticated;
grant all on public.newsletter_editions to service_role;
create policy "makers of newsletters read editions" on public.newsletter_editions
  for select to authenticated using ((select private.makes_newsletters()));
create policy "makers of newsletters write editions" on public.newsletter_editions
  for update to authenticated using ((select private.makes_newsletters())) with check ((select private.makes_newsletters()));

-- An article in an issue, with its section and place.
create table public.newsletter_items (
  id uuid primary key default gen_random_uuid(),
  issue_id uuid not null references public.newsletter_issues (id) on delete cascade,
  -- An English original; each edition links to the version in its language.
  article_id uuid not null references public.articles (id) on delete cascade,
  section text not null check (section in ('top', 'market', 'research', 'funding', 'opinion', 'next')),
  position integer not null default 0 check (position between 0 and 1000),
  -- Stays when the issue is generated again.
  pinned boolean not null default false,
  -- The reason why it is not in the issue; null when it is.
  left_out text constraint newsletter_items_left_out_check check (char_length(left_out) between 1 and 300),
  unique (issue_id, article_id)
);
create index newsletter_items_of_article on public.newsletter_items (article_id);
grant select, update (section, position, pinned, left_out) on public.newsletter_items to authenticated;
grant all on public.newsletter_items to service_role;
create policy "makers of newsletters read items" on public.newsletter_items
  for select to authenticated using ((select private.makes_newsletters()));
create policy "makers of newsletters arrange items" on public.newsletter_items
  for update to authenticated using ((select private.makes_newsletters())) with check ((select private.makes_newsletters()));

-- The summary of an item in one language.
create table public.newsletter_summaries (
  item_id uuid not null references public.newsletter_items (id) on delete cascade,
  language text not null references private.languages,
  summary text not null constraint newsletter_summaries_summary_check check (char_length(summary) between 1 and 2000),
  origin text not null check (origin in ('model', 'rules', 'person')),
  primary key (item_id, language)
);
grant select, update (summary) on public.newsletter_summaries to authenticated;
grant all on public.newsletter_summaries to service_role;
create policy "makers of newsletters read summaries" on public.newsletter_summaries
  for select to authenticated using ((select private.makes_newsletters()));
create policy "makers of newsletters write summaries" on public.newsletter_summaries
  for update to authenticated using ((select private.makes_newsletters())) with check ((select private.makes_newsletters()));

/* The text that an administrator writes is a person's text, and has to be reviewed again where it was. */
create function private.date_edition() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (new.subject, new.preheader, new.introduction, new.content)
      is distinct from (old.subject, old.preheader, old.introduction, old.content) then
    new.updated_at := clock_timestamp();
    if new.reviewed_at is not distinct from old.reviewed_at then
      new.reviewed_at := null;
      new.reviewed_by := null;
    end if;
    if current_user = 'authenticated' then
      new.origin := 'person';
    end if;
  end if;
  return new;
end
$$;
create trigger date_edition before update on public.newsletter_editions
  for each row execute function private.date_edition();

/* A summary that an administrator changes is a person's text. */
create function private.name_writer_of_summary() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user = 'authenticated' and new.summary <> old.summary then
    new.origin := 'person';
  end if;
  return new;
end
$$;
create trigger name_writer_of_summary before update on public.newsletter_summaries
  for each row execute function private.name_writer_of_summary();

/* Raises the revision of an issue whose text has changed, which desks are told of, and refuses that for one that is approved. An article that is deleted takes its
   item with it also then: the seal does not fit any more. */
create function private.change_issue() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed uuid;
  allowed boolean;
begin
  if private.is_restoring() then
    return null;
  end if;
  if tg_table_name = 'newsletter_summaries' then
    select issue_id into changed from public.newsletter_items
      where id = case when tg_op = 'DELETE' then old.item_id else new.item_id end;
  else
    changed := case when tg_op = 'DELETE' then old.issue_id else new.issue_id end;
  end if;
  update public.newsletter_issues set revision = revision + 1
    where id = changed and (status = 'draft' or tg_op = 'DELETE')
    returning true into allowed;
  -- Without an issue: it is being deleted with all that it has.
  if allowed is null and exists (select from public.newsletter_issues where id = changed) then
    raise exception using errcode = '23514', constraint = 'newsletter_issues_sealed_check',
      message = 'This issue has been approved. Reopen it to change it (newsletter_issues_sealed_check).';
  end if;
  if tg_op <> 'DELETE' then
    perform private.note_unapproved_change(changed);
  end if;
  return null;
end
$$;
create trigger change_issue after insert or delete on public.newsletter_editions
  for each row execute function private.change_issue();
create trigger change_issue_by_update after update of subject, preheader, introduction, content on public.newsletter_editions
  for each row when ((old.subject, old.preheader, old.introduction, old.content)
    is distinct from (new.subject, new.preheader, new.introduction, new.content))
  execute function private.change_issue();
create trigger change_issue after insert or delete on public.newsletter_items
  for each row execute function private.change_issue();
create trigger change_issue_by_update after update of section, position, left_out on public.newsletter_items
  for each row when ((old.section, old.position, old.left_out) is distinct from (new.section, new.position, new.left_out))
  execute function private.change_issue();
create trigger change_issue after insert or delete on public.newsletter_summaries
  for each row execute function private.change_issue();
create trigger change_issue_by_update after update of summary on public.newsletter_summaries
  for each row when (old.summary <> new.summary)
  execute function private.change_issue();

-- The text that was approved, as it is sent: each message is one of these, with the links of its recipient.
create table public.newsletter_messages (
  issue_id uuid not null references public.newsletter_issues (id) on delete cascade,
  language text not null references private.languages,
  subject text not null,
  preheader text not null,
  html text not null,
  body_text text not null,
  -- The part between header and footer, for its web version.
  content text not null,
  primary key (issue_id, language)
);
grant select on public.newsletter_messages to authenticated;
grant all on public.newsletter_messages to service_role;
create policy "makers of newsletters read messages" on public.newsletter_messages
  for select to authenticated using ((select private.makes_newsletters()));
