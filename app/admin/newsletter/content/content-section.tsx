import * as Tabs from 'radix-ui/tabs'
import { useCallback, useEffect, useState } from 'react'
import { EditorSkeleton } from '#app/admin/editor/editor-skeleton.tsx'
import { MarkdownEditor, preloadEditor } from '#app/admin/editor/markdown-editor.tsx'
import { answerOf } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import { ConflictNotice } from '#app/admin/newsletter/draft/draft-notices.tsx'
import { problemOf, type TextPlace } from '#app/admin/newsletter/draft/issue-draft.ts'
import { useDraftText, useIssueDraft } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { ItemList } from '#app/admin/newsletter/items/item-list.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { previewNewsletter } from '#core/data/newsletter-editing.ts'
import type { DeskIssue } from '#core/data/newsletter-issues.ts'
import type { Language } from '#core/i18n/languages.ts'

interface ContentSectionProps {
  stored: DeskIssue
  language: Language
  readOnly: boolean
}

/** The content of an edition: the items, or what an editor has made of them. */
export function ContentSection({ stored, language, readOnly }: ContentSectionProps) {
  const place: TextPlace = { kind: 'edition', language, field: 'content' }
  const { text, type } = useDraftText(place)
  const { flush } = useIssueDraft()
  const [problem, setProblem] = useState('')
  const derive = useDeskMutation({
    async run(client) {
      await flush()
      return answerOf(await previewNewsletter(client, { issueId: stored.issue.id, language }))
    },
    done: ({ content }) => type(content),
    failed: (message) => setProblem(t('newsletterIssue.content.failed', { message })),
  })

  /** Starts with the HTML that is rendered from the items. */
  function writeByHand() {
    if (derive.isPending) return
    setProblem('')
    void derive.attempt()
  }

  const isByHand = typeof text === 'string'
  return (
    <section aria-labelledby={contentId(language)} className="mt-6">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h4 id={contentId(language)} tabIndex={-1} className="font-semibold">
            {t('newsletterIssue.content')}
          </h4>
          <p className="mt-1 max-w-prose text-faint text-sm">
            {t(isByHand ? 'newsletterIssue.content.byHand' : 'newsletterIssue.content.derived')}
          </p>
        </div>
        {!isByHand && !readOnly && (
          <Button variant="secondary" size="sm" aria-disabled={derive.isPending} onClick={writeByHand}>
            {derive.isPending ? t('ui.oneMoment') : t('newsletterIssue.content.edit')}
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

/** The heading to which findings of the checklist lead. */
export const contentId = (language: Language) => `issue-content-${language}`

type View = 'text' | 'source'

type Module = typeof import('#app/admin/newsletter/content/written-content.client.ts')
type Written = InstanceType<Module['WrittenContent']>

const TAB =
  '-mb-px min-h-10 border-transparent border-b-2 px-1 text-faint text-sm hover:text-ink aria-selected:border-ink aria-selected:font-semibold aria-selected:text-ink'

/** The content of an edition that is written by hand, which is stored as HTML: as Markdown, or as its source. */
function ContentEditor({ language, readOnly }: { language: Language; readOnly: boolean }) {
  const place: TextPlace = { kind: 'edition', language, field: 'content' }
  const { text, type } = useDraftText(place)
  const written = useWrittenContent()
  /** The view that was chosen; until then, the text if it can be written as Markdown. */
  const [chosen, setChosen] = useState<View | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const shown = useCallback(
    (html: string) =>
      (chosen !== 'source' && written instanceof Object ? written.shownOf(html) : null) ?? html,
    [chosen, written],
  )
  if (typeof text !== 'string') return null
  const markdown = chosen !== 'source' && written instanceof Object ? written.markdownOf(text) : null
  const isLoading = chosen !== 'source' && written === 'loading'
  const view: View = chosen === 'source' || (markdown === null && !isLoading) ? 'source' : 'text'
  const shared = { label: t('newsletterIssue.content'), language, readOnly }
  return (
    <>
      <Tabs.Root value={view} onValueChange={(value) => setChosen(value as View)}>
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <Tabs.List
            aria-label={t('newsletterIssue.content.views')}
            className="flex gap-5 border-line border-b"
          >
            <Tabs.Trigger value="text" className={TAB}>
              {t('newsletterIssue.content.text')}
            </Tabs.Trigger>
            <Tabs.Trigger value="source" className={TAB}>
              {t('newsletterIssue.content.source')}
            </Tabs.Trigger>
          </Tabs.List>
          {!readOnly && (
            <Button variant="secondary" size="sm" onClick={() => setIsAsking(true)}>
              {t('newsletterIssue.content.back')}
            </Button>
          )}
        </div>
        <p role="status" className="max-w-prose text-sm text-soft not-empty:mb-3">
          {view === 'source' &&
            chosen !== 'source' &&
            t(
              written === 'failed'
                ? 'newsletterIssue.content.notLoaded'
                : 'newsletterIssue.content.onlySource',
            )}
        </p>
        <Field
          label={t('newsletterIssue.content')}
          labelHidden
          hint={t('newsletterIssue.content.hint')}
          error={problemOf(place, text)}
          className="flex flex-col xl:h-[clamp(24rem,70dvh,50rem)]"
        >
          {(control) => (
            <Tabs.Content value={view} tabIndex={-1} className="flex min-h-0 grow flex-col">
              {isLoading ? (
                <EditorSkeleton />
              ) : markdown !== null ? (
                <MarkdownEditor
                  {...shared}
                  key="text"
                  control={control}
                  syntax="mail"
                  placeholder={t('newsletterIssue.content.placeholder')}
                  value={markdown}
                  onChange={(typed) => written instanceof Object && type(written.htmlOf(typed))}
                />
              ) : (
                <MarkdownEditor
                  {...shared}
                  key="source"
                  control={control}
                  syntax="html"
                  placeholder={t('newsletterIssue.content.placeholder')}
                  value={text}
                  onChange={(typed) => {
                    // Otherwise it would become Markdown while it is typed.
                    setChosen('source')
                    type(typed)
                  }}
                />
              )}
            </Tabs.Content>
          )}
        </Field>
      </Tabs.Root>
      <ConflictNotice place={place} shown={shown} />
      {isAsking && (
        <ConfirmDialog
          title={t('newsletterIssue.content.backTitle')}
          action={t('newsletterIssue.content.back')}
          onConfirm={async () => type(null)}
          onClose={() => setIsAsking(false)}
        >
          <p>{t('newsletterIssue.content.backText')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** Loads what converts the content, when it is shown. A module for browsers only (`.client`), as the editor. */
function useWrittenContent(): Written | 'loading' | 'failed' {
  const [written, setWritten] = useState<Written | 'loading' | 'failed'>('loading')
  useEffect(() => {
    let isShown = true
    preloadEditor()
    import('#app/admin/newsletter/content/written-content.client.ts').then(
      ({ WrittenContent }) => isShown && setWritten(new WrittenContent()),
      () => isShown && setWritten('failed'),
    )
    return () => {
      isShown = false
    }
  }, [])
  return written
}
