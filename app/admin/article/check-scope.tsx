import { createContext, type Ref, use, useEffect, useImperativeHandle, useMemo, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type ArticleForm, inputOf } from '#app/admin/article/article-form.ts'
import { type ArticleCheck, type Finding, useArticleCheck } from '#app/admin/check/use-article-check.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'

const QUIET_MS = 500

interface CheckResult {
  /** The form as it was when nobody had typed for a moment. */
  settled: ArticleForm
  check: ArticleCheck
}

export interface CheckScopeHandle {
  /** Checks what is in the form now. */
  checkNow: () => Promise<readonly Finding[]>
}

const CheckContext = createContext<CheckResult | null>(null)

interface CheckScopeProps extends Pick<ArticleInput, 'language' | 'original_article_id' | 'published'> {
  articleId: string
  form: UseFormReturn<ArticleForm>
  readForm: () => ArticleForm
  ref: Ref<CheckScopeHandle>
  children: React.ReactNode
}

/** Checks the article after every pause in the typing, for the parts of the form that ask for the result. */
export function CheckScope(props: CheckScopeProps) {
  const { articleId, form, readForm, ref, children, language, original_article_id, published } = props
  const [settled, setSettled] = useState(() => form.getValues())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback() {
        clearTimeout(timer)
        timer = setTimeout(() => setSettled({ ...form.getValues() }), QUIET_MS)
      },
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [form])

  const values = useMemo(
    () => inputOf(settled, { language, original_article_id, published }),
    [settled, language, original_article_id, published],
  )
  const check = useArticleCheck({ id: articleId, values })
  const result = useMemo(() => ({ settled, check }), [settled, check])
  useImperativeHandle(ref, () => ({
    async checkNow() {
      const now = readForm()
      setSettled(now)
      try {
        return await check.checkNow(inputOf(now, { language, original_article_id, published }))
      } catch {
        // Without a connection the rules may not be there; what they found last is.
        return check.findings
      }
    },
  }))
  return <CheckContext value={result}>{children}</CheckContext>
}

export function useArticleCheckResult(): CheckResult {
  const result = use(CheckContext)
  if (!result) throw new Error('useArticleCheckResult needs a CheckScope above it')
  return result
}
