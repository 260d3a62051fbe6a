import { createContext, data } from 'react-router'
import type { ReportOutcome } from '#app/article/translation-report-form.server.tsx'
import type { PageRequest } from '#app/document/serve-page.tsx'
import { findPublishedArticle } from '#core/data/articles.ts'
import { RATE_LIMITED } from '#core/data/client.ts'
import { reportTranslation } from '#core/data/translation-review.ts'
import { checkTranslationReport, type ReportInput } from '#core/domain/translation-review.ts'

/** The outcome of the report that this request has sent. The action passes it to the loader, which writes the page after it. */
export const reportOutcome = createContext<ReportOutcome | null>(null)

type ReportRequest = PageRequest & { request: Request }

/** Handles the form below a translation. The page that is the response is not cached: it was posted to. */
export async function receiveReport({ server, context, params, language, request }: ReportRequest) {
  const { supabase } = server
  const article = await findPublishedArticle(supabase, params.slug ?? '', language)
  if (!article) return data(null, { status: 404 })
  // An original has no form.
  if (!article.original_article_id) return data(null, { status: 405 })
  const { typed, block } = await readForm(request)
  const report = checkTranslationReport(typed)
  const status = report ? await store({ ...report, translationId: article.id }) : 'invalid'
  if (status === 'gone') return data(null, { status: 404 })
  context.set(reportOutcome, status === 'received' ? { status, block } : { status, block, typed })
  return data(null, { status: { received: 200, invalid: 400, limited: 429 }[status] })

  async function store(values: ReportInput & { translationId: string }) {
    try {
      const answer = await reportTranslation(supabase, values)
      return answer.status === 'too_many' ? 'limited' : answer.status
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === RATE_LIMITED) return 'limited'
      throw error
    }
  }
}

/** A field that is missing, or is a file, is empty. */
async function readForm(request: Request): Promise<{ typed: ReportInput; block: number | null }> {
  const form = await request.formData().catch(() => new FormData())
  const [quote = '', comment = '', block = ''] = ['quote', 'comment', 'block'].map((name) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  })
  return { typed: { quote, comment }, block: /^[1-9]\d{0,3}$/.test(block) ? Number(block) : null }
}
