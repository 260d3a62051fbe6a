-- An issue of the newsletter says whether all its stories show their pictures.
alter table public.newsletter_issues add column shows_pictures boolean not null default false;
grant update (shows_pictures) on public.newsletter_issues to authenticated;
create policy "administrators choose the look of issues" on public.newsletter_issues
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));

/* Another look of an issue is another revision, and is refused for one that is approved. */
create function private.change_look_of_issue() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if old.status <> 'draft' then
    raise exception using errcode = '23514', constraint = 'newsletter_issues_sealed_check',
      message = 'This issue has been approved. Reopen it to change it (newsletter_issues_sealed_check).';
  end if;
  new.revision := old.revision + 1;
  return new;
end
$$;
create trigger change_look_of_issue before update of shows_pictures on public.newsletter_issues
  for each row when (old.shows_pictures <> new.shows_pictures)
  execute function private.change_look_of_issue();
