import * as Tabs from 'radix-ui/tabs'
import { useEffect, useId, useState } from 'react'
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
import { Skeleton } from '#app/components/ui/skeleton.tsx'
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

type EditorKind = 'visual' | 'source'

type Editor = React.ComponentType<ContentEditorProps>

const loaded = new Map<EditorKind, Editor>()

const TAB =
  '-mb-px min-h-10 border-transparent border-b-2 px-1 text-faint text-sm hover:text-ink aria-selected:border-ink aria-selected:font-semibold aria-selected:text-ink'

/** The content of an edition that is written by hand: as it looks, or its HTML. */
function ContentEditor({ language, readOnly }: { language: Language; readOnly: boolean }) {
  const place: TextPlace = { kind: 'edition', language, field: 'content' }
  const { text, type } = useDraftText(place)
  const [kind, setKind] = useState<EditorKind>('visual')
  const [isAsking, setIsAsking] = useState(false)
  const hintId = useId()
  if (typeof text !== 'string') return null
  const problem = problemOf(place, text)
  const editor = (
    <div className="flex h-[clamp(22rem,64dvh,46rem)] flex-col rounded-sm border border-edge bg-paper has-focus-visible:border-ink">
      <LazyEditor
        // Each has its own history; what one has written is the value of the other.
        key={`${language} ${kind}`}
        kind={kind}
        value={text}
        onChange={type}
        label={t('newsletterIssue.content')}
        language={language}
        readOnly={readOnly}
      />
    </div>
  )
  return (
    <>
      <Tabs.Root value={kind} onValueChange={(value) => setKind(value as EditorKind)}>
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <Tabs.List
            aria-label={t('newsletterIssue.content.views')}
            className="flex gap-5 border-line border-b"
          >
            <Tabs.Trigger value="visual" className={TAB}>
              {t('newsletterIssue.content.visual')}
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
        <Tabs.Content value="visual" tabIndex={-1}>
          {kind === 'visual' && editor}
        </Tabs.Content>
        <Tabs.Content value="source" tabIndex={-1}>
          {kind === 'source' && editor}
        </Tabs.Content>
      </Tabs.Root>
      <p id={hintId} className="mt-1.5 text-faint text-sm">
        {t('newsletterIssue.content.hint')}
      </p>
      {problem && <p className="mt-1.5 text-red text-sm">{problem}</p>}
      <ConflictNotice place={place} />
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

/** An editor that is loaded when it is shown; if it cannot be, a plain field for the HTML takes its place. */
function LazyEditor({ kind, ...props }: ContentEditorProps & { kind: EditorKind }) {
  const [, setTurn] = useState(0)
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    if (loaded.has(kind)) return
    let isShown = true
    loadEditor(kind).then(
      (Editor) => {
        loaded.set(kind, Editor)
        if (isShown) setTurn((turn) => turn + 1)
      },
      () => isShown && setHasFailed(true),
    )
    return () => {
      isShown = false
    }
  }, [kind])

  const Editor = loaded.get(kind)
  if (Editor) return <Editor {...props} />
  if (hasFailed) return <PlainSource {...props} />
  return (
    <div className="space-y-4 p-5">
      <p role="status" className="sr-only">
        {t('editor.loading')}
      </p>
      <Skeleton className="h-8 w-full max-w-xl" />
      <Skeleton className="h-4 w-3/4" />
      <Skeleton className="h-4 w-2/3" />
    </div>
  )
}

/** Modules for browsers only (`.client`): the server would load both editors at its start, although it never shows them. */
async function loadEditor(kind: EditorKind): Promise<Editor> {
  if (kind === 'visual')
    return (await import('#app/admin/newsletter/content/visual-editor.client.tsx')).VisualEditor
  return (await import('#app/admin/newsletter/content/source-editor.client.tsx')).SourceEditor
}

/** The HTML in a plain field, for when no editor could be loaded. */
function PlainSource({ value, onChange, label, readOnly }: ContentEditorProps) {
  return (
    <div className="flex min-h-0 grow flex-col">
      <p role="status" className="px-5 py-3 text-sm">
        {t('editor.failed')}
      </p>
      <textarea
        aria-label={label}
        className="min-h-0 grow resize-none bg-paper px-5 py-3 font-mono text-sm"
        readOnly={readOnly}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

export interface ContentEditorProps {
  /** The HTML. When it is another than what was typed last, it replaces the text. */
  value: string
  onChange: (html: string) => void
  label: string
  language: Language
  readOnly: boolean
}
