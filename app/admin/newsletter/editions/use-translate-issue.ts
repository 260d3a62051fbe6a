import { useMutationState } from '@tanstack/react-query'
import { useState } from 'react'
import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import { failedAs, useNewsletterCall } from '#app/admin/newsletter/newsletter-queries.ts'
import type { ToastMessage } from '#app/components/ui/toast.tsx'
import type { Client } from '#core/data/client.ts'
import { translateNewsletter } from '#core/data/newsletter-editing.ts'
import type { TranslateIssueAnswer, TranslateIssueRequest } from '#core/domain/newsletter-composing.ts'
import type { NewsletterEdition } from '#core/domain/newsletter-issue.ts'

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

/** How many of the editions that are being made are there; null when none are being made. */
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

/** What came of each language: one that failed says nothing about the others. */
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
