import * as z from 'zod'
import { SECTION_SIZES, SECTIONS } from '#core/domain/newsletter-issue.ts'
import type { Settings } from '#core/domain/settings.ts'
import type { Language } from '#core/i18n/languages.ts'
import { promptNameOf } from '#core/languages/prompt-names.ts'
import type { Candidate } from '#server/features/newsletter/compose/read-candidates.ts'
import type { LanguageModel } from '#server/platform/ai/language-model.ts'
import { ModelError } from '#server/platform/ai/model-error.ts'

/** The part of an article that a model is given. */
type GivenArticle = Pick<Candidate, 'id' | 'title' | 'excerpt' | 'category' | 'published'>

/** Each part is validated separately, so that a malformed one does not discard the others. */
const answer = z.object({
  subject: z.unknown().optional(),
  preheader: z.unknown().optional(),
  introduction: z.unknown().optional(),
  items: z.array(z.unknown()).min(1).max(1_000),
})
export type IssueAnswer = z.infer<typeof answer>

interface IssueQuestion {
  language: Language
  /** The subject of the publication. */
  subject: Settings['subject']
  articles: readonly GivenArticle[]
  /** Requests of one caller wait in line behind each other. */
  caller: string
  /** An additional instruction, in our own words. */
  message?: string
}

export type AskedIssue =
  | { status: 'answered'; answer: IssueAnswer; model: string }
  /** `reason` is a sentence for editors. */
  | { status: 'failed'; reason: string }

/** Proxies between a desk and its server often give up after a minute. */
export const ANSWER_TIMEOUT_MS = 50_000
/** The longest excerpt that a model is given, in characters. */
const MAX_EXCERPT = 1_500
const MAX_OUTPUT_TOKENS = 8_000

/** Asks a model to choose and describe articles, with one request. A failure is returned, because an issue can be composed without a model. */
export async function askForIssue(
  ai: Pick<LanguageModel, 'askModel'>,
  { language, subject, articles, caller, message = '' }: IssueQuestion,
  timeoutMs = ANSWER_TIMEOUT_MS,
): Promise<AskedIssue> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const { answer: given, model } = await ai.askModel({
      system: systemTextFor(language, subject),
      message,
      input: {
        task: 'newsletter',
        language,
        articles: articles.map(({ id, title, excerpt, category, published }) => ({
          id,
          title,
          excerpt: excerpt.slice(0, MAX_EXCERPT).toWellFormed(),
          category,
          published,
        })),
      },
      answer,
      maxOutputTokens: MAX_OUTPUT_TOKENS,
      caller,
      signal,
    })
    return { status: 'answered', answer: given, model }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    return { status: 'failed', reason: signal.aborted ? describeTimeout(timeoutMs) : error.message }
  }
}

export const describeTimeout = (timeoutMs: number) =>
  `The language model has not answered within ${Math.ceil(timeoutMs / 1000)} seconds.`

const SIZES = new Intl.ListFormat('en').format(
  SECTIONS.map((section) => `${SECTION_SIZES[section]} in "${section}"`),
)

const ABOUT: Record<Settings['subject'], string> = { ai: ' about artificial intelligence', any: '' }

function systemTextFor(language: Language, subject: Settings['subject']): string {
  return `You are the editor of a weekly e-mail newsletter${ABOUT[subject]}. It is written in ${promptNameOf(language, { isAddressed: true })}, factual, clear and calm, without hype.

The object has "articles" of our publication, each with an "id", a "title", an "excerpt", a "category" and the time when it was "published". Choose the best of them, and write a newsletter in the language of the articles. \
Answer with {"subject","preheader","introduction","items":[{"article_id","section","summary"}]}.

- "items": the articles in the order of the newsletter. "article_id" is the id of an article as it was given, each at most once. "section" is one of: "top" (the five most important stories), "market" (companies, markets, business), \
"research" (science, models, technology, tools), "funding" (investments, startups, takeovers), "opinion" (comments and analyses), "next" (what readers should watch in the coming days). Leave a section out when no article belongs to it. \
There are at most ${SIZES}.
- "summary": two or three sentences, at most 400 characters, that say what is new and why it matters.
- "subject": one line of at most 90 characters that names the most important story. "preheader": one line of at most 120 characters that goes on where the subject ends. "introduction": two or three sentences that lead into the newsletter.

Rules:
- Say only what the title and the excerpt of an article say. No facts, names, numbers, dates or quotations that are not there.
- Plain text only: no links, addresses, HTML, Markdown, emoji or line breaks. We add the links.`
}
