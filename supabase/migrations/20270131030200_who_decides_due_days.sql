-- One rule for who decides until when an article is due.
create function private.demand_due(work public.article_workflow, p_due_on date) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_due_on is not distinct from work.due_on then
    return;
  elsif not private.leads_work(auth.uid(), (private.desk_member()).role, work) then
    raise exception using errcode = '42501', message = 'Editors decide until when this is due, and authors for drafts of their own.',
      hint = 'Leave the day as it is.';
  elsif p_due_on not between '2000-01-01' and '2199-12-31' then
    raise exception 'An article is due on a day between 2000 and 2199. Choose another day.';
  end if;
end
$$;
