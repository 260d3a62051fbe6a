import { keptPathOf } from '#core/domain/kept-page.ts'
import { MAX_READ, MAX_SAVED, type SavedArticle, type SavedList } from '#core/domain/saved-list.ts'
import { z } from '#core/domain/schema.ts'
import { languageOfUrl } from '#core/i18n/languages.ts'

/** The limit for a file with a list. */
export const SAVED_FILE_MAX_BYTES = 1_048_576
const FORM = 'saved-articles'

const address = z
  .string()
  .max(300)
  .refine((text) => {
    const url = URL.parse(text, 'https://site.invalid')
    return url?.origin === 'https://site.invalid' && keptPathOf(url) === text && text.startsWith('/article/')
  })

const article = z.strictObject({
  address,
  id: z.guid().toLowerCase(),
  /** Shown as plain text. It has no markup, because the program never writes any. */
  title: z
    .string()
    .max(300)
    .refine((text) => !/<[a-z!/]/i.test(text))
    .optional(),
  saved: z.iso.datetime().optional(),
  read: z.iso.datetime().optional(),
})
/** An article that was neither saved nor read would be in the list, but shown nowhere. */
const listed = article.refine(({ saved, read }) => saved || read)

const file = z.strictObject({
  form: z.literal(FORM),
  version: z.literal(1),
  site: z.url().max(300),
  articles: z.array(listed).max(MAX_SAVED + MAX_READ),
})

const header = z.looseObject({ form: z.unknown(), version: z.unknown(), site: z.unknown() })

type SavedFile = z.infer<typeof file>

/** The problem of a file: a message `saved.import.…` describes it, with `what` in it. */
export interface FileProblem {
  code: 'tooLarge' | 'unreadable' | 'otherPaper' | 'newer' | 'unknownField' | 'tooMany' | 'invalid'
  what?: string
}

/** The text of a file with the list, which another browser of the reader can import. */
export function writeSavedFile({ articles }: SavedList, siteUrl: string): string {
  const written: SavedFile = {
    form: FORM,
    version: 1,
    site: siteUrl,
    articles: articles.map(({ path, id, title, saved, read }) => ({
      address: path,
      id,
      ...(article.shape.title.safeParse(title).success && { title }),
      ...(saved && { saved }),
      ...(read && { read }),
    })),
  }
  return `${JSON.stringify(written, null, 2)}\n`
}

/** The articles of a file, or its problem. The server's data replaces the file's at the next contact. */
export function readSavedFile(text: string, siteUrl: string): SavedArticle[] | FileProblem {
  if (new Blob([text]).size > SAVED_FILE_MAX_BYTES) return { code: 'tooLarge' }
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    return { code: 'unreadable' }
  }
  const checked = file.safeParse(found)
  if (!checked.success) return problemOf(found, checked.error, siteUrl)
  const { site, articles } = checked.data
  if (site !== siteUrl) return otherPaper(site)
  return articles.map(({ address: path, id, title, saved, read }) => ({
    path,
    id,
    ...(saved && { saved }),
    ...(read && { read }),
    title: title ?? path.replace(/^\/article\/|\?.*$/g, '').replaceAll('-', ' '),
    language: languageOfUrl(new URL(path, siteUrl)),
    excerpt: '',
    category: '',
    updated: '',
  }))
}

/** Names the problems that explain all others first: the list of another site, and a later version. */
function problemOf(found: unknown, { issues: [issue] }: z.ZodError, siteUrl: string): FileProblem {
  const { form, version, site } = header.safeParse(found).data ?? {}
  if (form !== FORM) return { code: 'unreadable' }
  if (typeof site === 'string' && site !== siteUrl) return otherPaper(site)
  if (typeof version === 'number' && version > 1) return { code: 'newer' }
  if (issue?.code === 'unrecognized_keys') return { code: 'unknownField', what: short(issue.keys[0] ?? '') }
  if (issue?.code === 'too_big' && issue.path.length === 1)
    return { code: 'tooMany', what: String(MAX_SAVED + MAX_READ) }
  return { code: 'invalid', what: short(issue?.path.join('.') ?? '') }
}

const otherPaper = (site: string): FileProblem => ({
  code: 'otherPaper',
  what: short(URL.parse(site)?.host ?? ''),
})

/** The text is untrusted. */
const short = (text: string) => text.replace(/[^\w.:-]/g, '').slice(0, 60)
