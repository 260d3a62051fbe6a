import { useQuery } from '@tanstack/react-query'
import { createContext, type Ref, use, useEffect, useImperativeHandle, useMemo, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { MarkdownMark } from '#app/admin/editor/markdown-editor-props.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { useSections } from '#app/admin/settings/sections/use-sections.ts'
import { type ArticleForm, inputOf } from '#app/admin/stories/article-form/article-form.ts'
import { describeFinding } from '#app/admin/stories/check/describe-finding.ts'
import {
  bannedWordsQuery,
  overridesKey,
  overridesQuery,
  useChecked,
} from '#app/admin/stories/check/use-checked.ts'
import { type ReplaceImage, useReplaceImage } from '#app/admin/stories/check/use-replace-image.ts'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import type { Finding, Found, Place } from '#core/check/finding.ts'
import { followEdit } from '#core/check/follow-edit.ts'
import { overrideFinding, withdrawOverride } from '#core/data/article-checks.ts'
import { TRANSLATED_FIELDS, type TranslatedFields } from '#core/domain/article.ts'
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

export interface ArticleCheck {
  findings: readonly Finding[]
  /** The open findings in the content, as marks for the editor. */
  marks: readonly MarkdownMark[]
  /** True while a check is running, of links for instance. */
  isChecking: boolean
  /** The addresses of links whose servers did not respond to the check. */
  unchecked: readonly string[]
  /** True if there is a result. */
  wasChecked: boolean
  /** Checks these values without a delay. */
  checkNow: (values: ArticleInput) => Promise<readonly Finding[]>
  override: (finding: Finding, reason: string) => Promise<void>
  withdraw: (finding: Finding) => Promise<void>
}

/** Checks an article while it is edited. `id` may be that of an article that is not stored yet. */
function useArticleCheck({ id, values }: { id: string; values: ArticleInput }): ArticleCheck {
  const { siteUrl } = useSiteData()
  const { categories } = useSections()
  const words = useQuery(bannedWordsQuery).data?.[values.language]
  const overrides = useQuery(overridesQuery(id)).data
  const known = useMemo(
    () => ({ siteUrl, categories, bannedWords: words ?? [] }),
    [siteUrl, categories, words],
  )
  const { checked, isChecking, unchecked, checkNow } = useChecked(values, known)
  const invalidates = [overridesKey(id)]
  const override = useDeskMutation({ run: overrideFinding, invalidates })
  const withdraw = useDeskMutation({
    run: (client, finding: string) => withdrawOverride(client, id, finding),
    invalidates,
  })

  const reasons = useMemo(
    () => new Map((overrides ?? []).map(({ finding, reason }) => [finding, reason])),
    [overrides],
  )
  const findings = useMemo(() => {
    if (!checked) return []
    const follow = followEdits(checked.input, values)
    return checked.findings.map((found) => asFinding(follow(found), reasons))
  }, [checked, reasons, values])
  const marks = useMemo(() => findings.flatMap(marksOf), [findings])

  return {
    findings,
    marks,
    isChecking,
    unchecked,
    wasChecked: checked !== null,
    checkNow: async (now) => (await checkNow(now)).map((found) => asFinding(found, reasons)),
    override: (finding, reason) => override.mutateAsync({ article_id: id, finding: finding.id, reason }),
    withdraw: (finding) => withdraw.mutateAsync(finding.id),
  }
}

function asFinding(found: Found, reasons: ReadonlyMap<string, string>): Finding {
  return { ...found, message: describeFinding(found), reason: reasons.get(found.id) ?? null }
}

/** Maps the places of findings to the edited texts. */
function followEdits(before: Partial<TranslatedFields>, after: TranslatedFields): (found: Found) => Found {
  const moves = new Map<string, (place: Place) => Place | null>(
    TRANSLATED_FIELDS.map((field) => [field, followEdit(before[field] ?? '', after[field] ?? '')]),
  )
  const move = (field: Found['field'], place: Place) => moves.get(field)?.(place) ?? null
  return (found) => {
    const { field, place, related } = found
    const there = related && move(related.field, related.place)
    return {
      ...found,
      place: place && move(field, place),
      related: related && there ? { field: related.field, place: there } : null,
    }
  }
}

/** The places of an open finding in the content. Where two figures do not agree, both are marked. */
function marksOf({ field, place, related, reason, message }: Finding): MarkdownMark[] {
  if (reason !== null) return []
  return [
    ...(field === 'content' && place ? [{ ...place, message }] : []),
    ...(related?.field === 'content' ? [{ ...related.place, message }] : []),
  ]
}
