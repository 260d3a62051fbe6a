-- Notifications of changes: page_changes tells every process which cached pages are out of date, realtime tells which rows changed.

/* Notifies that every page may have changed. */
create function private.announce_any_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('page_changes', '*');
  return null;
end
$$;

/* Notifies the channel realtime of a changed row with a JSON object: kind change, the table, the operation, the
   primary key (and the previous one, where it changed) and the time. The arguments are the columns of the primary key.
   Only the key is announced: who may see the row is decided when it is read. */
create function private.announce_row_change() returns trigger
language plpgsql set search_path = ''
as $$
declare
  key text[];
  old_key text[];
  announced text;
begin
  if tg_nargs = 1 and tg_argv[0] = 'id' then
    -- Compares columns, as for nearly every table: a whole article as JSON would take longer than everything else here.
    key := array[coalesce(new.id, old.id)::text];
    old_key := array[coalesce(old.id, new.id)::text];
  else
    select array_agg(coalesce(to_jsonb(new), to_jsonb(old)) ->> name order by place),
        array_agg(coalesce(to_jsonb(old), to_jsonb(new)) ->> name order by place)
      into key, old_key from unnest(tg_argv) with ordinality as arg (name, place);
  end if;
  announced := jsonb_strip_nulls(jsonb_build_object('kind', 'change', 'table', tg_table_name, 'op', tg_op, 'key', key,
    'old_key', case when old_key <> key then to_jsonb(old_key) end,
    'at', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  -- A longer one would fail the transaction that changes the row.
  if octet_length(announced) >= 8000 then
    announced := jsonb_build_object('kind', 'reload', 'table', tg_table_name);
  end if;
  perform pg_notify('realtime', announced);
  return null;
end
$$;

/* Notifies the channel realtime that any row of the table may have changed. */
create function private.announce_reload() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('realtime', jsonb_build_object('kind', 'reload', 'table', tg_table_name)::text);
  return null;
end
$$;
