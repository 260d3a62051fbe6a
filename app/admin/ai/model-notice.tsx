import { Link } from 'react-router'
import type { ModelProblem } from '#app/admin/ai/model-problem.ts'
import { t } from '#app/admin/messages.ts'
import { MODEL_SETTINGS_PATH } from '#app/admin/translations/translation-paths.ts'
import { Notice } from '#app/admin/ui/notice.tsx'

/** What has to be set before a model translates. */
export function ModelNotice({ problem, className = '' }: { problem: ModelProblem; className?: string }) {
  return (
    <Notice tone={problem.isUnset ? 'plain' : 'warning'} title={problem.title} className={className}>
      <p>{problem.text}</p>
      <Link
        to={MODEL_SETTINGS_PATH}
        className="inline-flex min-h-6 items-center text-ink underline underline-offset-4"
      >
        {t('ai.notice.settings')}
      </Link>
    </Notice>
  )
}
