-- The pictures of articles: everybody may load one whose name they know, and administrators list, store and remove them.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('article-images', 'article-images', true, 5 * 1024 * 1024, array['image/*'])
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create policy "administrators see the buckets" on storage.buckets
  for select to authenticated using ((select private.is_admin()));

create policy "administrators see the pictures" on storage.objects
  for select to authenticated using (bucket_id = 'article-images' and (select private.is_admin()));
create policy "administrators store pictures" on storage.objects
  for insert to authenticated with check (bucket_id = 'article-images' and (select private.is_admin()));
create policy "administrators replace pictures" on storage.objects
  for update to authenticated using (bucket_id = 'article-images' and (select private.is_admin()))
  with check (bucket_id = 'article-images' and (select private.is_admin()));
create policy "administrators remove pictures" on storage.objects
  for delete to authenticated using (bucket_id = 'article-images' and (select private.is_admin()));
