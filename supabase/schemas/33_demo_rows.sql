-- Marks of what the demo has brought: articles and pictures by id, settings by key. Only the program sets one, when it loads the demo. An
-- article takes its mark along to the trash, and back.
create table private.demo_rows (
  id text primary key,
  -- Set by the first change. Of an article everything counts but where and whether readers find it.
  is_changed boolean not null default false
);
revoke all on private.demo_rows from public, anon, authenticated, service_role;

/* Notes the change of a marked row, and forgets the mark of one that is deleted. */
create function private.follow_demo_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from private.demo_rows where id = to_jsonb(old) ->> tg_argv[0];
  else
    update private.demo_rows set is_changed = true where id = to_jsonb(old) ->> tg_argv[0];
  end if;
  return null;
end
$$;
create trigger follow_demo_row after update on public.articles
  for each row when (not private.is_section_moving()
    and to_jsonb(old) - '{category,created_at,featured,original_article_id,publish_date,published,updated_at}'::text[]
      <> to_jsonb(new) - '{category,created_at,featured,original_article_id,publish_date,published,updated_at}'::text[])
  execute function private.follow_demo_row('id');
create trigger follow_demo_row after update on public.settings
  for each row when ((old.key, old.value) is distinct from (new.key, new.value)) execute function private.follow_demo_row('key');
create trigger forget_demo_row after delete on public.settings
  for each row execute function private.follow_demo_row('key');
-- Also when a picture is replaced or described as it was.
create trigger follow_demo_row
  after update of name, version, alts, decorative, credit, licence, licence_url, captions or delete on public.media_files
  for each row execute function private.follow_demo_row('id');
