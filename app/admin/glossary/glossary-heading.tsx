import Download from 'lucide-react/icons/download'
import Plus from 'lucide-react/icons/plus'
import Upload from 'lucide-react/icons/upload'
import { useState } from 'react'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { writeGlossaryCsv } from '#app/admin/glossary/csv/glossary-csv.ts'
import {
  type GlossaryFilter,
  type GlossarySort,
  glossaryListOptions,
} from '#app/admin/glossary/glossary-table.ts'
import { t } from '#app/admin/messages.ts'
import { signedIn } from '#app/admin/session/signed-in.ts'
import { useMember } from '#app/admin/session/use-member.ts'
import type { TableState } from '#app/admin/table/table-address.ts'
import { downloadText } from '#app/admin/ui/download-text.ts'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { type GlossaryListOptions, readGlossary } from '#core/data/glossary.ts'
import { isEditor } from '#core/domain/role.ts'

const nameOf = ({ language }: GlossaryListOptions) => (language ? `glossary-${language}.csv` : 'glossary.csv')

interface GlossaryHeadingProps {
  table: TableState<GlossarySort, GlossaryFilter>
  onAdd: () => void
  onPropose: () => void
  onImport: () => void
}

/** The heading of the page, with the actions for the whole glossary. */
export function GlossaryHeading({ table, onAdd, onPropose, onImport }: GlossaryHeadingProps) {
  const member = useMember()
  const decides = isEditor(member)
  const exporting = useExport(glossaryListOptions(table.address))
  return (
    <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
      <div className="max-w-prose">
        <h1 className="font-display font-medium text-title-lg">{t('glossary.title')}</h1>
        <p className="mt-1.5 text-sm text-soft">{t('glossary.intro')}</p>
      </div>
      <div className="flex flex-wrap gap-2.5">
        {decides && (
          <>
            <Button size="sm" onClick={onAdd}>
              <Plus aria-hidden size={16} />
              {t('glossary.add')}
            </Button>
            <Button variant="secondary" size="sm" onClick={onImport}>
              <Upload aria-hidden size={16} />
              {t('glossary.import.open')}
            </Button>
          </>
        )}
        {member.role === 'translator' && (
          <Button size="sm" onClick={onPropose}>
            <Plus aria-hidden size={16} />
            {t('glossary.propose.open')}
          </Button>
        )}
        <Button variant="secondary" size="sm" aria-disabled={exporting.busy} onClick={exporting.run}>
          <Download aria-hidden size={16} />
          {t(table.isFiltered ? 'glossary.export.shown' : 'glossary.export.all')}
        </Button>
      </div>
    </div>
  )
}

/** Downloads the terms that a list shows, on all of its pages. */
function useExport(options: GlossaryListOptions) {
  const { toast } = useToast()
  const [busy, setBusy] = useState(false)

  async function run() {
    setBusy(true)
    try {
      const terms = await signedIn((client) => readGlossary(client, options))
      downloadText(writeGlossaryCsv(terms), { name: nameOf(options), type: 'text/csv' })
      toast({ title: t('ui.success'), description: t('glossary.export.done', { count: terms.length }) })
    } catch (error) {
      toast({ title: t('ui.error'), description: describeError(error), variant: 'destructive' })
    } finally {
      setBusy(false)
    }
  }

  return { busy, run: () => void (busy || run()) }
}
