import { useId } from 'react'
import { AnswerRefusal } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { ContentSection } from '#app/admin/newsletter/content/content-section.tsx'
import { PreviewSection } from '#app/admin/newsletter/content/preview-section.tsx'
import { EditionFields } from '#app/admin/newsletter/draft/edition-fields.tsx'
import { EditionHeading } from '#app/admin/newsletter/editions/edition-heading.tsx'
import { failedAs, NEWSLETTER_KEY } from '#app/admin/newsletter/newsletter-queries.ts'
import type { Client } from '#core/data/client.ts'
import { showNewsletterPictures } from '#core/data/newsletter-editing.ts'
import type { DeskIssue } from '#core/data/newsletter-issues.ts'
import type { NewsletterEdition, NewsletterIssue } from '#core/domain/newsletter-issue.ts'

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
