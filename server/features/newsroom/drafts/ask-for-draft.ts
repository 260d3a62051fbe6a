import * as z from 'zod'
import type { DraftLength } from '#core/domain/sourced-article.ts'
import type { NumberedSource } from '#server/features/newsroom/drafts/sources.ts'
import type { LanguageModel } from '#server/platform/ai/language-model.ts'

const MAX_TEXT = 20_000
/** Far more than can be used of an answer. */
const MAX_SENTENCES = 1_000

/**
 * Replaces what the database cannot store with another character that no text may have, so that the answer is stored and the text left out.
 */
const storable = (text: string) => text.replace(/[\0\p{Cs}]/gu, '\u0001')
const text = z.string().max(MAX_TEXT).transform(storable).catch('')

const sentence = z
  .object({
    text,
    cites: z.array(z.string().max(100).transform(storable)).max(100).catch([]),
    kind: z.enum(['fact', 'quote', 'context']).catch('fact'),
  })
  .catch(({ value }) => ({ text: text.parse(value), cites: [], kind: 'fact' as const }))

/** Every part is looked at on its own, so that one that cannot be used does not discard the others. */
export const draftAnswer = z.object({
  title: text,
  subtitle: text,
  excerpt: text,
  sentences: z
    .array(z.unknown())
    .min(1)
    .transform((given) => given.slice(0, MAX_SENTENCES))
    .pipe(z.array(sentence)),
})
export type DraftAnswer = z.infer<typeof draftAnswer>

interface DraftQuestion {
  length: DraftLength
  question: string
  sources: readonly NumberedSource[]
  /** The words that the publication does not want to read. */
  bannedWords: readonly string[]
  /** Requests of one caller wait in line behind each other. */
  caller: string
  signal: AbortSignal
}

const MAX_OUTPUT_TOKENS = 12_000

/**
 * Asks the model once for a draft from numbered sentences.
 * @throws ModelError
 */
export async function askForDraft(
  ai: Pick<LanguageModel, 'askModel'>,
  { length, question, sources, bannedWords, caller, signal }: DraftQuestion,
): Promise<{ answer: DraftAnswer; model: string }> {
  const { answer, model } = await ai.askModel({
    system: systemTextFor(bannedWords),
    input: { task: 'draft', language: 'en', length, question, sources },
    answer: draftAnswer,
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    caller,
    signal,
  })
  return { answer, model }
}

function systemTextFor(bannedWords: readonly string[]): string {
  const never = bannedWords.map((word) => word.replace(/\s+/g, ' ').trim()).filter((word) => word !== '')
  return `You are a journalist of a news publication. You write a draft in English from what other publications report: factual, clear and calm, without hype, in sentences of at most 30 words.

The object has "sources", each with an "id", its "outlet", the time when it was "published", and its "sentences", each with an "id" and a "text". "length" is short (about 150 words), medium (about 400) or long (about 900), \
and "question", when it is not empty, says what the draft is to answer. Sources may be in other languages. \
Answer with {"title","subtitle","excerpt","sentences":[{"text","cites","kind"}]}.

- "sentences": the draft in its order, one sentence each. "cites" has the ids of the sentences that say what this one says, such as "2.14", and no others; every sentence cites at least one. \
"kind" is "fact", "quote", or "context" for what explains or connects.
- A sentence of the kind "quote" cites one sentence with words in quotation marks. We put the exact words, the speaker and the outlet in its place; its "text" only says which words are meant. \
No other sentence has words in quotation marks.
- "title": at most 90 characters. "subtitle": one sentence. "excerpt": one or two sentences, at most 250 characters. They say only what sentences of the draft say.

Rules:
- Say only what the cited sentences say. Nothing from elsewhere: no facts, names, numbers, dates, causes or judgements of your own.
- Numbers, dates, units and currencies stay as they are: not rounded, converted or added up. Names are written as in the sources, and stay with what was said of them.
- What a source denies, doubts, plans, expects or only claims stays so: "denied", "may", "plans to", "said".
- Use your own words: never more than eight words in a row as in a source.
- Where only one source says something, name its outlet: "Harbour News reports that …". Where sources differ, say what each says.
- Plain text only: no links, addresses, HTML, Markdown, emoji or line breaks.${never.length > 0 ? `\n- Never use these words: ${never.map((word) => JSON.stringify(word)).join(', ')}.` : ''}`
}
