import * as z from 'zod'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { FailedSegment } from '#core/domain/translation-run.ts'
import { promptNameOf } from '#core/languages/prompt-names.ts'
import type { Glossary } from '#core/translation/checks/glossary.ts'
import { describeProblem } from '#core/translation/describe-problem.ts'
import type { Segment } from '#core/translation/segment.ts'
import type { AnswerCheck } from '#server/features/translation/cut.ts'
import type { LanguageModel } from '#server/platform/ai/language-model.ts'
import { ModelError, type TokenUsage } from '#server/platform/ai/model-error.ts'

interface SegmentRequest {
  /** In the order of the article, each text once. */
  segments: readonly Segment[]
  language: TranslatedLanguage
  /** Of the article. */
  title: string
  check: AnswerCheck
  glossary: Glossary | null
  /** The style note of the publication for this language. */
  style: string
  /** Requests of one caller wait in line behind each other. */
  caller: string
  signal: AbortSignal
}

export interface AnsweredBatch {
  /** The translations that passed every check, by the ids of their segments. */
  passed: Map<string, string>
  failed: FailedSegment[]
  /** The fault in the form of the last answer, in words for the model. */
  unusable: string | null
  usage: TokenUsage
  model: string | null
}

/** Batches do not depend on each other's answers. */
const BATCHES_AT_ONCE = 4
/** The number of failures after which the remaining segments are not requested. */
const MOST_FAILURES = 100
const MAX_ANSWER_CHARACTERS = 200_000

const answer = z.object({
  segments: z
    .array(z.object({ id: z.string().max(200), text: z.string().max(MAX_ANSWER_CHARACTERS) }))
    .max(1_000),
})

/**
 * Has segments translated, in batches. Each answer is checked, and failed segments are requested once more with the reasons. `onBatch` gets
 * the result of each batch at once, and `beforeRequest` may throw to stop.
 * @throws ModelError, after the requests under way have ended
 */
export async function askForSegments(
  ai: Pick<LanguageModel, 'askModel'>,
  request: SegmentRequest,
  hooks: { beforeRequest(): Promise<void>; onBatch(batch: AnsweredBatch): Promise<void> },
): Promise<void> {
  const batches = batchesOf(request.segments)
  let [next, failures] = [0, 0]
  let hasThrown = false
  const work = async () => {
    while (!hasThrown && failures < MOST_FAILURES) {
      const batch = batches[next++]
      if (!batch) return
      const answered = await askForBatch(ai, request, batch, hooks.beforeRequest)
      failures += answered.failed.length
      await hooks.onBatch(answered)
    }
  }
  const ended = await Promise.allSettled(
    Array.from({ length: BATCHES_AT_ONCE }, () =>
      work().catch((error: unknown) => {
        hasThrown = true
        throw error
      }),
    ),
  )
  for (const one of ended) if (one.status === 'rejected') throw one.reason
}

async function askForBatch(
  ai: Pick<LanguageModel, 'askModel'>,
  request: SegmentRequest,
  segments: readonly Segment[],
  beforeRequest: () => Promise<void>,
): Promise<AnsweredBatch> {
  const batch: AnsweredBatch = {
    passed: new Map(),
    failed: [],
    unusable: null,
    usage: { inputTokens: 0, outputTokens: 0 },
    model: null,
  }
  let failed: FailedSegment[] = []
  for (let asked = segments, tries = 1; asked.length > 0 && tries <= 2; tries++) {
    await beforeRequest()
    failed = await askOnce(ai, request, { asked, reasons: failed, batch })
    const ids = new Set(failed.map(({ segment }) => segment))
    asked = asked.filter(({ id }) => ids.has(id))
  }
  batch.failed = failed
  return batch
}

/** Sends one request, adds the segments that pass to the batch, and returns the others. */
async function askOnce(
  ai: Pick<LanguageModel, 'askModel'>,
  { language, title, check, glossary, style, caller, signal }: SegmentRequest,
  { asked, reasons, batch }: { asked: readonly Segment[]; reasons: FailedSegment[]; batch: AnsweredBatch },
): Promise<FailedSegment[]> {
  const failure = (segment: Segment, text: string, problems: string[]): FailedSegment => ({
    segment: segment.id,
    kind: segment.kind,
    source: segment.text,
    text,
    problems,
  })
  const addUsage = ({ inputTokens, outputTokens }: TokenUsage) => {
    batch.usage.inputTokens += inputTokens
    batch.usage.outputTokens += outputTokens
  }
  let given: z.infer<typeof answer>['segments']
  try {
    const answered = await ai.askModel({
      system: systemTextFor(language),
      message: describeReasons(reasons, batch.unusable),
      input: {
        task: 'translate',
        source: 'en',
        target: language,
        title,
        section: asked[0]?.section ?? '',
        glossary: termsFor(glossary, asked),
        style,
        segments: asked.map(({ id, text }) => ({ id, text })),
      },
      answer,
      caller,
      signal,
    })
    addUsage(answered.usage)
    batch.model = answered.model
    batch.unusable = null
    given = answered.answer.segments
  } catch (error) {
    if (!(error instanceof ModelError) || error.code !== 'answer_unusable') throw error
    if (error.usage) addUsage(error.usage)
    batch.unusable = error.problem
    return asked.map((segment) => failure(segment, '', [error.message]))
  }

  const texts = new Map<string, string>()
  const ambiguous = new Set<string>()
  for (const { id, text } of given) {
    if (texts.has(id) && texts.get(id) !== text) ambiguous.add(id)
    texts.set(id, text)
  }
  const answers = new Map(asked.flatMap(({ id }) => (texts.has(id) ? [[id, texts.get(id) ?? '']] : [])))
  const problems = await check.all(answers)
  return asked.flatMap((segment) => {
    const { id } = segment
    const text = answers.get(id)
    if (text === undefined) return [failure(segment, '', [LEFT_OUT])]
    const found = (problems.get(id) ?? []).map(describeProblem)
    if (ambiguous.has(id)) found.push(TWO)
    if (found.length > 0) return [failure(segment, text, found)]
    batch.passed.set(id, text)
    return []
  })
}

const LEFT_OUT = 'The model has left this text out. Write it yourself, or ask the model again.'
const TWO =
  'The model gave two translations of this text, of which this is the last. Read it, then change or approve it.'

/** The terms of the glossary that occur in these texts, and all forbidden ones. */
function termsFor(glossary: Glossary | null, segments: readonly Segment[]) {
  if (!glossary) return []
  const terms = new Set([...segments.flatMap(({ text }) => glossary.termsIn(text)), ...glossary.forbidden])
  return [...terms].map(({ term, rule, as = '' }) => ({ term, rule, as }))
}

const MAX_REASONS = 60

function describeReasons(failed: readonly FailedSegment[], unusable: string | null): string {
  if (failed.length === 0) return ''
  if (unusable !== null)
    return `The last answer could not be used: ${unusable}\nTranslate these segments again.`
  const lines = failed.flatMap(({ segment, problems }) =>
    problems.slice(0, 5).map((problem) => `- Segment ${segment}: ${problem.replace(/\s+/g, ' ')}`),
  )
  return `The last answer could not be used. Translate these segments again, without these mistakes:\n${lines.slice(0, MAX_REASONS).join('\n')}`
}

const MOST_SEGMENTS = 20
const MOST_CHARACTERS = 6_000

/** Groups segments into requests: consecutive ones of one section. A long segment has a request of its own. */
export function batchesOf(segments: readonly Segment[]): Segment[][] {
  const batches: Segment[][] = []
  let characters = 0
  for (const segment of segments) {
    const batch = batches.at(-1)
    characters += segment.text.length
    if (
      batch &&
      batch[0]?.section === segment.section &&
      batch.length < MOST_SEGMENTS &&
      characters <= MOST_CHARACTERS
    )
      batch.push(segment)
    else {
      batches.push([segment])
      characters = segment.text.length
    }
  }
  return batches
}

/** The system prompt for translations into a language. */
export function systemTextFor(language: TranslatedLanguage): string {
  return `You translate articles of a news publication from English into ${promptNameOf(language)}, as an experienced journalist of that language would write them: \
accurate, natural, in the tone of the original. Nothing is added, left out, explained or shortened.

The object has "segments", each with an "id" and a "text". They follow each other in the article whose "title" is given, in the part below the heading "section"; both are only context. \
Answer with {"segments":[{"id","text"}]}: each segment that was given, once, under its id, with its translation as text.

Rules:
- Tags such as <b1>…</b1>, <a1>…</a1>, <c1/> and <m1/> stand for marks, links, code and images. Each tag of a text stands in its translation exactly once and unchanged, around the corresponding words or in the corresponding place; a tag inside another stays inside it. No other tags.
- No Markdown, HTML, links, addresses or notes that the text does not have.
- Every number, unit, date and magnitude keeps its value; it is written as is usual in the language (6.5bn is 6,5 Milliarden in German). Nothing is converted: dollars stay dollars, miles stay miles.
- Names of people, companies and products stay as they are, unless the language has a usual form.
- "glossary": a term with the rule "keep" stays as it is, one with "translate-as" becomes what "as" says, in the form that grammar asks for, and one with "never" is not used.
- "style" says how the publication wants its texts in this language to be.
- A segment whose id begins with "correction" is a line of a note that tells readers what was wrong in the article.
- A text that needs no translation, such as a name, is answered as it is.`
}
