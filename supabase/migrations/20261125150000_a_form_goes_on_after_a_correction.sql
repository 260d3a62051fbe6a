-- A form that is open goes on after a correction was changed or deleted beside it, as it does after one was added.

/* Changes what a correction says. Answers {status: 'changed', replaced, updated_at}: a form that began with the version `replaced`
   may go on from `updated_at`, because nothing else was changed between. The other status is gone. */
create function public.change_correction(p_id uuid, p_text text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  article public.articles;
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can change a correction.';
  end if;
  article := private.lock_corrected_article(p_id);
  if article.id is null then
    return jsonb_build_object('status', 'gone');
  end if;
  update public.article_corrections set text = p_text where id = p_id;
  if not found then
    return jsonb_build_object('status', 'gone');
  end if;
  return jsonb_build_object('status', 'changed', 'replaced', article.updated_at,
    'updated_at', (select updated_at from public.articles where id = article.id));
end
$$;

/* Deletes a correction. Answers {status: 'deleted', replaced, updated_at}, or the status gone. */
create function public.delete_correction(p_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  article public.articles;
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can delete a correction.';
  end if;
  article := private.lock_corrected_article(p_id);
  if article.id is null then
    return jsonb_build_object('status', 'gone');
  end if;
  delete from public.article_corrections where id = p_id;
  if not found then
    return jsonb_build_object('status', 'gone');
  end if;
  return jsonb_build_object('status', 'deleted', 'replaced', article.updated_at,
    'updated_at', (select updated_at from public.articles where id = article.id));
end
$$;

/* The article of a correction, locked before anything of it is changed, as by whoever saves it. */
create function private.lock_corrected_article(p_id uuid) returns public.articles
language sql set search_path = ''
as $$
  select articles.* from public.articles
  where articles.id = (select article_id from public.article_corrections where id = p_id)
  for update
$$;

revoke all on function public.change_correction(uuid, text), public.delete_correction(uuid) from public, anon;
grant execute on function public.change_correction(uuid, text), public.delete_correction(uuid) to authenticated, service_role;
