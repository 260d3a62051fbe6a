import { useRef, useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { DroppedList } from '#app/admin/newsletter/editions/edition-heading.tsx'
import { describeFailure, useNewsletterCall } from '#app/admin/newsletter/newsletter-queries.ts'
import { Notice } from '#app/admin/ui/notice.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { createNewsletter, generateNewsletter } from '#core/data/newsletter-editing.ts'
import { DEFAULT_DAYS_BACK, type GenerateAnswer, MAX_DAYS_BACK } from '#core/domain/newsletter-composing.ts'

interface GeneratePanelProps {
  /** The draft that is composed again; a new one is begun without it. */
  draftId: string | null
  onMade: (issueId: string) => void
}

/** Composes an issue of the articles of the last days, or begins an empty one. */
export function GeneratePanel({ draftId, onMade }: GeneratePanelProps) {
  const { toast } = useToast()
  const generate = useNewsletterCall(generateNewsletter)
  const create = useNewsletterCall(createNewsletter)
  const [days, setDays] = useState(String(DEFAULT_DAYS_BACK))
  const [problem, setProblem] = useState('')
  const [made, setMade] = useState<GenerateAnswer | null>(null)
  const isBusy = generate.isPending || create.isPending
  /** A ref, because the state would be too late for a double click. */
  const isBeginning = useRef(false)

  function fail(error: unknown) {
    toast({
      title: t('newsletter.generate.failed', { message: describeFailure(error) }),
      variant: 'destructive',
    })
  }

  async function compose() {
    if (isBusy) return
    const daysBack = Number(days)
    const isValid = /^\d{1,2}$/.test(days.trim()) && daysBack >= 1 && daysBack <= MAX_DAYS_BACK
    setProblem(isValid ? '' : t('newsletter.generate.wrongDays', { most: MAX_DAYS_BACK }))
    if (!isValid) return
    try {
      const answer = await generate.mutateAsync({ daysBack, ...(draftId && { issueId: draftId }) })
      setMade(answer)
      onMade(answer.issueId)
      toast({
        title: t('newsletter.generate.done'),
        description: t('newsletter.generate.count', { n: answer.newsletter.articleCount }),
      })
    } catch (error) {
      fail(error)
    }
  }

  async function begin() {
    if (isBusy || isBeginning.current) return
    isBeginning.current = true
    try {
      const { issueId } = await create.mutateAsync()
      setMade(null)
      onMade(issueId)
    } catch (error) {
      fail(error)
    } finally {
      isBeginning.current = false
    }
  }

  return (
    <section aria-labelledby="generate" className="mb-10 border border-line p-5 sm:p-6">
      <h2 id="generate" tabIndex={-1} className="font-semibold">
        {t('newsletter.generate.title')}
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-faint text-sm">
        {t(draftId ? 'newsletter.generate.again' : 'newsletter.generate.intro')}
      </p>
      <form
        noValidate
        method="post"
        aria-labelledby="generate"
        aria-busy={isBusy}
        className="flex flex-wrap items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void compose()
        }}
      >
        <TextField
          label={t('newsletter.generate.days')}
          className="w-36"
          inputMode="numeric"
          autoComplete="off"
          value={days}
          error={problem}
          onChange={(event) => setDays(event.target.value)}
        />
        <div className="flex flex-wrap gap-3 sm:mt-[1.625rem]">
          <Button type="submit" aria-disabled={isBusy}>
            {generate.isPending ? t('newsletter.generate.busy') : t('newsletter.generate.action')}
          </Button>
          <Button variant="secondary" aria-disabled={isBusy} onClick={() => void begin()}>
            {create.isPending ? t('ui.oneMoment') : t('newsletter.generate.empty')}
          </Button>
        </div>
      </form>
      <div role="status">
        {made && (made.composedBy === 'rules' || made.dropped.length > 0) && (
          <Notice
            tone={made.composedBy === 'rules' ? 'warning' : 'plain'}
            className="mt-5"
            title={t(
              made.composedBy === 'rules' ? 'newsletter.generate.byRules' : 'newsletter.generate.byModel',
            )}
          >
            {made.reason && <p>{made.reason}</p>}
            <DroppedList dropped={made.dropped} />
          </Notice>
        )}
      </div>
    </section>
  )
}
