-- Two administrators may edit settings at the same time, and neither must overwrite what the other has just set without knowing it.

/* Saves settings, all of them or none. Each item says what the caller saw before, null for the default, and what is to be stored,
   null to put the default in force again. Answers {conflicts}: the keys of those that somebody else has changed since; then
   nothing was written. Policies and constraints hold as for any other write. */
create function public.save_settings(p_changes jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  change record;
  conflicts text[] := '{}';
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can change settings.';
  end if;
  if jsonb_typeof(p_changes) is distinct from 'array' or jsonb_array_length(p_changes) > 50 then
    raise exception using errcode = '22023', message = 'A list of at most 50 changes is expected.';
  end if;
  begin
    -- In the same order for everybody, so that nobody waits for each other.
    for change in
      select item ->> 'key' as key, nullif(item -> 'before', 'null') as before, nullif(item -> 'after', 'null') as after
      from jsonb_array_elements(p_changes) as item order by 1
    loop
      if change.after is null then
        delete from public.settings where key = change.key and value = change.before;
      elsif change.before is null then
        insert into public.settings (key, value) values (change.key, change.after) on conflict (key) do nothing;
      else
        update public.settings set value = change.after where key = change.key and value = change.before;
      end if;
      -- Two people who want the same are not in conflict.
      if not found and (select value from public.settings where key = change.key) is distinct from change.after then
        conflicts := conflicts || change.key;
      end if;
    end loop;
    if cardinality(conflicts) > 0 then
      raise exception using errcode = 'PT409';
    end if;
  exception when sqlstate 'PT409' then
    null;
  end;
  return jsonb_build_object('conflicts', conflicts);
end
$$;

revoke all on function public.save_settings(jsonb) from public, anon;
grant execute on function public.save_settings(jsonb) to authenticated, service_role;
