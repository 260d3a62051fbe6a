-- Open desks hear until when readers find an article, as they hear of schedules.
create trigger announce_row_change after insert or update or delete on public.article_unpublishings
  for each row execute function private.announce_row_change('article_id');
create trigger announce_reload after truncate on public.article_unpublishings
  for each statement execute function private.announce_reload();
