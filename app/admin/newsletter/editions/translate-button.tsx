import { useMutationState } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { useIssueDraft } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { failedAs, useNewsletterCall } from '#app/admin/newsletter/newsletter-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import type { ToastMessage } from '#app/components/ui/toast.tsx'
import type { Client } from '#core/data/client.ts'
import { translateNewsletter } from '#core/data/newsletter-editing.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { TranslateIssueAnswer, TranslateIssueRequest } from '#core/domain/newsletter-composing.ts'
import type { NewsletterEdition } from '#core/domain/newsletter-issue.ts'

interface TranslateButtonProps {
  issueId: string
  languages: readonly TranslatedLanguage[]
  label: string
}

/** Translates editions from the English one. Texts written by an editor are replaced only after confirmation. */
export function TranslateButton({ issueId, languages, label }: TranslateButtonProps) {
  const { flush } = useIssueDraft()
  const [kept, setKept] = useState<TranslatedLanguage[]>([])
  const { translate, isPending } = useTranslateIssue({ flush, onKept: setKept })

  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-disabled={isPending}
        onClick={() => isPending || void translate({ issueId, languages: [...languages] })}
      >
        {isPending ? t('newsletterIssue.translate.busy') : label}
      </Button>
      {kept.length > 0 && (
        <ConfirmDialog
          title={t('newsletterIssue.translate.replaceTitle')}
          action={t('newsletterIssue.translate.replace')}
          onConfirm={async () => {
            if (!isPending) await translate({ issueId, languages: kept, replaceTexts: true })
          }}
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

type Outcome = TranslateIssueAnswer['editions'][number]

const TRANSLATE_KEY = ['translate-newsletter']

interface TranslateIssueOptions {
  /** Stores what was typed, before editions are made of it. */
  flush?: () => Promise<unknown>
  /** Called with the languages whose texts stay because a person wrote them. */
  onKept?: (languages: Outcome['language'][]) => void
}

/** Makes editions from the English one, and reports what came of each. It goes on when the part of the page that began it is gone. */
export function useTranslateIssue({ flush, onKept }: TranslateIssueOptions = {}) {
  const { attempt, isPending } = useNewsletterCall(
    async (client: Client, request: TranslateIssueRequest) => {
      await flush?.()
      return translateNewsletter(client, request)
    },
    {
      key: TRANSLATE_KEY,
      done({ editions }) {
        const made = editions.filter(({ status }) => status !== 'kept')
        onKept?.(editions.filter(({ status }) => status === 'kept').map(({ language }) => language))
        if (made.length > 0) return describeOutcome(made)
      },
      failed: failedAs(t('newsletterIssue.translate.failed')),
    },
  )
  return { translate: attempt, isPending }
}

/** Counts the editions that are there of those that are being made; null when none are being made. */
export function useTranslationProgress(
  issueId: string,
  editions: readonly NewsletterEdition[],
): { done: number; total: number } | null {
  const [languages] = useMutationState({
    filters: { mutationKey: TRANSLATE_KEY, status: 'pending' },
    select: ({ state }) => state.variables as TranslateIssueRequest,
  })
    .filter((request) => request.issueId === issueId)
    .map((request) => request.languages)
  const [before, setBefore] = useState<ReadonlyMap<string, string> | null>(null)
  if (languages && !before) setBefore(new Map(editions.map(({ language, made_at }) => [language, made_at])))
  if (!languages && before) setBefore(null)
  if (!languages) return null
  const done = editions.filter(
    ({ language, made_at }) => languages.some((one) => one === language) && before?.get(language) !== made_at,
  )
  return { done: done.length, total: languages.length }
}

const namesOf = (editions: readonly Outcome[]) =>
  editions.map(({ language }) => languageName(language)).join(', ')

/** Says what came of each language: one that failed says nothing about the others. */
function describeOutcome(editions: readonly Outcome[]): ToastMessage {
  const of = (status: Outcome['status']) => editions.filter((edition) => edition.status === status)
  const [translated, byRules, failed] = [of('translated'), of('rules'), of('failed')]
  const reason = (some: readonly Outcome[]) => some[0]?.reason ?? ''
  const lines = [
    translated.length > 0 && t('newsletterIssue.translate.made', { languages: namesOf(translated) }),
    byRules.length > 0 &&
      t('newsletterIssue.translate.byRules', { languages: namesOf(byRules), reason: reason(byRules) }),
    failed.length > 0 &&
      t('newsletterIssue.translate.notMade', { languages: namesOf(failed), reason: reason(failed) }),
  ]
  const description = lines.filter(Boolean).join(' ')
  if (failed.length > 0)
    return { title: t('newsletterIssue.translate.someFailed'), description, variant: 'destructive' }
  if (byRules.length > 0) return { title: t('newsletterIssue.translate.byRulesTitle'), description }
  return { title: t('newsletterIssue.translate.done', { count: editions.length }), description }
}
