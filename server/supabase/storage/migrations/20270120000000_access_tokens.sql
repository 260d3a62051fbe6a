-- What access tokens may do with stored files; the policies are those of the product.
grant usage on schema storage to access_token;
grant select on storage.buckets to access_token;
grant select, insert, update on storage.objects to access_token;
