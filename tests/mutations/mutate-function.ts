import type { FunctionChange } from './mutations.ts'

/** A statement that makes the change; it fails when the function does not contain the texts. */
export function mutateFunction({ databaseFunction, edits }: FunctionChange): string {
  const steps = edits.map(
    ({ text, replacement }) => `
  if position(${quote(text)} in definition) = 0 then
    raise exception 'The function does not say %: %', ${quote(text)}, definition;
  end if;
  definition := replace(definition, ${quote(text)}, ${quote(replacement)});`,
  )
  return `do $mutation$
declare
  definition text := pg_get_functiondef(${quote(databaseFunction)}::regprocedure);
begin${steps.join('')}
  execute definition;
end
$mutation$`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
