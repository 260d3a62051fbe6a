import { createContext, type Ref, use, useEffect, useImperativeHandle, useMemo, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type ArticleForm, inputOf } from '#app/admin/stories/article-form/article-form.ts'
import {
  type ArticleCheck,
  type Finding,
  useArticleCheck,
} from '#app/admin/stories/check/use-article-check.ts'
import { type ReplaceImage, useReplaceImage } from '#app/admin/stories/check/use-replace-image.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'

const DEBOUNCE_MS = 500

interface CheckResult {
  /** The form, debounced. */
  debounced: ArticleForm
  check: ArticleCheck
  replaceImage: ReplaceImage
}

export interface ArticleCheckHandle {
  /** Checks what is in the form now. */
  checkNow: () => Promise<readonly Finding[]>
}

const CheckContext = createContext<CheckResult | null>(null)

interface ArticleCheckProviderProps
  extends Pick<ArticleInput, 'language' | 'original_article_id' | 'published'> {
  articleId: string
  form: UseFormReturn<ArticleForm>
  readForm: () => ArticleForm
  ref: Ref<ArticleCheckHandle>
  children: React.ReactNode
}

/** Checks the article after each pause in typing, and provides the result to the fields. */
export function ArticleCheckProvider(props: ArticleCheckProviderProps) {
  const { articleId, form, readForm, ref, children, language, original_article_id, published } = props
  const [debounced, setDebounced] = useState(() => form.getValues())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback() {
        clearTimeout(timer)
        timer = setTimeout(() => setDebounced({ ...form.getValues() }), DEBOUNCE_MS)
      },
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [form])

  const values = useMemo(
    () => inputOf(debounced, { language, original_article_id, published }),
    [debounced, language, original_article_id, published],
  )
  const check = useArticleCheck({ id: articleId, values })
  const replaceImage = useReplaceImage(form, readForm)
  const result = useMemo(() => ({ debounced, check, replaceImage }), [debounced, check, replaceImage])
  useImperativeHandle(ref, () => ({
    async checkNow() {
      const now = readForm()
      setDebounced(now)
      try {
        return await check.checkNow(inputOf(now, { language, original_article_id, published }))
      } catch {
        // Without a connection the rules may fail to load; the last findings are returned.
        return check.findings
      }
    },
  }))
  return <CheckContext value={result}>{children}</CheckContext>
}

export function useArticleCheckResult(): CheckResult {
  const result = use(CheckContext)
  if (!result) throw new Error('useArticleCheckResult needs a ArticleCheckProvider above it')
  return result
}
