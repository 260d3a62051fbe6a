import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { aiModelQuery } from '#app/admin/ai/ai-queries.ts'
import { MODEL_SETTINGS_PATH } from '#app/admin/coverage/coverage-paths.ts'
import { t } from '#app/admin/messages.ts'
import { Notice } from '#app/admin/ui/notice.tsx'
import type { AiModelState } from '#core/domain/ai-model.ts'
import { splitLinkedText } from '#core/i18n/linked-text.ts'

/** Says what has to be set before anything can be translated by a model; nothing when all is well. */
export function ModelNotice({ className = '' }: { className?: string }) {
  const { data } = useQuery(aiModelQuery)
  const problem = data && problemOf(data)
  if (!problem) return null
  const { before, link, after } = splitLinkedText(problem.text)
  return (
    <Notice tone="warning" title={problem.title} className={className}>
      <p>
        {before}
        <Link to={MODEL_SETTINGS_PATH} className="text-ink underline underline-offset-4">
          {link}
        </Link>
        {after}
      </p>
    </Notice>
  )
}

function problemOf({ connection, key_readable, monthly_budget, spent }: AiModelState) {
  if (!connection) return { title: t('coverage.model.noneTitle'), text: t('coverage.model.none') }
  if (!key_readable) return { title: t('coverage.model.keyTitle'), text: t('coverage.model.key') }
  if (monthly_budget !== null && spent >= monthly_budget)
    return { title: t('coverage.model.usedUpTitle'), text: t('coverage.model.usedUp') }
  return null
}
