import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { ArticleForm } from '#app/admin/stories/article-form/article-form.ts'
import { createWorkerClient } from '#app/admin/stories/check/worker-client.ts'
import { type BindingPool, createBindingPool } from '#app/admin/stories/sources/live/binding-pool.ts'
import type { SourcesOfArticle } from '#app/admin/stories/sources/sources-queries.ts'
import {
  type Binding,
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
