import { ContentSection } from '#app/admin/newsletter/content/content-section.tsx'
import { EditionFields } from '#app/admin/newsletter/editions/edition-fields.tsx'
import { EditionHeading } from '#app/admin/newsletter/editions/edition-heading.tsx'
import { PicturesSwitch } from '#app/admin/newsletter/issue/pictures-switch.tsx'
import { PreviewSection } from '#app/admin/newsletter/issue/preview-section.tsx'
import type { DeskIssue } from '#core/data/newsletter-issues.ts'
import type { NewsletterEdition } from '#core/domain/newsletter-issue.ts'

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
