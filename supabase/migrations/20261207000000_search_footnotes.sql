-- Footnotes are shown to readers, so their texts are searched, and their labels are not shown among the words that were found.
create or replace function private.split_markdown(p_markdown text, out prose text, out code text)
language plpgsql immutable set search_path = ''
as $$
declare
  line text;
  marks text;
  fence text;
  prose_lines text[] := '{}';
  code_lines text[] := '{}';
begin
  foreach line in array string_to_array(replace(p_markdown, E'\r', ''), E'\n') loop
    marks := substring(line from '^ {0,3}(`{3,}(?=[^`]*$)|~{3,})');
    if fence is null and marks is not null then
      fence := marks;
    elsif fence is null then
      prose_lines := prose_lines || line;
    elsif starts_with(marks, fence) and line ~ '^ {0,3}[`~]+\s*$' then
      fence := null;
    else
      code_lines := code_lines || line;
    end if;
  end loop;
  code := array_to_string(code_lines, E'\n');
  prose := array_to_string(prose_lines, E'\n');

  -- References to footnotes, and what begins their texts; then rules and table borders, link definitions; then what opens a heading,
  -- a quotation or an item.
  prose := regexp_replace(prose, '\[\^[^][\s]+\]:?', '', 'g');
  prose := regexp_replace(prose, '^[ \t|:=*_-]+$|^ {0,3}\[[^]]+\]:.*$', '', 'gn');
  prose := regexp_replace(prose, '^[ \t]*((#{1,6}|>|[-*+]|\d{1,9}[.)])[ \t]+)+(\[[ xX]\][ \t]+)?', '', 'gn');
  -- Links and images keep their text; HTML and bare addresses go.
  prose := regexp_replace(prose, '!?\[([^][]*)\](\(([^()]|\([^()]*\))*\)|\[[^][]*\])', '\1', 'g');
  prose := regexp_replace(prose, '<[/!a-zA-Z][^>]*>|https?://\S+', ' ', 'g');
  -- Backslashes before punctuation, and emphasis, but not the underscores of a snake_case name.
  prose := regexp_replace(prose, '\\([!-/:-@[-`{-~])|[*`~]|(?<!\w)_+|_+(?!\w)', '\1', 'g');
  prose := btrim(regexp_replace(replace(prose, '|', ' '), '\s+', ' ', 'g'));
end
$$;

select private.index_article(article) from public.articles as article
  where published and strpos(left(content, 60000), '[^') > 0;
