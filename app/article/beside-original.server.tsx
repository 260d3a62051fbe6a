import { BlockReportForm, blockId, type ReportOutcome } from '#app/article/translation-report-form.server.tsx'
import type { ServerContext } from '#app/context.ts'
import styles from '#app/styles/beside.css?inline'
import { findPublishedOriginal } from '#core/data/articles.ts'
import type { Article } from '#core/domain/article.ts'
import { LANGUAGES, type Language } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import type { ArticleWords } from '#core/markdown/render-markdown.ts'
import type { Pictures } from '#core/markdown/show-pictures.ts'
import type { OffTurn } from '#core/off-turn.ts'
import { articlePath } from '#core/paths.ts'
import type { AlignedRow } from '#core/translation/align-blocks.ts'
import { alignVersions } from '#core/translation/align-versions.ts'
import type { ComparedBlock } from '#core/translation/compared-blocks.ts'

/** The original of a translation, to be shown beside it; null if the article is not one, or its original is not published. */
export async function findOriginalBeside(
  { supabase, readTranslatedText }: ServerContext,
  article: Pick<Article, 'id' | 'original_article_id'>,
): Promise<OriginalBeside | null> {
  if (!article.original_article_id) return null
  const [original, translated] = await Promise.all([
    findPublishedOriginal(supabase, article.original_article_id),
    readTranslatedText(article.id),
  ])
  return original && { ...original, translated }
}

/** The original that is shown beside a translation. */
export interface OriginalBeside
  extends Pick<Article, 'title' | 'subtitle' | 'content' | 'language' | 'updated_at'> {
  /** The original's text as it was translated; null if that is unknown. */
  translated: string | null
}

interface BesideOptions {
  /** The translator of the language of the translation. */
  t: Translate
  words: ArticleWords & { pictures: Pictures }
  /** The outcome of a report that was sent from one of the blocks. */
  outcome: ReportOutcome | null
  offTurn: OffTurn
}

/** Each form has a copy of its block; a text can have tens of thousands. */
const MAX_FORMS = 500

/**
 * The text of a translation, with the original beside each of its blocks, which needs no script. Parts that cannot be aligned are beside
 * each other as a whole.
 */
export async function besideOriginal(
  article: Pick<Article, 'slug' | 'language' | 'content'>,
  original: OriginalBeside,
  { t, words, outcome, offTurn }: BesideOptions,
): Promise<React.ReactNode> {
  const place = 'core/translation/align-versions.ts#alignVersions'
  const rows = await offTurn(place, alignVersions, article.content, original, words)
  const count = Math.min(rows.filter(quoteOf).length, MAX_FORMS)
  // The text may have become shorter since the form was shown.
  const reported = outcome?.block ? Math.min(outcome.block, count) : null
  let number = 0
  const leave = (
    <p className="beside-leave">
      <a href={articlePath(article)}>{t('article.beside.leave')}</a>
    </p>
  )
  return (
    <div className="beside">
      <style>{styles}</style>
      {leave}
      <div className="beside-row beside-heads">
        <p>{nameOf(article.language)}</p>
        <div lang={original.language}>
          <p>{nameOf(original.language)}</p>
          <p className="beside-title">{original.title}</p>
          {original.subtitle && <p>{original.subtitle}</p>}
        </div>
      </div>
      {rows.map((row, index) => {
        const quote = number < count ? quoteOf(row) : ''
        if (quote) number++
        const form = { article, t, quote, number, outcome: number === reported ? outcome : null }
        // biome-ignore lint/suspicious/noArrayIndexKey: rows never change places
        return <Row key={index} row={row} t={t} language={original.language} form={quote ? form : null} />
      })}
      {leave}
    </div>
  )
}

/** The words that a report of the row quotes; empty if it has no form. */
const quoteOf = ({ state, translation }: AlignedRow<ComparedBlock>) =>
  state === 'apart' ? '' : (translation[0]?.words ?? '')

interface RowProps {
  row: AlignedRow<ComparedBlock>
  t: Translate
  language: Language
  form: React.ComponentProps<typeof BlockReportForm> | null
}

/** A row whose original has nothing to add, such as a picture, is one column. */
function Row({ row, t, language, form }: RowProps) {
  const [own = '', other = ''] = [row.translation, row.original].map((blocks) =>
    blocks.map(({ html }) => html).join(''),
  )
  // In code, at most the comments are translated.
  const isCode = row.translation[0]?.words === '' && row.translation[0].code.length > 0
  const english = row.state === 'aligned' && isCode ? '' : other
  if (!own && !english) return null
  const note = noteOf(row, t)
  const isOne = row.state === 'aligned' && !english
  return (
    <div id={form ? blockId(form.number) : undefined} className={`beside-row${isOne ? ' beside-one' : ''}`}>
      {note && <p className="beside-note">{note}</p>}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitised on the server */}
      <div dangerouslySetInnerHTML={{ __html: own }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the same */}
      {english && <div lang={language} dangerouslySetInnerHTML={{ __html: english }} />}
      {form && <BlockReportForm {...form} />}
    </div>
  )
}

function noteOf({ state, translation, original }: AlignedRow<ComparedBlock>, t: Translate): string | null {
  if (state === 'aligned') return null
  if (translation.length === 0) return t('article.beside.onlyOriginal')
  if (original.length === 0) return t('article.beside.onlyTranslation')
  return t(state === 'apart' ? 'article.beside.apart' : 'article.beside.changed')
}

const nameOf = (language: Language) => LANGUAGES.find(({ code }) => code === language)?.name ?? language
