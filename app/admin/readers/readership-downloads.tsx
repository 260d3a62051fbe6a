import Download from 'lucide-react/icons/download'
import { t } from '#app/admin/messages.ts'
import type { Period } from '#app/admin/readers/period.ts'
import { writePagesCsv, writeReferrersCsv } from '#app/admin/readers/readership-csv.ts'
import { useDownload } from '#app/admin/ui/use-download.ts'
import { Button } from '#app/components/ui/button.tsx'
import { exportReadership } from '#core/data/readership.ts'

/** The pages, and the sites that led to them, as files for spreadsheets. */
export function ReadershipDownloads({ days }: { days: Period }) {
  const fileOf = (name: string) => ({
    name: `${name}-${days}-days.csv`,
    type: 'text/csv',
    done: t('readers.csv.done'),
  })
  const pages = useDownload(
    async (client) => writePagesCsv((await exportReadership(client, days)).pages),
    fileOf('pages'),
  )
  const referrers = useDownload(
    async (client) => writeReferrersCsv((await exportReadership(client, days)).referrers),
    fileOf('referrers'),
  )
  return (
    <div className="flex flex-wrap gap-3">
      {[
        { label: t('readers.csv.pages'), file: pages },
        { label: t('readers.csv.referrers'), file: referrers },
      ].map(({ label, file }) => (
        <Button key={label} variant="secondary" aria-disabled={file.busy} onClick={file.run}>
          <Download aria-hidden size={16} />
          {label}
        </Button>
      ))}
    </div>
  )
}
