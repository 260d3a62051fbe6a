import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { uncoveredOf } from '#app/admin/kit/errors/classify-error.ts'
import type { ArticleForm } from '#app/admin/stories/article-form/article-form.ts'
import { createWorkerClient } from '#app/admin/stories/check/worker-client.ts'
import type { SourcesOfArticle } from '#app/admin/stories/sources/sources-queries.ts'
import type { SentCites } from '#core/data/sourced-articles.ts'
import {
  type Binding,
  citeId,
  type JudgeContext,
  type JudgedSentence,
  type JudgedTexts,
  judgedTextsOf,
} from '#core/newsroom/judge/judge.ts'

export type JudgeRequest = { context: JudgeContext } | { texts: JudgedTexts; bindings: Binding[] }

/** The text of the editor itself comes 100 ms after the last key. */
const DEBOUNCE_MS = 120

export interface LiveJudgement {
  texts: JudgedTexts
  sentences: JudgedSentence[]
}

export interface LiveJudge {
  /** The last judgement; null before the first one. */
  last: LiveJudgement | null
  pool: BindingPool
  /** Judges these texts, or those of the form. @throws when the judge cannot be loaded */
  judgeNow: (texts?: JudgedTexts) => Promise<JudgedSentence[]>
}

/** Judges the form after each pause in typing. Nothing is loaded while `context` is null. */
export function useLiveJudge(
  form: UseFormReturn<ArticleForm>,
  context: JudgeContext | null,
  stored: SourcesOfArticle | null,
): LiveJudge {
  const [pool] = useState(createBindingPool)
  const [last, setLast] = useState<LiveJudgement | null>(null)
  const turn = useRef(0)
  const judge = useMemo(
    () => context && createWorkerClient<JudgeRequest, JudgedSentence[]>(startWorker, { context }),
    [context],
  )
  useEffect(() => () => judge?.stop(), [judge])

  const judgeNow = useCallback(
    async (given?: JudgedTexts) => {
      if (!judge) return []
      // The text as the editor has it, so that places in it are those of the cursor.
      const texts = given ?? withLineFeeds(judgedTextsOf(form.getValues()))
      // The text that is saved may be another one than that of the form, and then takes no turn from it.
      const own = given ? null : ++turn.current
      const sentences = await judge.send({ texts, bindings: pool.all() })
      if (own !== turn.current) return sentences
      pool.follow(sentences)
      setLast({ texts, sentences })
      return sentences
    },
    [form, judge, pool],
  )
  // Without a connection the judge cannot be loaded; the next change tries again.
  const judgeAgain = useEffectEvent(() => void judgeNow().catch(() => undefined))

  useEffect(() => {
    if (!judge) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback() {
        clearTimeout(timer)
        timer = setTimeout(judgeAgain, DEBOUNCE_MS)
      },
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [form, judge])

  useEffect(() => {
    if (!stored || !judge) return
    pool.learn(stored.sentences)
    pool.learn(stored.unsaved)
    judgeAgain()
  }, [stored, judge, pool])

  return useMemo(() => ({ last, pool, judgeNow }), [last, pool, judgeNow])
}

const withLineFeeds = (texts: JudgedTexts) => ({ ...texts, content: texts.content.replace(/\r\n?/g, '\n') })

const startWorker = () => new Worker(new URL('./judge.worker.ts', import.meta.url), { type: 'module' })

/** More than a long article has, so that what is cut and pasted again, or undone, is still known. */
const MAX_BINDINGS = 2_000

/** The sources of sentences, as far as this form has seen them: those of the server, and those of the text while it changes. */
interface BindingPool {
  /** Those of the text as it was judged last, in its order, and then those that are not in it any more. */
  all: () => Binding[]
  /** Takes over what the server knows, except where somebody has cited or uncited here since it was stored last. */
  learn: (stored: readonly Binding[]) => void
  /** Follows the text: what a sentence rests on is known by its present words, too. */
  follow: (judged: readonly JudgedSentence[]) => void
  /** Says by hand what a sentence rests on. */
  set: (binding: Binding) => void
  /** The server has stored what was said by hand until now. */
  stored: () => void
}

/** Bindings by the words of their sentences. */
export function createBindingPool(): BindingPool {
  const known = new Map<string, Binding>()
  let present: Binding[] = []
  let byHand = new Set<string>()

  function put(binding: Binding) {
    known.set(binding.text, binding)
    if (known.size <= MAX_BINDINGS) return
    const [oldest] = known.keys()
    if (oldest !== undefined) known.delete(oldest)
  }

  return {
    all() {
      const texts = new Set(present.map(({ text }) => text))
      const others = [...known.values()].filter(({ text }) => !texts.has(text))
      return [...present.map((binding) => known.get(binding.text) ?? binding), ...others]
    },
    learn(stored) {
      for (const { text, kind, cites } of stored)
        if (!byHand.has(text) && (cites.length > 0 || known.has(text))) put({ text, kind, cites })
    },
    follow(judged) {
      present = judged
        .filter(({ kind }) => kind !== 'heading')
        .map(({ text, kind, cites }) => ({ text, kind, cites }))
      for (const binding of present) if (binding.cites.length > 0) put(binding)
    },
    set(binding) {
      byHand.add(binding.text)
      put(binding)
    },
    stored() {
      byHand = new Set()
    },
  }
}

/** Returns what the sentences of a text rest on, for the server; also those that rest on nothing, which it must not guess. */
export const citesOf = (judged: readonly JudgedSentence[]): SentCites[] =>
  judged
    .filter(({ kind }) => kind !== 'heading')
    .map(({ text, kind, cites }) => ({ text, kind, cites: cites.map(citeId) }))

interface SaveJudgedOptions<Saved> {
  /** True if the article is known to rest on sources. */
  isSourced: boolean
  publishes: boolean
  /** Has the server judge exactly the texts that are saved. */
  judge: () => Promise<unknown>
  save: () => Promise<Saved>
}

/**
 * Saves texts of an article after its sentences were compared with their sources. A draft is saved even if that fails, because what its
 * sentences rest on is sent again with the next save.
 */
export async function saveJudged<Saved>(options: SaveJudgedOptions<Saved>): Promise<Saved> {
  const { isSourced, publishes, judge, save } = options
  if (isSourced) {
    try {
      await judge()
    } catch (error) {
      if (publishes) throw error
    }
  }
  try {
    return await save()
  } catch (error) {
    if (uncoveredOf(error) !== 'articles_judged') throw error
  }
  // Its sources have changed since, or it got the first one.
  await judge()
  return save()
}
