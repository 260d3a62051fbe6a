import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ModelNotice, useModelProblem } from '#app/admin/ai/ai-model.tsx'
import { batchQuery } from '#app/admin/coverage/coverage-table.ts'
import { RetranslateDialog } from '#app/admin/coverage/retranslate/retranslate-dialog.tsx'
import { t } from '#app/admin/messages.ts'
import { TRANSLATIONS_PATH } from '#app/admin/translations/translation-paths.ts'
import { Notice } from '#app/admin/ui/notice.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import type { BatchProgress } from '#core/data/translation-runs.ts'

/** Renews all translations into some languages, with the progress. */
export function Retranslation() {
  const [isAsking, setIsAsking] = useState(false)
  const [requestedAt, setRequestedAt] = useState<string | null>(null)
  const problem = useModelProblem()
  return (
    <section aria-labelledby="retranslate" className="space-y-3">
      <h3 id="retranslate" className="font-semibold text-sm">
        {t('coverage.retranslate.heading')}
      </h3>
      <p className="max-w-prose text-faint text-sm">{t('coverage.retranslate.intro')}</p>
      {problem && <ModelNotice problem={problem} />}
      {requestedAt && <Progress key={requestedAt} requestedAt={requestedAt} />}
      <Button
        variant="secondary"
        aria-disabled={problem?.isUnset}
        onClick={() => problem?.isUnset || setIsAsking(true)}
      >
        {t('coverage.retranslate.open')}
      </Button>
      {isAsking && <RetranslateDialog onStarted={setRequestedAt} onClose={() => setIsAsking(false)} />}
    </section>
  )
}

/** The progress of a run; a toast reports its end. */
function Progress({ requestedAt }: { requestedAt: string }) {
  const { data } = useQuery(batchQuery(requestedAt))
  const { toast } = useToast()
  const isSaid = useRef(false)
  const isOver = data !== undefined && data.underWay + data.paused === 0

  useEffect(() => {
    if (!data || !isOver || isSaid.current) return
    isSaid.current = true
    const description = describeEnd(data)
    if (data.failed > 0)
      toast({ title: t('coverage.retranslate.failed'), description, variant: 'destructive' })
    else toast({ title: t('coverage.retranslate.complete'), description })
  }, [data, isOver, toast])

  if (!data) return null
  const { underWay, paused, succeeded, failed, reason } = data
  const all = underWay + paused + succeeded + failed
  const title = isOver
    ? describeEnd(data)
    : t('coverage.retranslate.progress', { done: succeeded + failed, count: all })
  return (
    <Notice tone={paused > 0 || failed > 0 ? 'warning' : 'plain'} role="status" title={title}>
      {paused > 0 && (
        <p>
          {t('coverage.runs.paused', { count: paused })} {reason}
        </p>
      )}
      {!isOver && <p>{t('coverage.retranslate.goesOn')}</p>}
      {isOver && failed > 0 && (
        <Link to={`${TRANSLATIONS_PATH}?state=failed`} className="underline underline-offset-4">
          {t('coverage.retranslate.showFailed')}
        </Link>
      )}
    </Notice>
  )
}

function describeEnd({ succeeded, failed }: BatchProgress): string {
  const done = t('coverage.retranslate.succeeded', { count: succeeded })
  return failed > 0 ? `${done} ${t('coverage.retranslate.failures', { count: failed })}` : done
}
