import { useId, useState } from 'react'
import { AnswerRefusal } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { Announcement, FilledMessage, Notice } from '#app/admin/kit/ui/notice.tsx'
import { ContentSection } from '#app/admin/newsletter/content/content-section.tsx'
import { PreviewSection } from '#app/admin/newsletter/content/preview-section.tsx'
import { EditionFields } from '#app/admin/newsletter/draft/edition-fields.tsx'
import { useIssueDraft } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { TranslateButton } from '#app/admin/newsletter/editions/translate-button.tsx'
import { failedAs, NEWSLETTER_KEY, useNewsletterCall } from '#app/admin/newsletter/newsletter-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import type { Client } from '#core/data/client.ts'
import { reviewNewsletterEdition, showNewsletterPictures } from '#core/data/newsletter-editing.ts'
import type { DeskIssue } from '#core/data/newsletter-issues.ts'
import type { NewsletterEdition, NewsletterIssue } from '#core/domain/newsletter-issue.ts'

interface EditionHeadingProps {
  edition: NewsletterEdition
  isStale: boolean
  readOnly: boolean
}

/** The origin of an edition, its review, and the actions for both. */
function EditionHeading({ edition, isStale, readOnly }: EditionHeadingProps) {
  const { draft, flush } = useIssueDraft()
  const [problem, setProblem] = useState('')
  const { issue_id: issueId, language } = edition
  const review = useNewsletterCall(
    async (client: Client) => {
      // A later save would reset the review.
      await flush()
      const now = draft.issue().editions.find((one) => one.language === language)
      return reviewNewsletterEdition(client, { issueId, language, ...(now && { updatedAt: now.updated_at }) })
    },
    { failed: setProblem },
  )

  function markReviewed() {
    if (review.isPending) return
    setProblem('')
    void review.attempt()
  }

  return (
    <div className="mb-5 space-y-3">
      {isStale && (
        <Notice tone="warning" title={t('newsletterIssue.stale.title')}>
          <p>{t('newsletterIssue.stale.text')}</p>
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-sm text-soft">
        <p>
          {describeOrigin(edition)}
          {edition.reviewed_at && (
            <>
              {' '}
              <FilledMessage
                text={t('newsletterIssue.reviewedAt')}
                values={{ time: <LocalTime iso={edition.reviewed_at} precision="zoned" /> }}
              />
            </>
          )}
        </p>
        {!readOnly && (
          <div className="flex flex-wrap gap-2">
            {language !== 'en' && (
              <TranslateButton
                issueId={issueId}
                languages={[language]}
                label={t('newsletterIssue.translate.again')}
              />
            )}
            {!edition.reviewed_at && (
              <Button variant="secondary" size="sm" aria-disabled={review.isPending} onClick={markReviewed}>
                {review.isPending ? t('ui.oneMoment') : t('newsletterIssue.markReviewed')}
              </Button>
            )}
          </div>
        )}
        <DroppedList dropped={edition.dropped} />
      </div>
      {problem && <p className="text-red text-sm">{problem}</p>}
      <Announcement urgent>{problem}</Announcement>
    </div>
  )
}

function describeOrigin({ origin, model, source_hash, language }: NewsletterEdition): string {
  if (origin === 'person') return t('newsletterIssue.origin.person')
  if (origin === 'rules') return t('newsletterIssue.origin.rules')
  return source_hash
    ? t('newsletterIssue.origin.translated', { language: languageName(language), model: model ?? '' })
    : t('newsletterIssue.origin.model', { model: model ?? '' })
}

/** The parts of a model's response that were rejected, with reasons. */
export function DroppedList({ dropped }: { dropped: readonly string[] }) {
  if (dropped.length === 0) return null
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-9 cursor-pointer items-center text-soft underline underline-offset-4 hover:text-ink">
        {t('newsletterIssue.dropped', { count: dropped.length })}
      </summary>
      <ul className="mt-1 list-disc space-y-1 pl-5 text-soft">
        {dropped.map((sentence, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sentences that never change places
          <li key={index} className="wrap-anywhere">
            {sentence}
          </li>
        ))}
      </ul>
    </details>
  )
}

interface EditionTextsProps {
  stored: DeskIssue
  edition: NewsletterEdition
  isStale: boolean
  readOnly: boolean
}

/** Everything that an edition says, and how it looks. */
export function EditionTexts({ stored, edition, isStale, readOnly }: EditionTextsProps) {
  const { language } = edition
  return (
    <>
      <EditionHeading edition={edition} isStale={isStale} readOnly={readOnly} />
      <EditionFields language={language} readOnly={readOnly} />
      <ContentSection key={language} stored={stored} language={language} readOnly={readOnly} />
      <PicturesSwitch issue={stored.issue} readOnly={readOnly} />
      <PreviewSection issueId={stored.issue.id} language={language} />
    </>
  )
}

interface PicturesSwitchProps {
  issue: NewsletterIssue
  readOnly: boolean
}

/** The switch whether all stories of an issue show their pictures, in every language. */
function PicturesSwitch({ issue, readOnly }: PicturesSwitchProps) {
  const hintId = useId()
  const show = useDeskMutation({
    async run(client: Client, shown: boolean) {
      const { status } = await showNewsletterPictures(client, { issueId: issue.id, shown })
      if (status === 'sealed') throw new AnswerRefusal(t('newsletterIssue.saved.sealed'))
      if (status === 'changed') throw new AnswerRefusal(t('newsletter.issue.notFound'))
    },
    failed: failedAs(t('newsletterIssue.pictures.failed')),
    invalidates: [NEWSLETTER_KEY],
  })
  const shown = show.isPending ? show.variables : issue.shows_pictures

  return (
    <div className="mt-5 border-line border-t pt-3">
      <label className="flex min-h-11 cursor-pointer items-center gap-2.5 font-medium has-disabled:cursor-default sm:min-h-9">
        <input
          type="checkbox"
          className="size-4.5 shrink-0 accent-ink"
          aria-describedby={hintId}
          checked={shown}
          disabled={readOnly}
          onChange={(event) => void show.attempt(event.target.checked)}
        />
        {t('newsletterIssue.pictures')}
      </label>
      <p id={hintId} className="max-w-prose pl-7 text-faint text-sm">
        {t('newsletterIssue.pictures.hint')}
      </p>
    </div>
  )
}
