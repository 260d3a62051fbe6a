import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useEffect, useMemo, useRef } from 'react'
import { answerOf } from '#app/admin/kit/errors/classify-error.ts'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { signedIn } from '#app/admin/kit/session/signed-in.ts'
import type { ArticleForm } from '#app/admin/stories/article-form/article-form.ts'
import { citesOf, type LiveJudge } from '#app/admin/stories/sources/live/use-live-judge.ts'
import { SOURCES_KEY } from '#app/admin/stories/sources/sources-queries.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import { openNewsItem } from '#core/data/news-items.ts'
import {
  addArticleSources,
  judgeArticle,
  markSourceSeen,
  questionDraft,
  setSourceRemoved,
  signSentence,
  withdrawSignature,
} from '#core/data/sourced-articles.ts'
import type { Citation } from '#core/domain/sourced-article.ts'
import { type JudgedSentence, type JudgedTexts, judgedTextsOf } from '#core/newsroom/judge/judge.ts'

/** The time after which the server stores what somebody has cited by hand, so that it lasts with what is not saved yet. */
const STORE_AFTER_MS = 500

interface SourceActionsOptions {
  articleId: string
  live: LiveJudge
  readForm: () => ArticleForm
  setOpened: Dispatch<SetStateAction<ReadonlyMap<number, readonly string[]>>>
}

/** Returns what can be done with the sources of an article and its sentences. Each says in a toast why it could not be done. */
export function useSourceActions({ articleId, live, readForm, setOpened }: SourceActionsOptions) {
  const { toast } = useToast()
  const queries = useQueryClient()
  const latest = useRef({ live, readForm })
  useEffect(() => {
    latest.current = { live, readForm }
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  return useMemo(() => {
    const refuse = (sentence: string) =>
      toast({ title: t('ui.error'), description: sentence, variant: 'destructive' })
    const reload = () => queries.invalidateQueries({ queryKey: [...SOURCES_KEY, articleId] })

    /** Resolves to the result, or to null where it failed. */
    async function attempt<Result>(request: () => Promise<Result>): Promise<Result | null> {
      try {
        return await request()
      } catch (error) {
        refuse(describeError(error))
        return null
      }
    }

    /** Has the server judge these texts, with what their sentences rest on here. */
    async function judge(texts: JudgedTexts): Promise<void> {
      const { pool, judgeNow } = latest.current.live
      // Where the judge cannot be loaded here, the server goes by what it knows of the sentences.
      const cites = citesOf(await judgeNow(texts).catch(() => []))
      const asked = { articleId, texts, ...(cites.length > 0 && { cites }) }
      answerOf(await signedIn((client) => judgeArticle(client, asked)))
      pool.stored()
    }
    const judgeForm = () => judge(judgedTextsOf(latest.current.readForm()))

    function bind({ text, kind }: JudgedSentence, cites: Pick<Citation, 'source' | 'sentence'>[]) {
      const { pool, judgeNow } = latest.current.live
      pool.set({ text, kind, cites: cites.map(({ source, sentence }) => ({ source, sentence })) })
      void judgeNow().catch(() => undefined)
      clearTimeout(timer.current)
      // Where it fails, the next save sends it again.
      timer.current = setTimeout(() => void judgeForm().catch(() => undefined), STORE_AFTER_MS)
    }

    return {
      judge,
      cite(sentence: JudgedSentence, cited: Pick<Citation, 'source' | 'sentence'>): void {
        if (!sentence.cites.some((one) => isSame(one, cited))) bind(sentence, [...sentence.cites, cited])
      },
      /** Takes one of the cited sentences away, or all of them; false where there is none. */
      uncite(sentence: JudgedSentence, cited?: Citation): boolean {
        if (sentence.cites.length === 0) return false
        bind(sentence, cited ? sentence.cites.filter((one) => !isSame(one, cited)) : [])
        return true
      },
      async sign({ key }: JudgedSentence, reason: string): Promise<boolean> {
        const answer = await attempt(async () => {
          // The server signs what it has judged.
          await judgeForm()
          return signedIn((client) => signSentence(client, { articleId, key, reason }))
        })
        if (answer?.status === 'gone') refuse(t('sources.sign.gone'))
        if (answer?.status === 'not_signable') refuse(t('sources.sign.not'))
        await reload()
        return answer?.status === 'signed'
      },
      async withdraw(key: string): Promise<boolean> {
        const isDone = await attempt(() =>
          signedIn((client) => withdrawSignature(client, { articleId, key })),
        )
        if (isDone === false) refuse(t('sources.sign.published'))
        await reload()
        return isDone === true
      },
      async setRemoved(number: number, removed: boolean): Promise<boolean> {
        const isDone = await attempt(async () => {
          const changed = await signedIn((client) => setSourceRemoved(client, { articleId, number, removed }))
          await reload()
          return changed
        })
        // Sentences that rest on it are judged again before somebody else needs it.
        if (isDone) await judgeForm().catch(() => undefined)
        return isDone === true
      },
      async markSeen(number: number): Promise<void> {
        await attempt(() => signedIn((client) => markSourceSeen(client, { articleId, number })))
        await reload()
      },
      /** Lets the article rest on these items, too. */
      async add(itemIds: string[]): Promise<boolean> {
        const added = await attempt(async () =>
          answerOf(await signedIn((client) => addArticleSources(client, { articleId, itemIds }))),
        )
        await reload()
        return added !== null
      },
      /** Reads the whole text of a source. */
      async open(number: number, itemId: string): Promise<boolean> {
        const item = await attempt(async () =>
          answerOf(await signedIn((client) => openNewsItem(client, itemId))),
        )
        if (item) setOpened((known) => new Map([...known, [number, item.sentences]]))
        return item !== null
      },
      /** Asks the model which sentences it doubts; null where it could not be asked. */
      async question(): Promise<number | null> {
        const answer = await attempt(async () => {
          await judgeForm()
          return answerOf(await signedIn((client) => questionDraft(client, articleId)))
        })
        await reload()
        return answer?.doubts.length ?? null
      },
    }
  }, [articleId, queries, toast, setOpened])
}

export type SourceActions = ReturnType<typeof useSourceActions>

const isSame = (one: Pick<Citation, 'source' | 'sentence'>, other: Pick<Citation, 'source' | 'sentence'>) =>
  one.source === other.source && one.sentence === other.sentence
