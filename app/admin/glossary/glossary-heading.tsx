import Download from 'lucide-react/icons/download'
import Plus from 'lucide-react/icons/plus'
import Upload from 'lucide-react/icons/upload'
import { writeGlossaryCsv } from '#app/admin/glossary/csv/glossary-csv.ts'
import {
  type GlossaryFilter,
  type GlossarySort,
  glossaryListOptions,
} from '#app/admin/glossary/glossary-table.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { useMember } from '#app/admin/session/use-member.ts'
import type { TableState } from '#app/admin/table/table-address.ts'
import { downloadText } from '#app/admin/ui/download-text.ts'
import { Button } from '#app/components/ui/button.tsx'
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
  const options = glossaryListOptions(table.address)
  const exporting = useDeskMutation({
    run: (client) => readGlossary(client, options),
    done(terms) {
      downloadText(writeGlossaryCsv(terms), { name: nameOf(options), type: 'text/csv' })
      return t('glossary.export.done', { count: terms.length })
    },
  })
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
        <Button
          variant="secondary"
          size="sm"
          aria-disabled={exporting.isPending}
          onClick={() => exporting.isPending || void exporting.attempt()}
        >
          <Download aria-hidden size={16} />
          {t(table.isFiltered ? 'glossary.export.shown' : 'glossary.export.all')}
        </Button>
      </div>
    </div>
  )
}
