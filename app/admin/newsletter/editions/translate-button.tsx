import { useState } from 'react'
import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import { useIssueDraft } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { useFailureToast, useNewsletterCall } from '#app/admin/newsletter/newsletter-queries.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { type ToastMessage, useToast } from '#app/components/ui/toast.tsx'
import { translateNewsletter } from '#core/data/newsletter-editing.ts'
import type { TranslateIssueAnswer } from '#core/domain/newsletter-composing.ts'
import type { Language } from '#core/i18n/languages.ts'

interface TranslateButtonProps {
  issueId: string
  languages: readonly Exclude<Language, 'en'>[]
  label: string
}

/** Translates editions from the English one. Texts written by an editor are replaced only after confirmation. */
export function TranslateButton({ issueId, languages, label }: TranslateButtonProps) {
  const { flush } = useIssueDraft()
  const { toast } = useToast()
  const reportFailure = useFailureToast()
  const translate = useNewsletterCall(translateNewsletter)
  const [kept, setKept] = useState<Exclude<Language, 'en'>[]>([])

  async function run(some: readonly Exclude<Language, 'en'>[], replaceTexts = false) {
    if (translate.isPending) return
    try {
      await flush()
      const { editions } = await translate.mutateAsync({
        issueId,
        languages: [...some],
        ...(replaceTexts && { replaceTexts }),
      })
      setKept(editions.filter(({ status }) => status === 'kept').map(({ language }) => language))
      const made = editions.filter(({ status }) => status !== 'kept')
      if (made.length > 0) toast(describeOutcome(made))
    } catch (error) {
      reportFailure(t('newsletterIssue.translate.failed'), error)
    }
  }

  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-disabled={translate.isPending}
        onClick={() => void run(languages)}
      >
        {translate.isPending ? t('newsletterIssue.translate.busy') : label}
      </Button>
      {kept.length > 0 && (
        <ConfirmDialog
          title={t('newsletterIssue.translate.replaceTitle')}
          action={t('newsletterIssue.translate.replace')}
          onConfirm={() => run(kept, true)}
          onClose={() => setKept([])}
        >
          <p>
            {t('newsletterIssue.translate.replaceText', { languages: kept.map(languageName).join(', ') })}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function describeOutcome(editions: TranslateIssueAnswer['editions']): ToastMessage {
  const failed = editions.filter(({ status }) => status === 'failed')
  if (failed.length > 0)
    return {
      title: t('newsletterIssue.translate.failed'),
      description: [failed.map(({ language }) => languageName(language)).join(', '), failed[0]?.reason]
        .filter(Boolean)
        .join(': '),
      variant: 'destructive',
    }
  const byRules = editions.find(({ status }) => status === 'rules')
  if (byRules)
    return {
      title: t('newsletterIssue.translate.byRulesTitle'),
      description: t('newsletterIssue.translate.byRules', { reason: byRules.reason ?? '' }),
    }
  return {
    title: t('newsletterIssue.translate.done'),
    description: editions.map(({ language }) => languageName(language)).join(', '),
  }
}
