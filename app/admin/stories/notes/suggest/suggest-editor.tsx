import type { EditorView } from '@codemirror/view'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Link, useNavigate } from 'react-router'
import { MarkdownEditor } from '#app/admin/editor/markdown-editor.tsx'
import { EditorAttachment, type MarkdownEditorHandle } from '#app/admin/editor/markdown-editor-props.ts'
import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath } from '#app/admin/kit/paths.ts'
import { randomId } from '#app/admin/kit/query/random-id.ts'
import { useDesk } from '#app/admin/kit/session/use-desk-session.ts'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { useNoteActions } from '#app/admin/stories/notes/notes-queries.ts'
import { SuggestedWords } from '#app/admin/stories/notes/panel/note-text.tsx'
import {
  areSendable,
  placeSuggestions,
  suggestionsIn,
  suggestionsOf,
  withSuggestions,
} from '#app/admin/stories/notes/suggest/suggested-changes.ts'
import { openLocalDraftCopies, useLocalCopies } from '#app/admin/stories/unsaved/use-local-copies.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Field, TextField } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { type Article, SHORT_TEXTS } from '#core/domain/article.ts'
import { fieldLabel } from '#core/domain/article-fields.ts'
import { MAX_SUGGESTED_CHANGES, type NotedField, type SuggestedChange } from '#core/domain/article-note.ts'

/** A copy of the text in which changes are shown, and sent to who may write it. */
export function SuggestEditor({ article }: { article: Article }) {
  const { email } = useDesk()
  const navigate = useNavigate()
  const { toast } = useToast()
  const actions = useNoteActions()
  const [draft] = useState(() => createSuggestionDraft({ articleId: article.id, owner: email }))
  const { changes, lost, reason } = useSyncExternalStore(draft.subscribe, draft.state)
  const kept = useLocalCopies(draft)
  const content = useRef<MarkdownEditorHandle>(null)
  const { attach, text, change, discard } = useTrackedText(draft, article, kept.restored)
  const [isSending, setIsSending] = useState(false)
  const count = changes.length + lost.length

  async function send() {
    content.current?.flush()
    const { changes, lost, reason } = draft.state()
    const all = [...changes, ...lost]
    if (isSending || all.length === 0) return
    if (!areSendable(all))
      return toast({ title: t('ui.error'), description: t('notes.suggest.tooLong'), variant: 'destructive' })
    setIsSending(true)
    const sentWith = randomId()
    let isSent = true
    for (let start = 0; isSent && start < all.length; start += MAX_SUGGESTED_CHANGES) {
      const part = all.slice(start, start + MAX_SUGGESTED_CHANGES)
      const body = start === 0 ? reason.trim() : ''
      isSent = await actions.suggest({ articleId: article.id, changes: part, sentWith, body })
    }
    setIsSending(false)
    if (!isSent) return
    draft.discard()
    await kept.autosave.flush()
    toast({ title: t('ui.success'), description: t('notes.suggest.sent', { count: all.length }) })
    await navigate(`${editArticlePath(article)}#notes`)
  }

  return (
    <>
      <Link
        to={editArticlePath(article)}
        className="mb-2 inline-flex min-h-11 items-center gap-2 text-sm text-soft hover:text-ink"
      >
        <ArrowLeft aria-hidden size={16} />
        {t('notes.suggest.back')}
      </Link>
      <h1 className="font-display font-medium text-title wrap-anywhere">
        {t('notes.suggest.title', { title: article.title })}
      </h1>
      <p className="mt-2 mb-6 max-w-prose text-sm text-soft">{t('notes.suggest.intro')}</p>
      {kept.hasFailed && (
        <Notice tone="warning" role="status" className="mb-4">
          {t('notes.suggest.notKept')}
        </Notice>
      )}
      {lost.length > 0 && (
        <Notice tone="warning" role="status" className="mb-4">
          {t('notes.suggest.lost', { count: lost.length })}
        </Notice>
      )}
      {SHORT_TEXTS.map((field) => (
        <ShortTextField key={field} field={field} article={article} draft={draft} restored={kept.restored} />
      ))}
      <EditorAttachment value={attach}>
        <Field label={t('notes.suggest.text')} labelHidden>
          {(control) => (
            <MarkdownEditor
              ref={content}
              control={control}
              label={t('notes.suggest.text')}
              value={text}
              onChange={change}
              language={article.language}
            />
          )}
        </Field>
      </EditorAttachment>
      <div className="mt-5 flex max-w-prose flex-wrap items-end gap-4">
        <TextField
          label={t('notes.reason')}
          className="grow"
          maxLength={1_000}
          value={reason}
          onChange={(event) => draft.explain(event.target.value)}
        />
        <Button aria-disabled={count === 0 || isSending} onClick={() => void send()}>
          {isSending ? t('notes.sending') : t('notes.suggest.send', { count })}
        </Button>
        {count > 0 && (
          <Button variant="ghost" onClick={discard}>
            {t('notes.suggest.discard')}
          </Button>
        )}
      </div>
    </>
  )
}

type Tracking = typeof import('#app/admin/stories/notes/suggest/track-changes.client.ts')

/**
 * The text of the editor, whose changes are those of the draft. They are placed again when the article is saved by somebody else, and
 * when suggestions of an earlier visit were `restored`.
 */
function useTrackedText(draft: SuggestionDraft, article: Article, restored: unknown) {
  const base = article.content.replace(/\r\n?/g, '\n')
  const [text, setText] = useState(base)
  const latest = useRef(base)
  const tracker = useRef<{ view: EditorView; tracking: Tracking } | null>(null)

  /** Has the draft know what is typed by now. */
  const keep = useCallback(() => {
    const { view, tracking } = tracker.current ?? {}
    if (!view || !tracking) return
    const changes = suggestionsOf('content', tracking.changedRanges(view.state), draft.of('content'))
    draft.change('content', { changes })
  }, [draft])

  /** Shows all suggestions of the draft in the present text of the article. */
  const show = useCallback(() => {
    const { view, tracking } = tracker.current ?? {}
    if (!view || !tracking) return
    const all = draft.of('content')
    const placed = placeSuggestions(latest.current, all)
    view.dispatch(tracking.restartedTracking(view.state, latest.current, placed.changes))
    const changes = suggestionsOf('content', tracking.changedRanges(view.state), all)
    draft.change('content', { changes, lost: placed.lost })
  }, [draft])

  const attach = useCallback(
    (view: EditorView) => {
      let isGone = false
      void import('#app/admin/stories/notes/suggest/track-changes.client.ts').then((tracking) => {
        if (isGone) return
        const base = latest.current
        const typed = view.state.doc.toString()
        const known = draft.of('content')
        // Somebody may have begun before changes were tracked.
        if (typed !== withSuggestions(base, known))
          draft.change('content', { changes: suggestionsIn('content', { base, text: typed }, known) })
        tracker.current = { view, tracking }
        tracking.trackChanges(view)
        show()
      })
      return () => {
        isGone = true
        tracker.current = null
      }
    },
    [draft, show],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was restored is shown as well
  useEffect(() => {
    keep()
    latest.current = base
    show()
  }, [base, restored, keep, show])

  function change(next: string) {
    setText(next)
    keep()
  }
  function discard() {
    draft.discard()
    show()
  }
  return { attach, text, change, discard }
}

interface ShortTextFieldProps {
  field: (typeof SHORT_TEXTS)[number]
  article: Article
  draft: SuggestionDraft
  /** The text that was restored of an earlier visit. */
  restored: unknown
}

/** A copy of the title, the subtitle or the excerpt, whose change is a suggestion. */
function ShortTextField({ field, article, draft, restored }: ShortTextFieldProps) {
  const { language } = article
  const base = (article[field] ?? '').replace(/\r\n?/g, '\n')
  const { changes } = useSyncExternalStore(draft.subscribe, draft.state)
  const own = changes.filter(({ anchor }) => anchor.field === field)
  const text = withSuggestions(base, own)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was restored is placed as well
  useEffect(() => {
    const all = draft.of(field)
    const { lost } = placeSuggestions(base, all)
    draft.change(field, {
      changes: suggestionsIn(field, { base, text: withSuggestions(base, all) }, all),
      lost,
    })
  }, [field, base, draft, restored])

  const change = ({ target }: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
    draft.change(field, { changes: suggestionsIn(field, { base, text: target.value }, draft.of(field)) })

  return (
    <div className="mb-5 max-w-prose space-y-1.5 text-sm">
      <Field label={fieldLabel(field)}>
        {(control) => {
          const tied = { ...control, dir: 'auto', lang: language, value: text, onChange: change }
          return field === 'excerpt' ? <textarea rows={3} {...tied} /> : <input type="text" {...tied} />
        }}
      </Field>
      {own.map(({ id, anchor, replacement }) => (
        <SuggestedWords key={id} note={{ ...anchor, replacement, language }} />
      ))}
    </div>
  )
}

/** Suggestions that were not sent, as this browser stores them. */
interface UnsentSuggestions {
  articleId: string
  /** The e-mail address of who wrote them; others in this browser do not see them. */
  owner: string
  changes: SuggestedChange[]
  reason: string
}

const copies = openLocalDraftCopies<UnsentSuggestions>('admin-suggestions')

/** Suggestions while they are written. */
function createSuggestionDraft({ articleId, owner }: Pick<UnsentSuggestions, 'articleId' | 'owner'>) {
  let changes: SuggestedChange[] = []
  let lost: SuggestedChange[] = []
  let reason = ''
  let state = { changes, lost, reason }
  const listeners = new Set<() => void>()

  function update() {
    state = { changes, lost, reason }
    for (const listener of listeners) listener()
  }

  return {
    copies,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    state: () => state,
    unsaved: () =>
      changes.length + lost.length > 0 ? { articleId, owner, changes: [...changes, ...lost], reason } : null,
    isCopy: (copy: UnsentSuggestions) => copy.articleId === articleId && copy.owner === owner,
    /** The suggestions of an earlier visit, for the editor to show. */
    restore(left: UnsentSuggestions[]): SuggestedChange[] {
      reason = left[0]?.reason ?? ''
      const byId = new Map(left.flatMap((copy) => copy.changes).map((change) => [change.id, change]))
      // Stored from now on, also while the editor does not show them yet.
      lost = [...byId.values()]
      update()
      return lost
    },
    /** All suggestions for one of the texts. */
    of: (field: NotedField) => [...changes, ...lost].filter(({ anchor }) => anchor.field === field),
    /** Replaces the suggestions for one of the texts; without `lost`, those that have lost their place stay. */
    change(field: NotedField, next: { changes: SuggestedChange[]; lost?: SuggestedChange[] }) {
      const isOther = ({ anchor }: SuggestedChange) => anchor.field !== field
      changes = [...changes.filter(isOther), ...next.changes]
      if (next.lost) lost = [...lost.filter(isOther), ...next.lost]
      update()
    },
    explain(why: string) {
      reason = why
      update()
    },
    discard() {
      changes = []
      lost = []
      reason = ''
      update()
    },
  }
}

type SuggestionDraft = ReturnType<typeof createSuggestionDraft>
