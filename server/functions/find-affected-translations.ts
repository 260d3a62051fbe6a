import { glossaryTermInput } from '#core/domain/glossary-term-input.ts'
import { answer, type FunctionDeps, withBody } from '#server/functions/call.ts'
import { findAffected } from '#server/glossary/find-affected.ts'

/** The translations that do not keep to a term, whether it is in the glossary or not. */
export const findAffectedTranslations = withBody(
  glossaryTermInput,
  ({ issues: [issue] }) => ({
    error: `Send an object with language, term, rule and translation. ${issue?.message ?? ''}`,
  }),
  async ({ sql }: Pick<FunctionDeps, 'sql'>, term) => answer(await findAffected(sql, term)),
)
