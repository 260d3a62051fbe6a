import { useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { useKeptIssue } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { describeFailure } from '#app/admin/newsletter/newsletter-refusal.ts'
import { useNewsletterCall } from '#app/admin/newsletter/use-newsletter-call.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import { redoNewsletterItem } from '#core/data/newsletter-composing.ts'
import type { Language } from '#core/i18n/languages.ts'

/** Has the summaries of single items written again. */
export function useRedo(language: Language) {
  const { flush } = useKeptIssue()
  const { toast } = useToast()
  const call = useNewsletterCall(redoNewsletterItem)
  const [redoing, setRedoing] = useState<ReadonlySet<string>>(new Set())

  async function redo(itemId: string) {
    setRedoing((before) => new Set(before).add(itemId))
    try {
      await flush()
      const { composedBy, reason, dropped } = await call.mutateAsync({ itemId, language })
      if (composedBy === 'rules')
        toast({ title: t('newsletterIssue.redo.byRules'), description: reason ?? dropped[0] })
      else toast({ title: t('newsletterIssue.redo.done'), description: dropped[0] })
    } catch (error) {
      toast({
        title: t('newsletterIssue.redo.failed'),
        description: describeFailure(error),
        variant: 'destructive',
      })
    } finally {
      setRedoing((before) => new Set([...before].filter((id) => id !== itemId)))
    }
  }

  return { redo, redoing }
}
