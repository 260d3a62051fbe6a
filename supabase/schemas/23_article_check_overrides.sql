-- Findings of the checklist that an editor has overridden, with the reason.

-- Without a reference to articles, as with revisions.
create table public.article_check_overrides (
  article_id uuid not null,
  -- The key of the finding and its place, the same each time it is found.
  finding text not null constraint article_check_overrides_finding_check check (char_length(finding) between 1 and 300),
  reason text not null
    constraint article_check_overrides_reason_check check (not private.is_blank(reason) and char_length(reason) <= 500),
  made_at timestamptz not null default now(),
  made_by uuid,
  primary key (article_id, finding)
);
-- Purged: Findings of an article that was never saved.
comment on table public.article_check_overrides is $${"purge": [
  "made_at < now() - interval '90 days'",
  "and not exists (select from public.articles where id = article_check_overrides.article_id)",
  "and not exists (select from public.article_trash where article_id = article_check_overrides.article_id)"]}$$;
grant select, insert (article_id, finding, reason), update (article_id, finding, reason), delete
  on public.article_check_overrides to authenticated;
grant all on public.article_check_overrides to service_role;
create policy "editors read overrides" on public.article_check_overrides
  for select to authenticated using ((select private.is_editor()));
create policy "editors take overrides back" on public.article_check_overrides
  for delete to authenticated using ((select private.is_editor()));
create policy "editors override findings" on public.article_check_overrides
  for insert to authenticated with check ((select private.is_editor()));
create policy "editors change overrides" on public.article_check_overrides
  for update to authenticated using ((select private.is_editor())) with check ((select private.is_editor()));

/* Records who overrode a finding and when, and limits their number to 500 for each article. */
create function private.stamp_check_override() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' and (select count(*) from public.article_check_overrides where article_id = new.article_id) >= 500 then
    raise exception using errcode = '23514', constraint = 'article_check_overrides_per_article',
      message = 'There are 500 overridden findings already (article_check_overrides_per_article).';
  end if;
  new.made_at := now();
  new.made_by := auth.uid();
  return new;
end
$$;
create trigger stamp_check_override before insert or update on public.article_check_overrides
  for each row execute function private.stamp_check_override();
create trigger count_row after insert on public.article_check_overrides
  for each row execute function private.count_row();
