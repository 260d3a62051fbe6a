-- What a translator proposes could stand in the glossary.
/* Records who proposes a term, that it could be one of the glossary, and limits the open proposals of a person to 100. */
create or replace function private.stamp_glossary_proposal() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.proposed_by := auth.uid();
  if exists (
    select from unnest(array[new.before, new.after, coalesce(new.term, new.after)]) as words
    where not (private.is_line(to_jsonb(words), 100) and private.is_phrase(words))) then
    raise exception using errcode = '23514', constraint = 'glossary_proposals_words',
      message = 'A proposal has up to twelve words in one line, with a letter or digit (glossary_proposals_words).',
      hint = 'Leave out line breaks and marks that cannot be seen.';
  end if;
  if (select count(*) from public.glossary_proposals where proposed_by = new.proposed_by and status = 'open') >= 100 then
    raise exception using errcode = '23514', constraint = 'glossary_proposals_per_person',
      message = 'There are 100 open proposals of yours already (glossary_proposals_per_person).',
      hint = 'Wait until an editor has decided on some of them.';
  end if;
  return new;
end
$$;
