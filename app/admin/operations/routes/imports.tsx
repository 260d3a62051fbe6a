import { useQuery, useQueryClient } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { BrowseButton, useFileDrop } from '#app/admin/kit/form/file-input.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { importPath } from '#app/admin/kit/paths.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { PageSection } from '#app/admin/kit/ui/page-section.tsx'
import { DownloadDialog } from '#app/admin/operations/backups/download-dialog.tsx'
import { DownloadRefused } from '#app/admin/operations/backups/last-backup.tsx'
import { formatCount, STATES } from '#app/admin/operations/imports/describe-import.ts'
import {
  ActionProblem,
  IMPORTS_KEY,
  importsQuery,
  useImportAction,
} from '#app/admin/operations/imports/import-action.tsx'
import { FormatField, ImportFacts } from '#app/admin/operations/imports/import-facts.tsx'
import {
  type FileProblem,
  findFileProblem,
  IMPORT_EXTENSIONS,
  startUpload,
} from '#app/admin/operations/imports/uploads.ts'
import { SystemHeading } from '#app/admin/operations/system-part.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { openExportDownload } from '#core/data/backups.ts'
import { beginImport, readImport } from '#core/data/imports.ts'
import { plainFileName } from '#core/domain/media-input.ts'
import {
  type ImportFormat,
  type ImportSummary,
  MAX_IMPORT_BYTES,
  NAMED_FORMATS,
} from '#core/domain/site-import.ts'

/** Moving in and out: where an import begins, the earlier ones, and the export. */
export default function Imports() {
  const imports = useQuery(importsQuery)
  return (
    <>
      <SystemHeading />
      <p className="mb-7 max-w-prose text-sm text-soft">{t('imports.intro')}</p>
      <DownloadRefused />
      <PageSection
        id="import"
        title={t('imports.start')}
        intro={t('imports.start.intro', { formats: NAMED_FORMATS })}
      >
        <StartImport imports={imports.data ?? []} />
      </PageSection>
      <PageSection id="imports" title={t('imports.list')} intro={t('imports.list.intro')}>
        <QueryView query={imports} what={t('imports.list.what')} pending={<ListSkeleton rows={2} />}>
          {(rows) => <ImportList imports={rows} />}
        </QueryView>
      </PageSection>
      <PageSection id="export" title={t('imports.export')} intro={t('imports.export.intro')}>
        <ExportDownload />
      </PageSection>
    </>
  )
}

/** The imports that there were, with their states. */
function ImportList({ imports }: { imports: readonly ImportSummary[] }) {
  if (imports.length === 0) return <p className="text-sm text-soft">{t('imports.list.none')}</p>
  return (
    <ul aria-labelledby="imports" className="divide-y divide-line">
      {imports.map((one) => {
        const { tone, label } = STATES[one.state]
        return (
          <li key={one.id} className="pt-1.5 pb-4 first:pt-0 last:pb-0">
            <p className="flex flex-wrap items-center gap-x-3 text-sm">
              <Link
                to={importPath(one.id)}
                className="inline-flex min-h-11 min-w-0 items-center font-medium underline decoration-line underline-offset-4 wrap-anywhere hover:decoration-current"
              >
                {one.name}
              </Link>
              <Badge tone={tone}>{label}</Badge>
            </p>
            <p className="text-faint text-sm">
              {one.articles > 0 &&
                `${t('imports.articles', { count: one.articles, shown: formatCount(one.articles) })} · `}
              <ImportFacts record={one} />
            </p>
            {one.problem && <p className="mt-1 text-sm text-soft wrap-anywhere">{one.problem}</p>}
          </li>
        )
      })}
    </ul>
  )
}

/** Downloads the publication as files that other programs read. */
function ExportDownload() {
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

const MAX_GB = MAX_IMPORT_BYTES / 1024 ** 3

const PROBLEMS: Record<FileProblem, string> = {
  empty: t('imports.file.empty'),
  kind: t('imports.file.kind'),
  unreadable: t('imports.file.unreadable'),
  'too-large': t('imports.file.tooLarge', { gb: MAX_GB }),
}

/** Takes a file or an address, and leads to the import of it. */
function StartImport({ imports }: { imports: readonly ImportSummary[] }) {
  const [format, setFormat] = useState<ImportFormat | null>(null)
  const [address, setAddress] = useState('')
  /** The field that the last problem is about. */
  const [tried, setTried] = useState<'file' | 'address'>('file')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const begin = useImportAction(beginImport)
  const read = useImportAction(readImport)
  const busy = begin.busy || read.busy
  const problem = begin.problem || read.problem

  async function takeFile(file: File) {
    if (busy) return
    setTried('file')
    const unusable = await findFileProblem(file)
    if (unusable) return begin.setProblem(PROBLEMS[unusable])
    const { name, size } = file
    // Chosen again after a break, its upload goes on where it was.
    const begun = imports.find(
      (one) =>
        one.state === 'uploading' &&
        one.name === plainFileName(name) &&
        one.size === size &&
        (format ?? one.format) === one.format,
    )
    const { id } = begun ?? (await begin.act({ name, size, format })) ?? {}
    if (id === undefined) return
    void startUpload(id, file, () => queries.invalidateQueries({ queryKey: IMPORTS_KEY }))
    await navigate(importPath(id))
  }

  async function takeAddress() {
    if (busy) return
    setTried('address')
    const url = address.trim()
    if (!URL.canParse(url)) return begin.setProblem(t('imports.address.invalid'))
    const begun = await begin.act({ url, format })
    if (begun && (await read.act({ id: begun.id }))) await navigate(importPath(begun.id))
  }

  const drop = useFileDrop(([file]) => file && void takeFile(file))
  return (
    <div className="space-y-7">
      <section
        aria-label={t('imports.file')}
        {...drop.handlers}
        className={`rounded-sm border border-dashed p-4 sm:p-5 ${drop.isOver ? 'border-ink bg-wash' : 'border-edge'}`}
      >
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <BrowseButton
            label={busy && tried === 'file' ? t('ui.oneMoment') : t('imports.file.choose')}
            inputLabel={t('imports.file.choose')}
            accept={IMPORT_EXTENSIONS.map((extension) => `.${extension}`).join(',')}
            disabled={busy}
            variant="primary"
            size="md"
            onFiles={([file]) => file && void takeFile(file)}
          />
          <p className="text-faint text-sm">{t('imports.file.hint', { gb: MAX_GB })}</p>
        </div>
        <ActionProblem>{tried === 'file' ? problem : ''}</ActionProblem>
      </section>
      <form
        method="post"
        aria-label={t('imports.address')}
        onSubmit={(event) => {
          event.preventDefault()
          void takeAddress()
        }}
      >
        <TextField
          label={t('imports.address')}
          hint={t('imports.address.hint')}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder={t('imports.address.placeholder')}
          required
          value={address}
          className="max-w-xl"
          onChange={(event) => setAddress(event.target.value)}
        />
        <Button type="submit" variant="secondary" className="mt-3" aria-disabled={busy}>
          {busy && tried === 'address' ? t('ui.oneMoment') : t('imports.address.read')}
        </Button>
        <ActionProblem>{tried === 'address' ? problem : ''}</ActionProblem>
      </form>
      <FormatField format={format} onChange={setFormat} />
    </div>
  )
}
