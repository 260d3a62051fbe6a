-- The list of feeds says how many items each has brought of late.
/* How many items each feed has brought in the last 24 hours: [{feed_id, items}], without feeds that have brought none. Raises 42501 unless the
   caller is an editor. */
create function public.count_feed_items() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_editor() then
    raise exception using errcode = '42501', message = 'Only editors work with the feeds of the newsroom.';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('feed_id', feed_id, 'items', items)), '[]')
    from (
      select feed_id, count(*) as items from public.news_items
      where added_at > now() - interval '24 hours' and feed_id is not null group by feed_id) as counted);
end
$$;
grant execute on function public.count_feed_items() to authenticated;
select private.admit_service_role();
