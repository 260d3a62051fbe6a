-- Messages mark the places for personal links with noncharacters, so that a name of the site with one could bring a place of its own, or swallow others.

create or replace function private.is_line(value jsonb, longest integer) returns boolean
language sql immutable set search_path = ''
return case when jsonb_typeof(value) = 'string' then
  char_length(value #>> '{}') between 1 and longest
  and btrim(value #>> '{}') = value #>> '{}'
  and (value #>> '{}') !~ '[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069\uFDD0-\uFDEF\uFFFE\uFFFF]'
else false end;
