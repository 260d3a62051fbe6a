import type { FunctionChange } from './mutations.ts'

/** A statement that makes the change; it fails when the function does not contain the text. */
export function mutateFunction({ databaseFunction, text, replacement }: FunctionChange): string {
  return `do $mutation$
declare
  definition text := pg_get_functiondef(${quote(databaseFunction)}::regprocedure);
begin
  if position(${quote(text)} in definition) = 0 then
    raise exception 'The function does not say %: %', ${quote(text)}, definition;
  end if;
  execute replace(definition, ${quote(text)}, ${quote(replacement)});
end
$mutation$`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
