import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ActionProblem } from '#app/admin/imports/action-problem.tsx'
import { FormatField } from '#app/admin/imports/format-field.tsx'
import { importPath } from '#app/admin/imports/import-paths.ts'
import { IMPORTS_KEY } from '#app/admin/imports/imports-queries.ts'
import { type FileProblem, findFileProblem, IMPORT_EXTENSIONS } from '#app/admin/imports/upload-parts.ts'
import { startUpload } from '#app/admin/imports/uploads.ts'
import { useImportAction } from '#app/admin/imports/use-import-action.ts'
import { BrowseButton, useFileDrop } from '#app/admin/media/file-input.tsx'
import { t } from '#app/admin/messages.ts'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { beginImport, readImport } from '#core/data/imports.ts'
import { plainFileName } from '#core/domain/media-input.ts'
import { type ImportFormat, type ImportSummary, MAX_IMPORT_BYTES } from '#core/domain/site-import.ts'

const MAX_GB = MAX_IMPORT_BYTES / 1024 ** 3

const PROBLEMS: Record<FileProblem, string> = {
  empty: t('imports.file.empty'),
  kind: t('imports.file.kind'),
  unreadable: t('imports.file.unreadable'),
  'too-large': t('imports.file.tooLarge', { gb: MAX_GB }),
}

/** Takes a file or an address, and leads to the import of it. */
export function StartImport({ imports }: { imports: readonly ImportSummary[] }) {
  const [format, setFormat] = useState<ImportFormat | null>(null)
  const [address, setAddress] = useState('')
  /** What the last problem is about. */
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
