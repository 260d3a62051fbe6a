-- What can be done and undone again does not fill the audit log.
create function private.require_few_acts(p_actions text[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select count(*) filter (where action = any (p_actions) and happened_at > now() - interval '1 hour') from (
      select action, happened_at from public.audit_log where person = auth.uid()::text order by id desc limit 1000) as latest) >= 600 then
    raise exception 'You have done this 600 times within an hour. Go on a little later.';
  end if;
end
$$;
