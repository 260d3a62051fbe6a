import { t } from '#app/admin/messages.ts'
import type { Finding } from '#core/check/finding.ts'

/** How many findings are open, in words. */
export function describeCounts(findings: readonly Finding[]): string {
  const open = findings.filter(({ reason }) => reason === null)
  const problems = open.filter(({ severity }) => severity === 'problem').length
  const questions = open.length - problems
  if (open.length === 0) return findings.length === 0 ? t('check.none') : t('check.noneOpen')
  return [
    problems > 0 ? t('check.problems', { count: problems }) : '',
    questions > 0 ? t('check.questions', { count: questions }) : '',
  ]
    .filter(Boolean)
    .join(', ')
}
