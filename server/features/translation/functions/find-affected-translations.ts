import { glossaryTermInput } from '#core/domain/glossary-term-input.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { findAffected } from '#server/features/translation/glossary/find-affected.ts'
import { answer, withBody } from '#server/supabase/functions/call.ts'

/** The translations that do not keep to a term, whether it is in the glossary or not. */
export const findAffectedTranslations = withBody(
  glossaryTermInput,
  ({ issues: [issue] }) => ({
    error: `Send an object with language, term, rule and translation. ${issue?.message ?? ''}`,
  }),
  async ({ sql }: Pick<FunctionDeps, 'sql'>, term) => answer(await findAffected(sql, term)),
)
