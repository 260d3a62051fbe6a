import type { EditorView } from '@codemirror/view'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type Ref,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useLocation } from 'react-router'
import { EditorAttachment, type MarkdownEditorHandle } from '#app/admin/editor/markdown-editor-props.ts'
import { t } from '#app/admin/kit/messages.ts'
import { useHasNewsroom } from '#app/admin/kit/query/desk-facts.ts'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import { useShortcuts } from '#app/admin/kit/ui/use-shortcuts.ts'
import type { ArticleForm } from '#app/admin/stories/article-form/article-form.ts'
import type { RailTab } from '#app/admin/stories/article-form/rail.tsx'
import {
  nextOpen,
  sentenceAt,
  stateOf,
  type TextPoint,
  withOpened,
} from '#app/admin/stories/sources/live/open-sentences.ts'
import { saveJudged, useLiveJudge } from '#app/admin/stories/sources/live/use-live-judge.ts'
import { useSentenceMarks } from '#app/admin/stories/sources/marks/use-sentence-marks.ts'
import { describeState } from '#app/admin/stories/sources/panel/describe-sentence.ts'
import { type SourcedDraft, SourcesContext } from '#app/admin/stories/sources/sources-context.ts'
import { articleSourcesQuery, SOURCES_KEY } from '#app/admin/stories/sources/sources-queries.ts'
import { type SourceActions, useSourceActions } from '#app/admin/stories/sources/use-source-actions.ts'
import type { ReadSource } from '#core/data/sourced-articles.ts'
import type { Article } from '#core/domain/article.ts'
import type { ArticleRights } from '#core/domain/article-rights.ts'
import { JUDGED_FIELDS } from '#core/domain/sourced-article.ts'
import {
  type JudgeContext,
  type JudgedSentence,
  type JudgedValues,
  judgedTextsOf,
} from '#core/newsroom/judge/judge.ts'

export interface SourcesHandle {
  /** The sentences that keep the form from being published, judged now; none for an ordinary article. */
  findUncovered: () => Promise<JudgedSentence[]>
  /** Saves values of which the server has judged the texts before. */
  saveJudged: <Saved>(values: JudgedValues, publishes: boolean, save: () => Promise<Saved>) => Promise<Saved>
}

interface SourcesProviderProps {
  ref: Ref<SourcesHandle>
  article: Article | null
  articleId: string
  rights: ArticleRights
  form: UseFormReturn<ArticleForm>
  readForm: () => ArticleForm
  content: RefObject<MarkdownEditorHandle | null>
  /** Shows what is below a tab. */
  onTab: (tab: RailTab) => void
  children: React.ReactNode
}

const NO_SOURCES: readonly ReadSource[] = []
const NO_ALIASES: JudgeContext['aliases'] = []
const NO_DOUBTS: JudgeContext['doubts'] = []
const NO_SENTENCES: readonly JudgedSentence[] = []

/** Reads what the article rests on, judges its text while it is typed, and marks its sentences. It loads no judge for an ordinary article. */
export function SourcesProvider(props: SourcesProviderProps) {
  const { ref, article, articleId, rights, form, readForm, content, onTab, children } = props
  const queries = useQueryClient()
  const isOriginal = article !== null && article.language === 'en' && article.original_article_id === null
  const { data, isPending } = useQuery({ ...articleSourcesQuery(articleId), enabled: isOriginal })
  const stored = (isOriginal && data) || null
  const [isBegun, setIsBegun] = useState(false)
  /** Whole texts of sources that were opened here, by their numbers. */
  const [opened, setOpened] = useState<ReadonlyMap<number, readonly string[]>>(new Map())
  const {
    sources: read = NO_SOURCES,
    aliases = NO_ALIASES,
    article: { doubts = NO_DOUBTS } = {},
  } = stored ?? {}
  const sources = useMemo(() => withOpened(read, opened), [read, opened])
  const isOn = stored !== null
  const context = useMemo<JudgeContext | null>(
    () => (isOn ? { sources, aliases, doubts } : null),
    [isOn, sources, aliases, doubts],
  )
  const live = useLiveJudge(form, context, stored)
  const sentences = live.last?.sentences ?? NO_SENTENCES
  const signatures = useMemo(
    () => new Map((stored?.signatures ?? []).map((signature) => [signature.key, signature])),
    [stored],
  )
  const states = useMemo(
    () => sentences.map((sentence) => stateOf(sentence, signatures)),
    [sentences, signatures],
  )
  const { current, moveTo } = useSentenceCursor(sentences, isOn)
  const [said, setSaid] = useState('')
  const [wish, setWish] = useState<SourcedDraft['wish']>(null)

  // The text that others have saved may rest on something else.
  const since = useRef(article?.updated_at)
  useEffect(() => {
    if (article?.updated_at === since.current) return
    since.current = article?.updated_at
    void queries.invalidateQueries({ queryKey: [...SOURCES_KEY, articleId] })
  }, [article?.updated_at, articleId, queries])

  // A draft that rests on sources opens with them, unless the address names something else.
  const isFirst = useRef(useLocation().hash === '' && article?.published === false)
  useEffect(() => {
    if (!isPending && isFirst.current && isOn) onTab('sources')
    if (!isPending) isFirst.current = false
  }, [isPending, isOn, onTab])

  const outer = use(EditorAttachment)
  const [view, setView] = useState<EditorView | null>(null)
  const attach = useCallback(
    (attached: EditorView) => {
      const leave = outer?.(attached)
      setView(attached)
      return () => {
        leave?.()
        setView(null)
      }
    },
    [outer],
  )
  useSentenceMarks({
    view,
    judged: live.last,
    states,
    onCursor: (offset) => moveTo({ field: 'content', offset }),
  })

  const actions = useSourceActions({ articleId, live, readForm, setOpened })

  const focusText = useCallback(() => view?.focus(), [view])
  const goTo = useCallback(
    (index: number) => {
      const sentence = sentences[index]
      const state = states[index]
      if (!sentence || !state) return
      const { field, from } = sentence
      onTab('sources')
      moveTo({ field, offset: from })
      setSaid(describeState(state, sentence))
      if (field === 'content') content.current?.select(from, from)
      else if (field === 'title') {
        form.setFocus('title')
        if (document.activeElement instanceof HTMLInputElement)
          document.activeElement.setSelectionRange(from, from)
      }
    },
    [sentences, states, onTab, moveTo, content, form],
  )
  const walk = useCallback(
    (direction: 'next' | 'previous') => {
      const index = nextOpen(states, current, direction)
      if (index < 0) setSaid(t('sources.none'))
      else goTo(index)
    },
    [states, current, goTo],
  )

  function ask(what: 'cite' | 'sign') {
    content.current?.leaveFullScreen()
    onTab('sources')
    setWish({ what })
  }
  useSourceKeys({ isOn, current: sentences[current], actions, walk, ask, say: setSaid })

  useImperativeHandle(ref, () => ({
    async findUncovered() {
      // Where the judge cannot be loaded, the database decides.
      const judged = await live.judgeNow(judgedTextsOf(readForm())).catch(() => [])
      return judged.filter((sentence) => stateOf(sentence, signatures) === 'red')
    },
    async saveJudged(values, publishes, save) {
      const judge = () => actions.judge(judgedTextsOf(values))
      try {
        return await saveJudged({ isSourced: isOn, publishes, judge, save })
      } catch (error) {
        if (publishes && isOn) onTab('sources')
        throw error
      }
    },
  }))

  const wasJudged = live.last !== null
  const draft = useMemo<SourcedDraft | null>(
    () =>
      stored && {
        articleId,
        stored,
        sources,
        sentences,
        states,
        signatures,
        current,
        wasJudged,
        rights,
        actions,
        wish,
        goTo,
        walk,
        focusText,
      },
    [
      articleId,
      stored,
      sources,
      sentences,
      states,
      signatures,
      current,
      wasJudged,
      rights,
      actions,
      wish,
      goTo,
      walk,
      focusText,
    ],
  )
  const isShown = isOriginal && isPending ? undefined : isOn || isBegun
  const canBegin = useHasNewsroom() && isOriginal && rights.edits && data === null && !isBegun
  const { add } = actions
  const value = useMemo(() => {
    const begin = () => {
      setIsBegun(true)
      onTab('sources')
    }
    return { isShown, draft, begin: canBegin ? begin : null, add }
  }, [isShown, draft, canBegin, onTab, add])
  return (
    <EditorAttachment value={attach}>
      <SourcesContext value={value}>
        {children}
        <Announcement>{said}</Announcement>
      </SourcesContext>
    </EditorAttachment>
  )
}

/** The sentence in which the cursor stands, or stood before the focus went elsewhere; -1 where it was in none. */
function useSentenceCursor(sentences: readonly JudgedSentence[], isOn: boolean) {
  const [point, moveTo] = useState<TextPoint | null>(null)

  useEffect(() => {
    if (!isOn) return
    function listen() {
      const element = document.activeElement
      if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return
      const field = JUDGED_FIELDS.find((name) => name === element.name)
      if (field) moveTo({ field, offset: element.selectionStart ?? 0 })
    }
    document.addEventListener('selectionchange', listen)
    document.addEventListener('focusin', listen)
    return () => {
      document.removeEventListener('selectionchange', listen)
      document.removeEventListener('focusin', listen)
    }
  }, [isOn])

  return { current: point ? sentenceAt(sentences, point) : -1, moveTo }
}

interface SourceKeysOptions {
  isOn: boolean
  /** The sentence under the cursor. */
  current: JudgedSentence | undefined
  actions: SourceActions
  walk: (direction: 'next' | 'previous') => void
  /** Shows where it is done in the panel. */
  ask: (what: 'cite' | 'sign') => void
  /** Said to screen readers. */
  say: (sentence: string) => void
}

/** The keys of an article that rests on sources. */
function useSourceKeys({ isOn, current, actions, walk, ask, say }: SourceKeysOptions): void {
  function uncite() {
    if (current) say(t(actions.uncite(current) ? 'sources.cite.taken' : 'sources.cite.none'))
  }
  const keys = [
    { key: 'k', alt: true, run: () => walk('next') },
    { key: 'k', alt: true, shift: true, run: () => walk('previous') },
    { key: 'o', alt: true, run: () => current && ask('cite') },
    { key: 'o', alt: true, shift: true, run: uncite },
    { key: 'g', alt: true, run: () => current && ask('sign') },
  ]
  useShortcuts(isOn ? keys : [])
}
