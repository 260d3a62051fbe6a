import type { TranslatedFields } from '#core/domain/article.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { TranslationEstimate } from '#core/domain/translation-run.ts'
import { contextOf } from '#core/translation/article-texts.ts'
import type { Glossary } from '#core/translation/checks/glossary.ts'
import { keepsToGlossary } from '#core/translation/plan-translation.ts'
import { batchesOf, systemTextFor } from '#server/features/translation/ask-for-segments.ts'
import { cutArticle } from '#server/features/translation/cut.ts'
import { readGlossary } from '#server/features/translation/glossary.ts'
import { keyOfText, recallTexts } from '#server/features/translation/memory.ts'
import { translatedColumns } from '#server/features/translation/read-story.ts'
import type { LanguageModel } from '#server/platform/ai/language-model.ts'
import { estimateTokens } from '#server/platform/ai/model-error.ts'
import type { Sql } from '#server/platform/database/connection.ts'

/** The most articles that are sampled, because cutting takes milliseconds each. */
const MOST_SAMPLED = 200
/** The overhead of JSON per segment, in characters. */
const AROUND_SEGMENT = 30

/** Estimates the tokens and the cost of updating translations, from the texts that are not remembered or break the glossary. */
export async function estimateTranslations(
  { sql, ai }: { sql: Sql; ai: Pick<LanguageModel, 'readState'> },
  asked: readonly { articleId: string; language: TranslatedLanguage }[],
): Promise<TranslationEstimate> {
  const step = Math.max(1, asked.length / MOST_SAMPLED)
  const sample = Array.from(
    { length: Math.min(asked.length, MOST_SAMPLED) },
    (_, index) => asked[Math.floor(index * step)],
  )
  const glossaries = await readGlossaries(sql, asked)
  let [segments, input, output] = [0, 0, 0]
  for (const one of sample) {
    if (!one) continue
    const [original] = await sql<TranslatedFields[]>`
      select ${translatedColumns()} from public.articles where id = ${one.articleId}`
    if (!original) continue
    const all = (await cutArticle(original)).segments
    const texts = all.map((segment) => ({ context: contextOf(segment), text: segment.text }))
    const known = await recallTexts(sql, texts, { language: one.language })
    const glossary = glossaries.get(one.language) ?? null
    const missing = all.filter((_, index) => {
      const wordings = known.get(keyOfText(texts[index] ?? { context: '', text: '' })) ?? []
      return !wordings.some(({ origin, text: source, translation }) =>
        keepsToGlossary(glossary, { origin, source, translation }),
      )
    })
    const characters = missing.reduce((sum, { text }) => sum + text.length + AROUND_SEGMENT, 0)
    segments += missing.length
    input += estimateTokens(characters + batchesOf(missing).length * systemTextFor(one.language).length)
    output += estimateTokens(characters)
  }
  const share = sample.length === 0 ? 1 : asked.length / sample.length
  const tokens = { input: Math.round(input * share), output: Math.round(output * share) }
  const { connection, prices, currency } = await ai.readState()
  const price = prices.find(({ model }) => model === connection?.model)
  return {
    segments: Math.round(segments * share),
    tokens,
    cost: price ? (tokens.input * price.input + tokens.output * price.output) / 1_000_000 : null,
    currency,
    sampled: sample.length < asked.length ? sample.length : null,
  }
}

async function readGlossaries(sql: Sql, asked: readonly { language: TranslatedLanguage }[]) {
  const glossaries = new Map<TranslatedLanguage, Glossary | null>()
  for (const language of new Set(asked.map(({ language }) => language)))
    glossaries.set(language, (await readGlossary(sql, language)).glossary)
  return glossaries
}
