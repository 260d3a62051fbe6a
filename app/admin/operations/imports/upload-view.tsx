import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BrowseButton, useFileDrop } from '#app/admin/kit/form/file-input.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { formatBytes } from '#app/admin/kit/ui/format.ts'
import { Announcement, ProgressBar } from '#app/admin/kit/ui/notice.tsx'
import { PageSection } from '#app/admin/kit/ui/page-section.tsx'
import { announceQuarter } from '#app/admin/operations/imports/describe-import.ts'
import { ActionProblem, IMPORTS_KEY } from '#app/admin/operations/imports/import-action.tsx'
import {
  IMPORT_EXTENSIONS,
  startUpload,
  stopUpload,
  type Upload,
  useUploadOf,
} from '#app/admin/operations/imports/uploads.ts'
import { Button } from '#app/components/ui/button.tsx'
import { plainFileName } from '#core/domain/media-input.ts'
import type { ImportRecord } from '#core/domain/site-import.ts'

interface UploadViewProps {
  record: ImportRecord
  titleRef: React.Ref<HTMLHeadingElement>
}

/** Shows how far the file of an import is uploaded, or how that goes on. */
export function UploadView({ record, titleRef }: UploadViewProps) {
  const upload = useUploadOf(record.id)
  const queries = useQueryClient()
  const start = (file: File) =>
    void startUpload(record.id, file, () => queries.invalidateQueries({ queryKey: IMPORTS_KEY }))
  return (
    <PageSection
      id="upload"
      title={t('imports.upload')}
      intro={t(upload ? 'imports.upload.intro' : 'imports.upload.againIntro')}
      titleRef={titleRef}
    >
      {upload ? (
        <Progress
          upload={upload}
          onStop={() => stopUpload(record.id)}
          onContinue={() => start(upload.file)}
        />
      ) : (
        <SameFile record={record} onFile={start} />
      )}
    </PageSection>
  )
}

interface ProgressProps {
  upload: Upload
  onStop: () => void
  onContinue: () => void
}

function Progress({ upload, onStop, onContinue }: ProgressProps) {
  const { file, status, sent, waitSeconds, problem } = upload
  const isSending = status === 'uploading'
  const percent = Math.floor((sent / file.size) * 100)
  const values = { sent: formatBytes(sent), size: formatBytes(file.size), percent }
  return (
    <div className="max-w-xl">
      <p className="text-sm tabular-nums">
        {waitSeconds > 0
          ? t('imports.upload.wait', { count: waitSeconds })
          : t(status === 'stopped' ? 'imports.upload.stopped' : 'imports.upload.progress', values)}
      </p>
      <ProgressBar label={t('imports.upload.label', { name: file.name })} value={sent / file.size} />
      <Button
        variant={isSending ? 'secondary' : 'primary'}
        className="mt-5"
        onClick={isSending ? onStop : onContinue}
      >
        {t(isSending ? 'imports.stop' : status === 'failed' ? 'imports.upload.again' : 'imports.upload.goOn')}
      </Button>
      <ActionProblem>{problem}</ActionProblem>
      <Announcement>{announceQuarter(sent / file.size)}</Announcement>
    </div>
  )
}

/** After a reload the browser no longer has the file, so it is chosen once more; what was sent is not sent again. */
function SameFile({ record, onFile }: { record: ImportRecord; onFile: (file: File) => void }) {
  const [problem, setProblem] = useState('')
  const values = { name: record.name, size: formatBytes(record.size ?? 0) }

  function choose(file: File | undefined) {
    if (!file) return
    const isSame =
      plainFileName(file.name) === record.name && (record.size === null || file.size === record.size)
    setProblem(isSame ? '' : t('imports.upload.otherFile', values))
    if (isSame) onFile(file)
  }

  const drop = useFileDrop(([file]) => choose(file))
  return (
    <section
      aria-label={t('imports.upload.area')}
      {...drop.handlers}
      className={`rounded-sm border border-dashed p-4 sm:p-5 ${drop.isOver ? 'border-ink bg-wash' : 'border-edge'}`}
    >
      <p className="mb-3 text-sm text-soft wrap-anywhere">{t('imports.upload.missing', values)}</p>
      <BrowseButton
        label={t('imports.upload.sameFile')}
        accept={IMPORT_EXTENSIONS.map((extension) => `.${extension}`).join(',')}
        variant="primary"
        size="md"
        onFiles={([file]) => choose(file)}
      />
      <ActionProblem>{problem}</ActionProblem>
    </section>
  )
}
