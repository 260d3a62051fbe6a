import { useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { ContentEditor } from '#app/admin/newsletter/content/content-editor.tsx'
import type { TextPlace } from '#app/admin/newsletter/draft/text-place.ts'
import { useDraftText, useKeptIssue } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { ItemList } from '#app/admin/newsletter/items/item-list.tsx'
import { answerOf, describeFailure } from '#app/admin/newsletter/newsletter-refusal.ts'
import { signedIn } from '#app/admin/session/signed-in.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { previewNewsletter } from '#core/data/newsletter-editing.ts'
import type { DeskIssue } from '#core/data/newsletter-issues.ts'
import type { Language } from '#core/i18n/languages.ts'

interface ContentSectionProps {
  stored: DeskIssue
  language: Language
  readOnly: boolean
}

/** What an edition consists of: the items, or the content that an editor has made of them. */
export function ContentSection({ stored, language, readOnly }: ContentSectionProps) {
  const place: TextPlace = { kind: 'edition', language, field: 'content' }
  const { text, type } = useDraftText(place)
  const { flush } = useKeptIssue()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState('')

  /** Begins with the HTML that is made of the items. */
  async function writeByHand() {
    if (isBusy) return
    setIsBusy(true)
    setProblem('')
    try {
      await flush()
      const derived = await signedIn(async (client) =>
        answerOf(await previewNewsletter(client, { issueId: stored.issue.id, language })),
      )
      type(derived.content)
    } catch (error) {
      setProblem(t('newsletterIssue.content.failed', { message: describeFailure(error) }))
    } finally {
      setIsBusy(false)
    }
  }

  const isByHand = typeof text === 'string'
  return (
    <section aria-labelledby="issue-content" className="mt-10">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="issue-content" tabIndex={-1} className="font-semibold">
            {t('newsletterIssue.content')}
          </h2>
          <p className="mt-1 max-w-prose text-faint text-sm">
            {t(isByHand ? 'newsletterIssue.content.byHand' : 'newsletterIssue.content.derived')}
          </p>
        </div>
        {!isByHand && !readOnly && (
          <Button variant="secondary" size="sm" aria-disabled={isBusy} onClick={() => void writeByHand()}>
            {isBusy ? t('ui.oneMoment') : t('newsletterIssue.content.edit')}
          </Button>
        )}
      </div>
      {problem && <p className="mb-4 text-red text-sm">{problem}</p>}
      <Announcement urgent>{problem}</Announcement>
      {isByHand ? (
        <ContentEditor language={language} readOnly={readOnly} />
      ) : (
        <ItemList stored={stored} language={language} readOnly={readOnly} />
      )}
    </section>
  )
}
