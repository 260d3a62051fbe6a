import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { MEDIA_KEY } from '#app/admin/media/media-queries.ts'
import { createWorkerClient } from '#app/admin/stories/check/worker-client.ts'
import type { Checked } from '#core/check/check-article.ts'
import type { CheckContext, CheckInput } from '#core/check/checked-article.ts'
import type { Found } from '#core/check/finding.ts'
import { imageFacts, uploadsAmong } from '#core/check/image-facts.ts'
import { canBeAsked, checkLinks, listCheckOverrides } from '#core/data/article-checks.ts'
import { listMediaByNames } from '#core/data/media-files.ts'
import { listSettings } from '#core/data/settings.ts'
import { SOCIAL_TEXTS, TRANSLATED_FIELDS } from '#core/domain/article.ts'
import type { Language } from '#core/i18n/languages.ts'

const DEBOUNCE_MS = 600

export interface ArticleCheckRequest {
  input: CheckInput
  context: CheckContext
}

interface CheckState {
  /** The last result and its input; null before the first one. */
  checked: (Checked & { input: CheckInput }) | null
  /** True while the result belongs to an earlier text, or links are still being checked. */
  isChecking: boolean
  /** The addresses of links whose servers did not respond to the check. */
  unchecked: readonly string[]
  /** Checks another text without a delay, with the links known so far and with what the library knows of its images. */
  checkNow: (input: CheckInput) => Promise<Found[]>
}

const CHECKED_FIELDS = [
  ...TRANSLATED_FIELDS,
  'language',
  'hero_image',
  'slug',
  'publish_date',
  ...SOCIAL_TEXTS,
] as const satisfies (keyof CheckInput)[]
const NO_ADDRESSES: readonly string[] = []

/** The findings of the rules in an article, debounced. Its links and images are requested as soon as they are known. */
export function useChecked(input: CheckInput, known: Omit<CheckContext, 'links' | 'images'>): CheckState {
  const queries = useQueryClient()
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
      images: new Map(facts),
    }),
    [known, results, facts],
  )
  const values = useMemo(
    () => input,
    // biome-ignore lint/correctness/useExhaustiveDependencies: the same while the fields that are checked stay the same
    CHECKED_FIELDS.map((field) => input[field]),
  )

  const [checker] = useState(() => createWorkerClient<ArticleCheckRequest, Checked>(startWorker))
  useEffect(() => () => checker.stop(), [checker])
  useEffect(() => {
    let isWanted = true
    const show = (result: Checked) => {
      if (isWanted) setLast({ ...result, input: values, context })
    }
    // Without a connection the rules cannot be loaded; the next change tries again.
    const ignore = () => undefined
    const timer = setTimeout(
      () => void checker.send({ input: values, context }).then(show, ignore),
      DEBOUNCE_MS,
    )
    return () => {
      clearTimeout(timer)
      isWanted = false
    }
  }, [checker, values, context])

  async function checkWithImages(now: CheckInput): Promise<Checked> {
    const result = await checker.send({ input: now, context })
    const uploads = uploadsAmong(result.images, known.siteUrl)
    if (uploads.length === 0) return result
    const images = new Map(await queries.ensureQueryData(imageFactsQuery(uploads, now.language)))
    return checker.send({ input: now, context: { ...context, images } })
  }

  const isCurrent = last?.context === context && isSame(last.input, values)
  return {
    checked: last,
    isChecking: !isCurrent || links.isFetching,
    unchecked,
    async checkNow(now) {
      const result = await checkWithImages(now)
      setLast({ ...result, input: now, context })
      return result.findings
    },
  }
}

function isSame(one: CheckInput, other: CheckInput): boolean {
  return CHECKED_FIELDS.every((field) => one[field] === other[field])
}

function startWorker(): Worker {
  return new Worker(new URL('./check.worker.ts', import.meta.url), { type: 'module' })
}

const CHECK_KEY = ['check']

/** The time for which the server caches the results of links. */
const LINKS_FRESH_MS = 10 * 60_000

export const overridesKey = (articleId: string) => [...CHECK_KEY, 'overrides', articleId]

export const overridesQuery = (articleId: string) =>
  deskQuery(overridesKey(articleId), (client) => listCheckOverrides(client, articleId))

export const bannedWordsQuery = deskQuery(
  [...CHECK_KEY, 'banned-words'],
  async (client) => (await listSettings(client)).banned_words ?? null,
)

const linksQuery = (addresses: readonly string[]) =>
  queryOptions({
    ...deskQuery([...CHECK_KEY, 'links', addresses], (client) => checkLinks(client, addresses)),
    enabled: addresses.length > 0,
    staleTime: LINKS_FRESH_MS,
    placeholderData: keepPreviousData,
  })

/**
 * The alternative text and credit of images in the library, by their addresses in the article. The key is below that of the library,
 * so that a change there refetches them.
 */
const imageFactsQuery = (images: readonly { address: string; name: string }[], language: Language) =>
  queryOptions({
    ...deskQuery([...MEDIA_KEY, 'facts', language, images], async (client) => {
      const files = await listMediaByNames(client, [...new Set(images.map(({ name }) => name))])
      // A list, because results of queries are compared and stored as JSON.
      return [...imageFacts(images, files, language)]
    }),
    enabled: images.length > 0,
    placeholderData: keepPreviousData,
  })
