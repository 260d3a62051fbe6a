import { t } from '#app/admin/messages.ts'
import type { CorrectionAnswer } from '#core/domain/article-correction.ts'

type Refused = Exclude<CorrectionAnswer['status'], 'added'>

const SENTENCES: Record<Refused, string> = {
  gone: t('corrections.refused.gone'),
  not_published: t('corrections.refused.notPublished'),
  too_many: t('corrections.refused.tooMany'),
}

/** Why a correction was not published, changed or deleted. */
export function describeRefusal(status: Refused): string {
  return SENTENCES[status]
}
