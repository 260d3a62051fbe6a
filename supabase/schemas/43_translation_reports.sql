-- Readers can report mistakes in translations without giving a name or an address.

-- Without a reference, as with the other records of a translation. It does not contain who reported.
create table public.translation_reports (
  id uuid primary key default gen_random_uuid(),
  translation_id uuid not null,
  -- The sentence as the reader copied it.
  quote text not null
    constraint translation_reports_quote_check check (not private.is_blank(quote) and char_length(quote) <= 1000),
  comment text not null default ''
    constraint translation_reports_comment_check check (char_length(comment) <= 1000),
  created_at timestamptz not null default now(),
  status text not null default 'open' check (status in ('open', 'done'))
);
comment on table public.translation_reports is $${"live": true, "purge": "created_at < now() - interval '180 days'"}$$;
create index translation_reports_of_translation on public.translation_reports (translation_id, created_at);
create index translation_reports_open on public.translation_reports (created_at) where status = 'open';
create index translation_reports_open_of_translation on public.translation_reports (translation_id) where status = 'open';
create index translation_reports_made on public.translation_reports (created_at);
grant select, update (status), delete on public.translation_reports to authenticated;
grant all on public.translation_reports to service_role;
create policy "editors read reports" on public.translation_reports
  for select to authenticated using ((select private.is_editor()));
create policy "editors close reports" on public.translation_reports
  for update to authenticated using ((select private.is_editor())) with check ((select private.is_editor()));
create policy "editors delete reports" on public.translation_reports
  for delete to authenticated using ((select private.is_editor()));

/* Stores a reader's report of an error in a published translation. Returns {status: 'received'}, also for what is already there and
   open, because a form may be sent twice; 'gone' when no such translation is published; 'too_many' when 100 are open for it. */
create function public.report_translation(p_translation_id uuid, p_quote text, p_comment text default '') returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  -- The lock lets reports of the same translation be counted one after the other.
  perform from public.articles
    where id = p_translation_id and published and original_article_id is not null for no key update;
  if not found then
    return jsonb_build_object('status', 'gone');
  elsif exists (
    select from public.translation_reports
    where translation_id = p_translation_id and status = 'open' and quote = p_quote and comment = coalesce(p_comment, '')) then
    return jsonb_build_object('status', 'received');
  elsif (select count(*) from public.translation_reports
      where translation_id = p_translation_id and status = 'open') >= 100 then
    return jsonb_build_object('status', 'too_many');
  end if;
  insert into public.translation_reports (translation_id, quote, comment)
  values (p_translation_id, p_quote, coalesce(p_comment, ''));
  return jsonb_build_object('status', 'received');
end
$$;

/* Reports go with the article once it can no longer come back. */
create function private.forget_reports() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.articles where id = old.article_id)
    and not exists (select from public.article_trash where article_id = old.article_id) then
    delete from public.translation_reports where translation_id = old.article_id;
  end if;
  return null;
end
$$;
create trigger forget_reports after delete on public.article_trash
  for each row execute function private.forget_reports();

grant execute on function
  public.report_translation(uuid, text, text)
to anon, authenticated;
