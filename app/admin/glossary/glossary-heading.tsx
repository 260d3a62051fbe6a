import Download from 'lucide-react/icons/download'
import Plus from 'lucide-react/icons/plus'
import Upload from 'lucide-react/icons/upload'
import { useExport } from '#app/admin/glossary/csv/use-export.ts'
import {
  type GlossaryFilter,
  type GlossarySort,
  glossaryListOptions,
} from '#app/admin/glossary/glossary-table.ts'
import { t } from '#app/admin/messages.ts'
import type { TableState } from '#app/admin/table/use-table-address.ts'
import { Button } from '#app/components/ui/button.tsx'

interface GlossaryHeadingProps {
  table: TableState<GlossarySort, GlossaryFilter>
  onAdd: () => void
  onImport: () => void
}

/** The heading of the page, with what can be done with the glossary as a whole. */
export function GlossaryHeading({ table, onAdd, onImport }: GlossaryHeadingProps) {
  const exporting = useExport(glossaryListOptions(table.address))
  return (
    <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
      <div className="max-w-prose">
        <h1 className="font-display font-medium text-title-lg">{t('glossary.title')}</h1>
        <p className="mt-1.5 text-sm text-soft">{t('glossary.intro')}</p>
      </div>
      <div className="flex flex-wrap gap-2.5">
        <Button size="sm" onClick={onAdd}>
          <Plus aria-hidden size={16} />
          {t('glossary.add')}
        </Button>
        <Button variant="secondary" size="sm" onClick={onImport}>
          <Upload aria-hidden size={16} />
          {t('glossary.import.open')}
        </Button>
        <Button variant="secondary" size="sm" aria-disabled={exporting.busy} onClick={exporting.run}>
          <Download aria-hidden size={16} />
          {t(table.isFiltered ? 'glossary.export.shown' : 'glossary.export.all')}
        </Button>
      </div>
    </div>
  )
}
