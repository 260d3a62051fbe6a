import { useSearchParams } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { Notice } from '#app/admin/ui/notice.tsx'

/** Why a download did not begin, on the page to which its form leads back. */
export function DownloadRefused() {
  const [query] = useSearchParams()
  if (query.get('download') !== 'refused') return null
  return (
    <Notice tone="problem" role="alert" title={t('backups.download.refused')} className="mb-7">
      <p>{t('backups.download.refusedText')}</p>
    </Notice>
  )
}
