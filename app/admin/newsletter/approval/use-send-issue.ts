import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AnswerRefusal, answerOf } from '#app/admin/kit/errors/classify-error.ts'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { signedIn } from '#app/admin/kit/session/signed-in.ts'
import { mailTransportQuery } from '#app/admin/mail/mail-queries.ts'
import { findMissingTexts } from '#app/admin/newsletter/draft/issue-draft.ts'
import { useIssueDraft } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { describeAudience, describeEnglishArticles } from '#app/admin/newsletter/editions/edition-audience.ts'
import { checkKey, checkQuery, issueQuery, NEWSLETTER_KEY } from '#app/admin/newsletter/newsletter-queries.ts'
import { subscriberCountsQuery } from '#app/admin/subscribers/subscribers-queries.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import { approveNewsletter } from '#core/data/newsletter-approval.ts'
import { sendIssue } from '#core/data/newsletter-sending.ts'
import { CHECKLIST_WEIGHTS, type ChecklistFinding, openFindings } from '#core/domain/newsletter-checklist.ts'
import type { NewsletterIssue } from '#core/domain/newsletter-issue.ts'
import type { IssueBeside } from '#core/domain/newsletter-sending.ts'

/** The facts that the editor is asked to confirm. */
export interface SendConfirmation {
  /** The number of active subscribers. */
  active: number
  /** A sentence about who gets which language. */
  audience: string
  /** A sentence about the editions that have articles in English. */
  english: string
  /** The findings that are accepted with the approval. */
  findings: ChecklistFinding[]
  revision: number
  /** Other issues that some of the same people get within a day, which the editor has to confirm as well. */
  others: IssueBeside[]
  /** True if its messages would stay in the outbox, which the editor has to want. */
  intoOutbox: boolean
  /** True if it still has to be approved. */
  approves: boolean
  /** True if it is sent at once. */
  sends: boolean
  sendAt?: string
  /** The time for which it is scheduled. */
  goesOutAt?: Date
  pauseAfter?: number
}

type SendChoice = Pick<SendConfirmation, 'approves' | 'sends' | 'sendAt' | 'goesOutAt' | 'pauseAfter'>

/** Approves and sends an issue, after a check of its present state and the confirmation of the editor. */
export function useSendIssue(issue: NewsletterIssue) {
  const queries = useQueryClient()
  const { draft, flush } = useIssueDraft()
  const { toast } = useToast()
  const [question, setQuestion] = useState<SendConfirmation | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  const refuse = (title: string, description?: string) =>
    toast({ title, variant: 'destructive', ...(description && { description }) })

  async function look(choice: SendChoice) {
    await flush()
    const stored = await queries.fetchQuery({ ...issueQuery(issue.id), staleTime: 0 })
    if (!stored) return
    draft.rebase(stored)
    const languages = stored.editions.map(({ language }) => language)
    const missing = findMissingTexts(draft, languages)
    if (missing || stored.editions.length === 0) return refuse(missing || t('newsletterSending.missing'))
    if (draft.unsaved().length > 0) return refuse(t('newsletterSending.unsaved'))
    const counts = await queries.fetchQuery({ ...subscriberCountsQuery, staleTime: 0 })
    const { active } = counts
    if (active === 0) return refuse(t('newsletterSending.nobody'))
    const { revision } = stored.issue
    const said = {
      active,
      audience: describeAudience(counts, languages),
      english: describeEnglishArticles(stored),
      revision,
      others: [],
    }
    if (!choice.approves) {
      const { leaves } = await queries.fetchQuery({ ...mailTransportQuery, staleTime: 0 })
      return setQuestion({ ...choice, ...said, findings: [], intoOutbox: !leaves })
    }
    const { findings } = await queries.fetchQuery({
      ...checkQuery(stored.issue, counts),
      staleTime: 0,
    })
    const intoOutbox = findings.some(({ code }) => code === 'no_transport')
    const open = openFindings(findings, [], { intoOutbox })
    const blocking = open.filter(({ code }) => CHECKLIST_WEIGHTS[code] === 'blocks')
    if (blocking.length > 0)
      return refuse(t('newsletterSending.blocked'), t('newsletterSending.blocked.hint'))
    setQuestion({ ...choice, ...said, findings: open, intoOutbox })
  }

  /** Checks the issue, then asks for confirmation. */
  async function ask(choice: SendChoice) {
    if (isBusy) return
    setIsBusy(true)
    try {
      await look(choice)
    } catch (error) {
      refuse(t('newsletterSending.failed', { message: describeError(error) }))
    } finally {
      setIsBusy(false)
    }
  }

  async function approve({ revision, findings, sendAt, pauseAfter, intoOutbox, others }: SendConfirmation) {
    const accepted = [...new Set(findings.map(({ code }) => code))]
    const answer = await signedIn((client) =>
      approveNewsletter(client, {
        issueId: issue.id,
        revision,
        accepted,
        ...(sendAt && { sendAt }),
        ...(pauseAfter && { pauseAfter }),
        ...(intoOutbox && { intoOutbox }),
        ...alongside(others),
      }),
    )
    // The issue has changed since the confirmation was shown.
    if (answer.status === 'findings') throw new AnswerRefusal(answer.message)
    return answer.status === 'beside' ? answer : answerOf(answer)
  }

  /**
   * Resolves as soon as the sending has been requested; progress is shown on the page, and a notification reports the end. False when the
   * dialog stays, or is closed already.
   */
  async function confirm() {
    if (!question) return
    try {
      if (question.approves) {
        const approved = await approve(question)
        if (approved.status === 'beside') {
          setQuestion({ ...question, others: approved.others })
          return false
        }
        if (!question.sends)
          toast({
            title: t(
              approved.status === 'scheduled' ? 'newsletterSending.scheduled' : 'newsletterSending.approved',
            ),
          })
      }
      if (question.sends) {
        // Closed here, because the answer may be another question.
        setQuestion(null)
        void send(question)
        return false
      }
    } catch (error) {
      refuse(t('newsletterSending.failed', { message: describeError(error) }))
    } finally {
      void queries.invalidateQueries({ queryKey: NEWSLETTER_KEY })
      void queries.invalidateQueries({ queryKey: checkKey(issue.id) })
    }
  }

  async function send(confirmed: SendConfirmation) {
    const { intoOutbox, others } = confirmed
    setIsBusy(true)
    try {
      const answer = await signedIn((client) =>
        sendIssue(client, issue.id, { ...(intoOutbox && { intoOutbox }), ...alongside(others) }),
      )
      if (answer.status === 'beside')
        return setQuestion({ ...confirmed, approves: false, others: answer.others })
      const { error } = answerOf(answer)
      const stored = await queries.fetchQuery({ ...issueQuery(issue.id), staleTime: 0 })
      // A pause that an editor asked for is no failure.
      if (error && stored?.issue.held_reason) throw new AnswerRefusal(error)
    } catch (error) {
      refuse(t('newsletterSending.failed', { message: describeError(error) }))
    } finally {
      setIsBusy(false)
      await queries.invalidateQueries({ queryKey: NEWSLETTER_KEY })
    }
  }

  return { ask, confirm, isBusy, question, close: () => setQuestion(null) }
}

const alongside = (others: readonly IssueBeside[]) =>
  others.length > 0 && { alongside: others.map(({ id }) => id) }
