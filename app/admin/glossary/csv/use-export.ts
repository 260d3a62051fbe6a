import { useState } from 'react'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { writeGlossaryCsv } from '#app/admin/glossary/csv/glossary-csv.ts'
import { t } from '#app/admin/messages.ts'
import { signedIn } from '#app/admin/session/signed-in.ts'
import { downloadText } from '#app/admin/ui/download-text.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import { type GlossaryListOptions, readGlossary } from '#core/data/glossary-terms.ts'

/** Downloads the terms that a list shows, on all of its pages. */
export function useExport(options: GlossaryListOptions) {
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

const nameOf = ({ language }: GlossaryListOptions) => (language ? `glossary-${language}.csv` : 'glossary.csv')
