-- Desks learn at once that somebody has signed a sentence, or changed the sources of an article.

/* Announces a changed source or signature as a change of what the article rests on, so that desks follow one table. */
create function private.announce_sourced_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('realtime', jsonb_build_object(
    'kind', 'change', 'table', 'sourced_articles', 'op', 'UPDATE', 'key', jsonb_build_array(coalesce(new.article_id, old.article_id)),
    'at', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text);
  return null;
end
$$;
create trigger announce_sourced_change after insert or update or delete on public.article_sources
  for each row execute function private.announce_sourced_change();
create trigger announce_sourced_change after insert or update or delete on public.sentence_signatures
  for each row execute function private.announce_sourced_change();

select private.admit_service_role();
