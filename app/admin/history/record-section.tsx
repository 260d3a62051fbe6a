import { useState } from 'react'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { signedIn } from '#app/admin/session/signed-in.ts'
import { downloadText } from '#app/admin/ui/download-text.ts'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { exportArticleRecord } from '#core/data/article-record.ts'

/** Saves as a file who and what has made an article, in all its languages. */
export function RecordSection({ articleId }: { articleId: string }) {
  const { toast } = useToast()
  const [isBusy, setIsBusy] = useState(false)

  async function save() {
    if (isBusy) return
    setIsBusy(true)
    try {
      const record = await signedIn((client) => exportArticleRecord(client, articleId))
      downloadText(`${JSON.stringify(record, null, 2)}\n`, {
        name: `article-${articleId}.json`,
        type: 'application/json',
      })
    } catch (error) {
      toast({ title: t('ui.error'), description: describeError(error), variant: 'destructive' })
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <PageSection id="record" title={t('history.record.title')} intro={t('history.record.intro')}>
      <Button variant="secondary" aria-disabled={isBusy} onClick={() => void save()}>
        {t(isBusy ? 'history.record.busy' : 'history.record.download')}
      </Button>
    </PageSection>
  )
}
