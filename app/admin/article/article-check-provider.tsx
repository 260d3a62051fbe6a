import {
  createContext,
  type Ref,
  use,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type ArticleForm, inputOf } from '#app/admin/article/article-form.ts'
import { type ArticleCheck, type Finding, useArticleCheck } from '#app/admin/check/use-article-check.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'

const DEBOUNCE_MS = 500

interface CheckResult {
  /** The form, debounced. */
  debounced: ArticleForm
  check: ArticleCheck
  replaceImage: (before: string, after: string) => Promise<() => void>
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
  const read = useRef(readForm)
  read.current = readForm
  /** Replaces the address of an image wherever the article has it. Returns what undoes that. */
  const replaceImage = useCallback(
    async (before: string, after: string): Promise<() => void> => {
      const { replaceImage: inText } = await import('#core/markdown/source/replace-image.ts')
      const { content, hero_image } = read.current()
      const next = {
        content: inText(content, before, after),
        hero_image: hero_image === before ? after : hero_image,
      }
      const set = (values: typeof next) => {
        form.setValue('content', values.content, { shouldDirty: true })
        form.setValue('hero_image', values.hero_image, { shouldDirty: true })
      }
      set(next)
      return () => {
        const now = read.current()
        // What was typed meanwhile stays.
        const isSame = now.content === next.content
        set({
          content: isSame ? content : inText(now.content, after, before),
          hero_image: now.hero_image === after ? hero_image : now.hero_image,
        })
      }
    },
    [form],
  )

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
