-- The way in which lists of the desk compare texts: without accents, and whichever apostrophes and hyphens were typed. Addresses of people are compared as
-- they are.

/* A text as lists are searched for it. With the rights of its owner, because nobody else may call unaccent. */
create function private.searched_words(p_text text) returns text
language sql immutable security definer set search_path = ''
return private.fold(p_text);

/* The pattern of LIKE for such texts that contain this one; null for null. */
create function private.containing(p_search text) returns text
language sql immutable set search_path = ''
return '%' || replace(replace(replace(private.fold(left(p_search, 200)), '\', '\\'), '%', '\%'), '_', '\_') || '%';

grant execute on function private.searched_words(text) to authenticated, service_role;
