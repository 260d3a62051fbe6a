-- An address is not taken by somebody who asks for it in the moment in which another article leaves it.

/* As private.check_identity, of an address that another article has left at the same moment: the write has waited for it. */
create function private.check_left_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (private.desk_member()).role in ('author', 'translator') and private.is_former_address(new.slug, new.language, new.id) then
    perform private.refuse_write('This address leads to another article.', 'Choose another one, or ask an editor.');
  end if;
  return null;
end
$$;
create trigger check_left_address after insert or update of slug, language on public.articles
  for each row when (current_user = 'authenticated') execute function private.check_left_address();
