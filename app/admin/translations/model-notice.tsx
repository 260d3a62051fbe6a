import { Link } from 'react-router'
import { t } from '#app/admin/messages.ts'
import type { ModelProblem } from '#app/admin/translations/model-problem.ts'
import { ACTION } from '#app/admin/translations/row-actions.tsx'
import { MODEL_SETTINGS_PATH } from '#app/admin/translations/translation-paths.ts'
import { Notice } from '#app/admin/ui/notice.tsx'

/** What has to be set before a model translates. */
export function ModelNotice({ problem }: { problem: ModelProblem }) {
  return (
    <Notice tone={problem.isUnset ? 'plain' : 'warning'} title={problem.title} className="mb-2">
      <p>{problem.text}</p>
      <Link to={MODEL_SETTINGS_PATH} className={`${ACTION} text-ink`}>
        {t('translations.model.settings')}
      </Link>
    </Notice>
  )
}
