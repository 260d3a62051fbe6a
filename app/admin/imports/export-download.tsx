import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { DownloadDialog } from '#app/admin/backups/download-dialog.tsx'
import { t } from '#app/admin/messages.ts'
import { Button } from '#app/components/ui/button.tsx'
import { openExportDownload } from '#core/data/backups.ts'

/** Downloads the publication as files that other programs read. */
export function ExportDownload() {
  const [isAsked, setIsAsked] = useState(false)
  const [subscribers, setSubscribers] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setIsAsked(true)}>
        <Download aria-hidden size={16} />
        {t('imports.export.download')}
      </Button>
      {isAsked && (
        <DownloadDialog
          title={t('imports.export.title')}
          open={(client, password) => openExportDownload(client, { password, subscribers })}
          from="download-export"
          onClose={() => setIsAsked(false)}
        >
          <p>{t('imports.export.what')}</p>
          <label className="flex min-h-11 cursor-pointer items-start gap-3">
            <input
              type="checkbox"
              checked={subscribers}
              onChange={(event) => setSubscribers(event.target.checked)}
              className="mt-0.5 size-4.5 shrink-0 accent-ink"
            />
            <span>
              <span className="block text-ink">{t('imports.export.subscribers')}</span>
              {t('imports.export.subscribersHint')}
            </span>
          </label>
        </DownloadDialog>
      )}
    </>
  )
}
