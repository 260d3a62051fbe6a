import { useState } from 'react'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { signedIn } from '#app/admin/session/signed-in.ts'
import { sendFile } from '#app/admin/subscribers/import/send-file.ts'
import { IMPORT_MAX_BYTES, type ImportReport } from '#core/domain/subscriber-import.ts'

/** The file of an import, how far it has been sent, and what came of it. */
export function useImport() {
  const [file, setFile] = useState<File | null>(null)
  const [report, setReport] = useState<ImportReport | null>(null)
  const [problem, setProblem] = useState('')
  /** The part that has been sent, from 0 to 1; null while nothing is sent. */
  const [progress, setProgress] = useState<number | null>(null)

  function forget() {
    setReport(null)
    setProblem('')
  }

  function choose(chosen: File) {
    forget()
    const isTooLarge = chosen.size > IMPORT_MAX_BYTES
    setFile(isTooLarge ? null : chosen)
    if (isTooLarge) setProblem(t('subscribers.import.tooLarge', { mb: IMPORT_MAX_BYTES / 1024 / 1024 }))
  }

  async function send({ source, dryRun }: { source: string; dryRun: boolean }) {
    if (!file) return
    forget()
    setProgress(0)
    try {
      const answer = await signedIn((client) =>
        sendFile(client, { file, source, dryRun, onProgress: setProgress }),
      )
      if ('refusal' in answer) setProblem(answer.refusal)
      else setReport(answer)
    } catch (error) {
      setProblem(describeError(error))
    } finally {
      setProgress(null)
    }
  }

  return { file, report, problem, progress: progress ?? 0, busy: progress !== null, choose, send, forget }
}
