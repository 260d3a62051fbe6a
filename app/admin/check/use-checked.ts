import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { createArticleChecker } from '#app/admin/check/article-checker.ts'
import { imageFactsQuery, linksQuery } from '#app/admin/check/check-queries.ts'
import type { Checked } from '#core/check/check-article.ts'
import type { CheckContext, CheckInput } from '#core/check/checked-article.ts'
import type { Found } from '#core/check/finding.ts'
import { canBeAsked } from '#core/data/article-checks.ts'
import { TRANSLATED_FIELDS } from '#core/domain/article.ts'
import { localImagePath } from '#core/domain/hero-image.ts'
import { fileNameOf } from '#core/domain/image-address-input.ts'

/** Nothing is checked while somebody is typing. */
const PAUSE_MS = 600

export interface CheckState {
  /** What was found last, and in what; null until the first time. */
  checked: (Checked & { input: CheckInput }) | null
  /** Whether the result is of an earlier text, or servers have not answered yet. */
  isChecking: boolean
  /** The addresses of links that could not be checked, because their servers did not answer a program. */
  unchecked: readonly string[]
  /** Checks another text at once, with what is known of links and images so far. */
  checkNow: (input: CheckInput) => Promise<Found[]>
}

const CHECKED_FIELDS = [
  ...TRANSLATED_FIELDS,
  'language',
  'hero_image',
  'slug',
  'publish_date',
] as const satisfies (keyof CheckInput)[]
const NO_ADDRESSES: readonly string[] = []

/** What the rules find in an article, some time after its last change. Its links and images are asked for as soon as they are known. */
export function useChecked(input: CheckInput, known: Omit<CheckContext, 'links' | 'images'>): CheckState {
  const [last, setLast] = useState<(Checked & { input: CheckInput; context: CheckContext }) | null>(null)
  const facts = useQuery(
    imageFactsQuery(uploadsAmong(last?.images ?? NO_ADDRESSES, known.siteUrl), input.language),
  ).data
  const addresses = last?.addresses ?? NO_ADDRESSES
  const links = useQuery(linksQuery(addresses))
  const results = links.data
  const isAsked = !links.isFetching && !links.isPlaceholderData
  const unchecked = useMemo(() => {
    if (!isAsked) return NO_ADDRESSES
    const known = new Set((results ?? []).flatMap(({ url, state }) => (state === 'unsure' ? [] : url)))
    return addresses.filter((address) => canBeAsked(address) && !known.has(address))
  }, [isAsked, results, addresses])
  const context = useMemo(
    () => ({
      ...known,
      links: new Map((results ?? []).map((result) => [result.url, result])),
      images: new Map((facts ?? []).map((image) => [image.address, image])),
    }),
    [known, results, facts],
  )
  const values = useMemo(
    () => input,
    // biome-ignore lint/correctness/useExhaustiveDependencies: the same while the fields that are checked stay the same
    CHECKED_FIELDS.map((field) => input[field]),
  )

  const [checker] = useState(() => createArticleChecker(startWorker))
  useEffect(() => () => checker.stop(), [checker])
  useEffect(() => {
    let isWanted = true
    const show = (result: Checked) => {
      if (isWanted) setLast({ ...result, input: values, context })
    }
    // Without a connection the rules cannot be loaded; the next change tries again.
    const ignore = () => undefined
    const timer = setTimeout(() => void checker.check(values, context).then(show, ignore), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      isWanted = false
    }
  }, [checker, values, context])

  const isCurrent = last?.context === context && isSame(last.input, values)
  return {
    checked: last,
    isChecking: !isCurrent || links.isFetching,
    unchecked,
    async checkNow(now) {
      const result = await checker.check(now, context)
      setLast({ ...result, input: now, context })
      return result.findings
    },
  }
}

function isSame(one: CheckInput, other: CheckInput): boolean {
  return CHECKED_FIELDS.every((field) => one[field] === other[field])
}

/** The images that the library may know, each with the name of its file. */
function uploadsAmong(addresses: readonly string[], siteUrl: string): { address: string; name: string }[] {
  return addresses.flatMap((address) => {
    const path = localImagePath(address, siteUrl)
    const name = path && fileNameOf(`/${path}`)
    return name ? [{ address, name }] : []
  })
}

function startWorker(): Worker {
  return new Worker(new URL('./check.worker.ts', import.meta.url), { type: 'module' })
}
